/**
 * Resources and data sources as what references see: arguments where they are
 * written, and for the rest unknowns whose terms are full addresses.
 */
import type { Origin } from '../../source/span.js';
import { partTerm } from '../../value/read.js';
import {
  isUnknown,
  type Known,
  known,
  type Refinements,
  type Unknown,
  type UnknownCause,
  unknown,
  type Value,
} from '../../value/value.js';
import type { SourceAttribute, SourceBlock } from '../syntax/module.js';
import { attributeValue, type BodyInput, evaluateBody, nestedBlocks } from './body.js';
import { choose } from './choose.js';
import { failure } from './derive.js';
import { createMemo } from './memo.js';
import { type Instance, REPEATING, type Repetition, repetitionOf } from './repetition.js';
import {
  originIn,
  passedThrough,
  type Resolved,
  type Scope,
  type Step,
  withBound,
} from './scope.js';
import { attributeIn } from './source-index.js';

/** Arguments that are no attributes of the resource. */
const META = new Set([
  'count',
  'for_each',
  'provider',
  'depends_on',
  'lifecycle',
  'provisioner',
  'connection',
]);

export interface ResourceInput {
  readonly block: SourceBlock;
  /** Full address, without the key of an instance. */
  readonly address: string;
  readonly scope: Scope;
}

export interface Resource {
  repetition(): Repetition;
  /** What the steps after the address refer to. */
  resolve(steps: readonly Step[], from: Origin): Resolved;
  body(instance: Instance): Value;
}

export function createResource(input: ResourceInput): Resource {
  const { block, address, scope } = input;
  const memo = createMemo();
  const at = originIn(scope, block.at);
  // Terraform reads most data sources while it plans: what they give is not ours to know, yet not unknown to it.
  const cause: UnknownCause = block.type === 'data' ? 'unread' : 'apply';
  let repetition: Repetition | undefined;

  const instances = (): Repetition => {
    repetition ??= repetitionOf(block.body, scope, repeating);
    return repetition;
  };
  const cyclic = (term: string) => (): Value =>
    failure('it depends on itself', { kind: 'variable', name: term, at: block.at }, at);

  const scopeOf = ({ bound }: Instance): Scope =>
    bound.size === 0 ? scope : withBound(scope, bound);

  const repeating = ({ name, value }: SourceAttribute): Value =>
    memo.get(` ${name}`, () => scope.run.evaluate(value, scope), cyclic(partTerm(address, name)));

  const bodyInput = (instance: Instance): BodyInput => ({
    type: block.type,
    body: block.body,
    scope: scopeOf(instance),
    at: block.at,
    evaluated: (attribute) => argument(instance, attribute),
    self: () => object(instance),
  });

  const argument = (instance: Instance, attribute: SourceAttribute): Value => {
    const { name, value } = attribute;
    if (REPEATING.has(name)) return repeating(attribute);
    return memo.get(
      `${instance.suffix} ${name}`,
      () => scope.run.evaluate(value, scopeOf(instance)),
      cyclic(partTerm(address + instance.suffix, name)),
    );
  };

  const computed = (instance: Instance, name: string): Unknown =>
    unknown(cause, partTerm(address + instance.suffix, name), at, refinements(instance, name));

  /** AWS makes names of a prefix and digits of its own. */
  const refinements = (instance: Instance, name: string): Refinements | undefined => {
    if (name !== 'name') return undefined;
    const prefix = written(instance, 'name_prefix');
    if (prefix === undefined || isUnknown(prefix))
      return prefix?.prefix === undefined ? undefined : { prefix: prefix.prefix, notNull: true };
    return typeof prefix.value === 'string' && prefix.secret !== true
      ? { prefix: prefix.value, notNull: true }
      : undefined;
  };

  const written = (instance: Instance, name: string): Value | undefined => {
    const attribute = attributeIn(block.body, name);
    if (attribute !== undefined) return attributeValue(bodyInput(instance), attribute);
    const nested = block.body.blocks.some(
      ({ type, labels }) => type === name || (type === 'dynamic' && labels[0] === name),
    );
    return nested ? known(openBlocks(instance, name), at) : undefined;
  };

  /** The provider may compute attributes of nested blocks too. */
  const openBlocks = (instance: Instance, name: string): readonly Value[] => {
    const term = partTerm(address + instance.suffix, name);
    return nestedBlocks(bodyInput(instance), name).map((item, i) =>
      isUnknown(item) ? item : { ...item, rest: unknown(cause, partTerm(term, i), at) },
    );
  };

  /** An argument that is null counts as not written: the provider may compute the attribute. */
  const attribute = (instance: Instance, name: string): Value => {
    const value = META.has(name) ? undefined : written(instance, name);
    return value !== undefined && isWritten(value) ? value : computed(instance, name);
  };

  const object = (instance: Instance): Value => {
    const name = address + instance.suffix;
    return memo.get(
      `${instance.suffix} `,
      () => ({ ...writtenObject(instance), rest: unknown(cause, name, at) }),
      cyclic(name),
    );
  };

  const writtenObject = (instance: Instance): Known => {
    const names = new Set([
      ...block.body.attributes.map(({ name }) => name),
      ...block.body.blocks.map(({ type, labels }) =>
        type === 'dynamic' ? (labels[0] ?? '') : type,
      ),
    ]);
    const entries = [...names]
      .filter((name) => !META.has(name))
      .map((name) => [name, written(instance, name)] as const)
      .filter((entry): entry is readonly [string, Value] => isWritten(entry[1]));
    return known(new Map(entries), at);
  };

  const whole = (): Value => {
    const { kind, instances: all, open } = instances();
    const place = at;
    const objects = all
      .filter(({ key }) => key !== undefined)
      .map((one) => [String(one.key), object(one)] as const);
    if (open === undefined)
      return kind === 'count'
        ? known(
            objects.map(([, one]) => one),
            place,
          )
        : known(new Map(objects), place);
    const rest = {
      ...unknown(open.unknown, address, place),
      ...(open.hinges && { hinges: open.hinges }),
    };
    const settled = kind === 'each' && all.some(({ exists }) => exists === true);
    return settled ? { ...known(new Map(objects), place), rest } : rest;
  };

  return {
    repetition: instances,
    resolve(steps, from) {
      const { instance, used, missing } = choose(instances(), steps, address, from);
      if (missing !== undefined) return { value: missing, used };
      if (instance === undefined) return { value: passedThrough(whole(), from), used: 0 };
      const name = steps[used]?.name;
      if (name === undefined) return { value: passedThrough(object(instance), from), used };
      return { value: passedThrough(attribute(instance, name), from), used: used + 1 };
    },
    body: (instance) => evaluateBody(bodyInput(instance)),
  };
}

const isWritten = (value: Value | undefined): boolean =>
  value !== undefined && (isUnknown(value) || value.value !== null);
