/** Bodies of blocks: attributes by name, nested blocks by type as lists of objects, dynamic blocks expanded. */

import type { Span } from '../../source/span.js';
import { isUnknown, type Known, known, type Unknown, type Value } from '../../value/value.js';
import type { Expression } from '../syntax/expression.js';
import type { SourceAttribute, SourceBlock, SourceBody } from '../syntax/module.js';
import { printExpression } from '../syntax/print.js';
import { itemsOf } from './comprehension.js';
import { elementsOf } from './functions/collection.js';
import { originIn, type Scope, withBound } from './scope.js';
import { attributeIn } from './source-index.js';

/** Attributes that hold addresses or types rather than values, by the type of the block they are in. */
const TEXT_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['resource', ['provider', 'depends_on']],
  ['data', ['provider', 'depends_on']],
  ['ephemeral', ['provider', 'depends_on']],
  ['module', ['providers', 'depends_on']],
  ['output', ['depends_on']],
  ['lifecycle', ['ignore_changes', 'replace_triggered_by']],
  ['moved', ['from', 'to']],
  ['import', ['to', 'provider']],
  ['removed', ['from']],
  ['variable', ['type']],
]);

/** Nested blocks whose conditions shape no resource, and those in which `self` is the resource. */
const QUIET = new Set(['precondition', 'postcondition', 'validation', 'assert']);
const WITH_SELF = new Set(['postcondition', 'provisioner', 'connection']);

export interface BodyInput {
  /** The type of the block. */
  readonly type: string;
  readonly body: SourceBody;
  readonly scope: Scope;
  readonly at: Span;
  /** Evaluates an attribute, if it is kept elsewhere too. */
  readonly evaluated?: (attribute: SourceAttribute) => Value;
  /** The resource itself, for blocks that may refer to it. */
  readonly self?: () => Value;
}

/** The object that a body is. */
export function evaluateBody(input: BodyInput): Known {
  const { body, scope, at } = input;
  const entries = new Map<string, Value>();
  for (const attribute of body.attributes)
    entries.set(attribute.name, attributeValue(input, attribute));
  for (const name of blockTypes(body)) {
    const blocks = nestedBlocks(input, name);
    entries.set(name, known(blocks, originIn(scope, at), keyOf(body, name)));
  }
  return known(entries, originIn(scope, at));
}

/** The value of an attribute, with the place of its name; addresses are kept as text. */
export function attributeValue(input: BodyInput, attribute: SourceAttribute): Value {
  const { name, key, value: e } = attribute;
  const value = isTextAttribute(input.type, name)
    ? addressText(e, input.scope)
    : (input.evaluated?.(attribute) ?? input.scope.run.evaluate(e, input.scope));
  return { ...value, key };
}

export const isTextAttribute = (type: string, name: string): boolean =>
  TEXT_ATTRIBUTES.get(type)?.includes(name) === true;

/** `aws.west`, `[module.eks]`: what is written, as text. */
function addressText(e: Expression, scope: Scope): Value {
  const from = originIn(scope, e.at);
  if (e.kind === 'tuple')
    return known(
      e.items.map((item) => addressText(item, scope)),
      from,
    );
  if (e.kind === 'object')
    return known(
      new Map(
        e.entries.map(({ key, value }) => [plainText(key), addressText(value, scope)] as const),
      ),
      from,
    );
  return known(plainText(e), from);
}

const plainText = (e: Expression): string =>
  e.kind === 'literal' && typeof e.value === 'string' ? e.value : printExpression(e);

/** The types of nested blocks in the order of their first block. */
function blockTypes(body: SourceBody): ReadonlySet<string> {
  return new Set(body.blocks.map(nestedType));
}

const nestedType = (block: SourceBlock): string =>
  block.type === 'dynamic' ? (block.labels[0] ?? block.type) : block.type;

const keyOf = (body: SourceBody, type: string): Span | undefined =>
  body.blocks.find((block) => nestedType(block) === type)?.at;

/** The nested blocks of one type; an unknown element stands for any number of them. */
export function nestedBlocks(input: BodyInput, type: string): readonly Value[] {
  return input.body.blocks
    .filter((block) => nestedType(block) === type)
    .flatMap((block) =>
      block.type === 'dynamic' ? dynamicBlocks(input, block) : [nestedBlock(input, block)],
    );
}

/** A block with labels is an object in an object, as JSON writes it. */
function nestedBlock(input: BodyInput, block: SourceBlock): Value {
  const { type, body, labels, at } = block;
  const quiet = QUIET.has(type) ? { ...input.scope, quiet: true as const } : input.scope;
  const scope =
    WITH_SELF.has(type) && input.self !== undefined
      ? withBound(quiet, [['self', input.self()]])
      : quiet;
  const value = evaluateBody({ type, body, scope, at, ...(input.self && { self: input.self }) });
  return labels.reduceRight<Value>(
    (inner, label) => known(new Map([[label, inner]]), inner.from),
    value,
  );
}

function dynamicBlocks(input: BodyInput, block: SourceBlock): readonly Value[] {
  const { scope } = input;
  const type = nestedType(block);
  const forEach = attributeIn(block.body, 'for_each');
  const content = block.body.blocks.find((inner) => inner.type === 'content');
  if (forEach === undefined || content === undefined) return [];
  const iterator = attributeIn(block.body, 'iterator');
  const name = iterator === undefined ? type : plainText(iterator.value);
  const collection = scope.run.evaluate(forEach.value, scope);
  const blocks = (itemsOf(collection) ?? []).map(({ key, value }) => {
    const bound = known(
      new Map([
        ['key', key],
        ['value', value],
      ]),
      value.from,
    );
    const inner = { ...input, scope: withBound(scope, [[name, bound]]) };
    return nestedBlock(inner, { ...content, type });
  });
  const open = openPart(collection);
  return open === undefined ? blocks : [...blocks, elementsOf(open)];
}

/** The unknown that hides how many blocks there are. */
function openPart(collection: Value): Unknown | undefined {
  if (isUnknown(collection)) return collection.length === undefined ? collection : undefined;
  return collection.rest;
}
