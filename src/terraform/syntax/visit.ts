/** Every expression of a module, and the references to outputs of its calls. */
import type { Span } from '../../source/span.js';
import type { Attribute, Expression, ObjectEntry, Splat } from './expression.js';
import type { ModuleSource, SourceBody } from './module.js';

/** The parts that an expression is made of. */
export function partsOf(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case 'literal':
    case 'variable':
      return [];
    case 'template':
      return e.parts;
    case 'attribute':
      return [e.object];
    case 'index':
      return [e.object, e.key];
    case 'splat':
      return [e.object, e.each];
    case 'call':
      return e.args;
    case 'unary':
      return [e.operand];
    case 'binary':
      return [e.left, e.right];
    case 'conditional':
      return [e.condition, e.then, e.otherwise];
    case 'tuple':
      return e.items;
    case 'object':
      return keysAndValues(e.entries);
    case 'for':
      return [e.collection, e.key, e.value, e.condition].filter((part) => part !== undefined);
  }
}

/** One list for all of them: objects are most of what is visited. */
function keysAndValues(entries: readonly ObjectEntry[]): readonly Expression[] {
  const parts: Expression[] = [];
  for (const { key, value } of entries) parts.push(key, value);
  return parts;
}

/** Every expression in a body, once, outer ones first; `visit` says whether the parts of one are looked at. */
export function visitExpressions(body: SourceBody, visit: (e: Expression) => boolean): void {
  for (const { value } of body.attributes) visitParts(value, visit);
  for (const block of body.blocks) visitExpressions(block.body, visit);
}

/** Without recursion: expressions nest as deep as anybody writes them. */
function visitParts(whole: Expression, visit: (e: Expression) => boolean): void {
  const open = [whole];
  for (let e = open.pop(); e !== undefined; e = open.pop())
    if (visit(e)) open.push(...partsOf(e).toReversed());
}

export interface OutputUse {
  /** `module.karpenter`. */
  readonly call: string;
  readonly output: string;
  readonly at: Span;
}

/** `try` and `can` go on where something is missing. */
const isStrict = (e: Expression): boolean =>
  e.kind !== 'call' || (e.name !== 'try' && e.name !== 'can');

/**
 * References such as `module.karpenter.queue_name`, with or without the key of an instance, that
 * have to be there. In `depends_on` Terraform takes any name of an output for the whole module.
 */
export function outputUses({ blocks }: ModuleSource): readonly OutputUse[] {
  const found: OutputUse[] = [];
  const visit = (e: Expression): boolean => {
    const use = e.kind === 'splat' ? splatUse(e) : e.kind === 'attribute' ? useOf(e) : undefined;
    if (use !== undefined) found.push(use);
    return isStrict(e);
  };
  for (const { body } of blocks)
    visitExpressions(
      { ...body, attributes: body.attributes.filter(({ name }) => name !== 'depends_on') },
      visit,
    );
  return found;
}

function useOf(e: Attribute): OutputUse | undefined {
  const call = callOf(e.object);
  return call === undefined ? undefined : { call, output: e.name, at: e.at };
}

function splatUse(e: Splat): OutputUse | undefined {
  const call = callOf(e.object);
  let each = e.each;
  while (each.kind === 'attribute' && each.object.kind !== 'variable') each = each.object;
  return call === undefined || each.kind !== 'attribute'
    ? undefined
    : { call, output: each.name, at: e.at };
}

/** `module.x`, also of one instance. */
function callOf(e: Expression): string | undefined {
  if (e.kind === 'index') return callOf(e.object);
  return e.kind === 'attribute' && e.object.kind === 'variable' && e.object.name === 'module'
    ? `module.${e.name}`
    : undefined;
}
