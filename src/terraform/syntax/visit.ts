/** Every expression of a module, and the references to outputs of its calls. */
import type { Span } from '../../source/span.js';
import type { Expression } from './expression.js';
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
      return e.entries.flatMap(({ key, value }) => [key, value]);
    case 'for':
      return [e.collection, e.key, e.value, e.condition].filter((part) => part !== undefined);
  }
}

/** Every expression in a body, outer ones first; `goesOn` says whether the parts of one are looked at. */
export function expressionsIn(
  body: SourceBody,
  goesOn: (e: Expression) => boolean = () => true,
): readonly Expression[] {
  const found: Expression[] = [];
  const open = [
    ...body.attributes.map(({ value }) => value),
    ...body.blocks.flatMap((block) => expressionsIn(block.body, goesOn)),
  ].reverse();
  for (let e = open.pop(); e !== undefined; e = open.pop()) {
    found.push(e);
    if (goesOn(e)) open.push(...partsOf(e).toReversed());
  }
  return found;
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
  return blocks
    .map(({ body }) => ({
      ...body,
      attributes: body.attributes.filter(({ name }) => name !== 'depends_on'),
    }))
    .flatMap((body) => expressionsIn(body, isStrict))
    .flatMap((e) => {
      if (e.kind === 'splat') return splatUse(e);
      if (e.kind !== 'attribute') return [];
      const call = callOf(e.object);
      return call === undefined ? [] : [{ call, output: e.name, at: e.at }];
    });
}

function splatUse(e: Extract<Expression, { kind: 'splat' }>): readonly OutputUse[] {
  const call = callOf(e.object);
  let each = e.each;
  while (each.kind === 'attribute' && each.object.kind !== 'variable') each = each.object;
  return call === undefined || each.kind !== 'attribute'
    ? []
    : [{ call, output: each.name, at: e.at }];
}

/** `module.x`, also of one instance. */
function callOf(e: Expression): string | undefined {
  if (e.kind === 'index') return callOf(e.object);
  return e.kind === 'attribute' && e.object.kind === 'variable' && e.object.name === 'module'
    ? `module.${e.name}`
    : undefined;
}
