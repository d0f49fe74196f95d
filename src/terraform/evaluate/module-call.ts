/** Calls of modules: one child per instance where the source can be read, unknown outputs where it cannot. */
import type { Block } from '../../configuration/configuration.js';
import type { Origin } from '../../source/span.js';
import { and, type Tri } from '../../value/logic.js';
import { partTerm } from '../../value/read.js';
import { isUnknown, known, type Unknown, unknown, type Value } from '../../value/value.js';
import type { Expression } from '../syntax/expression.js';
import type { SourceAttribute, SourceBlock } from '../syntax/module.js';
import { attributeValue, type BodyInput, evaluateBody } from './body.js';
import { MAX_MODULE_DEPTH } from './budget.js';
import { choose } from './choose.js';
import { failure } from './derive.js';
import { createMemo } from './memo.js';
import type { ModuleInstance, ModuleRun, ResolvedModule } from './module-instance.js';
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

/** Arguments of the call itself, not of the module. */
const META = new Set(['source', 'version', 'count', 'for_each', 'providers', 'depends_on']);

export interface CallInput {
  readonly block: SourceBlock;
  /** Full address, without the key of an instance. */
  readonly address: string;
  readonly scope: Scope;
  readonly run: ModuleRun;
  readonly exists: Tri;
  readonly within: readonly ResolvedModule[];
}

export interface Call {
  resolve(steps: readonly Step[], from: Origin): Resolved;
  /** The call's own block for each instance, and the blocks inside. */
  blocks(origin: (at: SourceBlock['at']) => Origin): readonly Block[];
}

export function createCall(input: CallInput): Call {
  const { block, address, scope, run } = input;
  const at = originIn(scope, block.at);
  const memo = createMemo();
  const children = new Map<string, ModuleInstance>();
  let repetition: Repetition | undefined;
  let resolved: ResolvedModule | 'unread' | undefined;

  const instances = (): Repetition => {
    repetition ??= repetitionOf(block.body, scope, repeating);
    return repetition;
  };
  const target = (): ResolvedModule | undefined => {
    resolved ??= resolveTarget(input) ?? 'unread';
    return resolved === 'unread' ? undefined : resolved;
  };

  const cyclic = (value: Expression) => (): Value => failure('it depends on itself', value, at);
  const scopeOf = ({ bound }: Instance): Scope =>
    bound.size === 0 ? scope : withBound(scope, bound);

  const repeating = ({ name, value }: SourceAttribute): Value =>
    memo.get(` ${name}`, () => run.evaluate(value, scope), cyclic(value));

  const bodyInput = (instance: Instance): BodyInput => ({
    type: block.type,
    body: block.body,
    scope: scopeOf(instance),
    at: block.at,
    evaluated: (attribute) => {
      const { name, value } = attribute;
      if (REPEATING.has(name)) return repeating(attribute);
      return memo.get(
        `${instance.suffix} ${name}`,
        () => run.evaluate(value, scopeOf(instance)),
        cyclic(value),
      );
    },
  });

  const argument = (instance: Instance, name: string): Value | undefined => {
    const attribute = META.has(name) ? undefined : attributeIn(block.body, name);
    return attribute && attributeValue(bodyInput(instance), attribute);
  };

  const child = (instance: Instance): ModuleInstance | undefined => {
    const before = children.get(instance.suffix);
    const module = before === undefined ? target() : undefined;
    if (before !== undefined || module === undefined || !run.mayInstantiate()) return before;
    const made = run.instantiate({
      run,
      resolved: module,
      address: address + instance.suffix,
      given: (name) => argument(instance, name),
      exists: and([input.exists, instance.exists]),
      calledFrom: at,
      within: input.within,
    });
    children.set(instance.suffix, made);
    return made;
  };

  const unread = (term: string, from: Origin): Unknown => unknown('unread', term, from);

  const output = (instance: Instance, name: string, from: Origin): Value => {
    const term = partTerm(address + instance.suffix, name);
    const module = child(instance);
    const value = module?.output(name);
    if (value !== undefined) return value;
    if (module === undefined || target()?.constants !== undefined) return unread(term, from);
    const reference = { kind: 'variable' as const, name: term, at: from.at };
    return failure(`the module has no output "${name}"`, reference, from);
  };

  const object = (instance: Instance, from: Origin): Value => {
    const name = address + instance.suffix;
    const module = child(instance);
    if (module === undefined) return unread(name, from);
    const outputs = known(module.outputs(), at);
    return target()?.constants === undefined ? outputs : { ...outputs, rest: unread(name, from) };
  };

  const whole = (from: Origin): Value => {
    const { kind, instances: all, open } = instances();
    if (open !== undefined)
      return {
        ...unknown(open.unknown, address, from),
        ...(open.hinges && { hinges: open.hinges }),
      };
    const objects = all.map((instance) => [String(instance.key), object(instance, from)] as const);
    return kind === 'count'
      ? known(
          objects.map(([, one]) => one),
          at,
        )
      : known(new Map(objects), at);
  };

  return {
    resolve(steps, from) {
      const { instance, used, missing } = choose(instances(), steps, address, from);
      if (missing !== undefined) return { value: missing, used };
      if (instance === undefined) return { value: whole(from), used: 0 };
      const name = steps[used]?.name;
      if (name === undefined) return { value: passedThrough(object(instance, from), from), used };
      return { value: passedThrough(output(instance, name, from), from), used: used + 1 };
    },
    blocks: (origin) =>
      instances().instances.flatMap((instance): readonly Block[] => [
        {
          address: address + instance.suffix,
          type: block.type,
          labels: block.labels,
          body: evaluateBody(bodyInput(instance)),
          exists: and([input.exists, instance.exists]),
          from: origin(block.at),
        },
        ...(child(instance)?.blocks() ?? []),
      ]),
  };
}

/** What the caller of the evaluator reads for this call; a module that calls itself is read once. */
function resolveTarget({
  block,
  address,
  scope,
  run,
  within,
}: CallInput): ResolvedModule | undefined {
  if (within.length > MAX_MODULE_DEPTH) return undefined;
  const argument = (name: string): Value | undefined => {
    const attribute = attributeIn(block.body, name);
    return attribute && run.evaluate(attribute.value, scope);
  };
  const source = argument('source');
  const resolved = run.resolveCall({
    source:
      source === undefined || isUnknown(source) || typeof source.value !== 'string'
        ? undefined
        : source.value,
    version: argument('version'),
    address,
    directory: scope.names.directory,
    at: originIn(scope, block.at).at,
  });
  const isItself = within.some(
    ({ module, directory, constants }) =>
      module === resolved?.module ||
      (constants === undefined &&
        resolved?.constants === undefined &&
        directory === resolved?.directory),
  );
  return isItself ? undefined : resolved;
}
