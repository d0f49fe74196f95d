/**
 * What expressions of a plan lead to: through variables to the arguments of
 * calls, through outputs into modules, through `each` to what is repeated over.
 * Locals are not in a plan: what goes through them leads nowhere.
 */
import type { JsonNode } from '../json/text.js';
import { moduleAt, type PlanModule } from './configuration.js';
import { entriesOf, isTrue, itemsOf, nodeAt, stringOf } from './document.js';
import { keyless, longest, type ReferenceStep, stepsOf, suffixOf } from './reference.js';
import type { PlanResource } from './resources.js';
import type { Wanted } from './wanted.js';

/** Where an expression stands: in a block of a module instance, for one instance of the block. */
export interface Place {
  readonly module: string;
  readonly key: string | undefined;
  /** The block as it is written. */
  readonly config: JsonNode | undefined;
}

export interface Target {
  readonly resource: PlanResource;
  readonly attribute: string;
}

export interface WrittenValue {
  readonly node: JsonNode;
  readonly secret: boolean;
}

/** A link leads to resources, to values that are written, or nowhere. */
export interface Ends {
  readonly targets: readonly Target[];
  readonly values: readonly WrittenValue[];
}

export interface Links {
  /** Where an expression leads; with `wanted`, only to what is wanted. */
  ends(expression: JsonNode | undefined, place: Place, wanted: Wanted | undefined): Ends;
  /** Where a module instance's arguments lead: those of a name, or all. */
  argumentEnds(module: string, name: string | undefined, wanted: Wanted): Ends;
  /** What is wanted and stands in a module instance. */
  within(module: string, wanted: Wanted): readonly Target[];
  readonly modules: readonly string[];
}

export interface LinksInput {
  readonly root: PlanModule;
  readonly resources: readonly PlanResource[];
  /** Values of the root's variables. */
  readonly variables: JsonNode | undefined;
}

const NOWHERE: Ends = { targets: [], values: [] };
const MAX_DEPTH = 40;
/** Steps that one expression may take. */
const MAX_STEPS = 2_000;

interface Walk {
  readonly wanted: Wanted | undefined;
  readonly depth: number;
  readonly left: { steps: number };
}

export function createLinks({ root, resources, variables }: LinksInput): Links {
  const byName = groupBy(resources, ({ module, kind, name }) => `${module}\n${kind}.${name}`);
  const byModule = groupBy(resources, ({ module, kind }) => `${module}\n${kind}`);
  const modules = modulesOf(resources);
  const instances = groupBy(modules, (module) => `${parentOf(module)}\n${lastCall(module)}`);

  const ends = (expression: JsonNode | undefined, place: Place, walk: Walk): Ends => {
    if (walk.depth > MAX_DEPTH || --walk.left.steps < 0) return NOWHERE;
    const constant = nodeAt(expression, 'constant_value');
    if (constant !== undefined) return valueEnds(constant, false);
    const references = longest(
      itemsOf(nodeAt(expression, 'references')).flatMap((node) => stringOf(node) ?? []),
    );
    const next = { ...walk, depth: walk.depth + 1 };
    return united(references.map((reference) => end(stepsOf(reference), place, next)));
  };

  const end = (steps: readonly ReferenceStep[], place: Place, walk: Walk): Ends => {
    const [first, second, ...rest] = steps;
    if (first === undefined || second === undefined) return NOWHERE;
    switch (first.name) {
      case 'var':
        return variable(second, rest, place, walk);
      case 'module':
        return output(second, rest[0]?.name, place, walk);
      case 'each':
        return repeated(place, walk);
      case 'local':
      case 'path':
      case 'count':
      case 'terraform':
      case 'self':
        return NOWHERE;
      case 'data':
        return rest[0] === undefined
          ? NOWHERE
          : found(`data.${second.name}`, rest[0], rest[1]?.name, place, walk);
    }
    return found(first.name, second, rest[0]?.name, place, walk);
  };

  const variable = (
    { name }: ReferenceStep,
    rest: readonly ReferenceStep[],
    { module }: Place,
    walk: Walk,
  ): Ends => {
    const path = rest.map((step) => step.name);
    const declared = moduleAt(root, module)?.variables.get(name);
    const secret = isTrue(nodeAt(declared, 'sensitive'));
    if (module === '') return valueEnds(nodeAt(variables, name, 'value', ...path), secret);
    const argument = nodeAt(callOf(module), 'expressions', name);
    if (argument === undefined) return valueEnds(nodeAt(declared, 'default', ...path), secret);
    const constant = nodeAt(argument, 'constant_value');
    if (constant !== undefined) return valueEnds(nodeAt(constant, ...path), secret);
    const { targets, values } = ends(argument, callPlace(module), walk);
    return { targets, values: values.map((value) => (secret ? { ...value, secret } : value)) };
  };

  const callOf = (module: string): JsonNode | undefined =>
    moduleAt(root, parentOf(module))?.calls.get(lastCall(module))?.node;

  const callPlace = (module: string): Place => ({
    module: parentOf(module),
    key: stepsOf(module).at(-1)?.keys[0],
    config: callOf(module),
  });

  const output = (
    step: ReferenceStep,
    name: string | undefined,
    place: Place,
    walk: Walk,
  ): Ends => {
    const called = moduleAt(root, place.module)?.calls.get(step.name)?.module;
    if (called === undefined) return NOWHERE;
    const named = name === undefined ? undefined : called.outputs.get(name);
    // Of a whole module, whatever is wanted of it.
    const outputs =
      named !== undefined ? [named] : walk.wanted === undefined ? [] : [...called.outputs.values()];
    const all = instances.get(`${place.module}\n${step.name}`) ?? [];
    const suffix = suffixOf(step);
    const chosen = suffix === '' ? all : all.filter((module) => module.endsWith(suffix));
    const made = chosen.map((module) =>
      united(
        outputs.map((one) =>
          ends(nodeAt(one, 'expression'), { module, key: undefined, config: undefined }, walk),
        ),
      ),
    );
    return united(keyed(made, chosen, place.key));
  };

  const repeated = (place: Place, walk: Walk): Ends => {
    const over = ends(nodeAt(place.config, 'for_each_expression'), place, walk);
    const addresses = over.targets.map(({ resource }) => resource.address);
    return { targets: keyed(over.targets, addresses, place.key), values: [] };
  };

  const found = (
    kind: string,
    step: ReferenceStep,
    attribute: string | undefined,
    place: Place,
    { wanted }: Walk,
  ): Ends => {
    if (wanted !== undefined && wanted.type !== kind) return NOWHERE;
    const taken = wanted?.attribute ?? attribute;
    if (taken === undefined) return NOWHERE;
    const all = byName.get(`${place.module}\n${kind}.${step.name}`) ?? [];
    const suffix = suffixOf(step);
    const chosen =
      suffix === ''
        ? keyed(
            all,
            all.map(({ address }) => address),
            place.key,
          )
        : all.filter(({ address }) => address.endsWith(suffix));
    return { targets: chosen.map((resource) => ({ resource, attribute: taken })), values: [] };
  };

  const begin = (wanted: Wanted | undefined): Walk => ({
    wanted,
    depth: 0,
    left: { steps: MAX_STEPS },
  });
  return {
    modules,
    ends: (expression, place, wanted) => ends(expression, place, begin(wanted)),
    argumentEnds(module, name, wanted) {
      if (module === '') return NOWHERE;
      const given = entriesOf(nodeAt(callOf(module), 'expressions'));
      const walk = begin(wanted);
      return united(
        given
          .filter((argument) => name === undefined || argument.name === name)
          .map(({ value }) => ends(value, callPlace(module), walk)),
      );
    },
    within: (module, { type, attribute }) =>
      (byModule.get(`${module}\n${type}`) ?? []).map((resource) => ({ resource, attribute })),
  };
}

const valueEnds = (node: JsonNode | undefined, secret: boolean): Ends =>
  node === undefined ? NOWHERE : { targets: [], values: [{ node, secret }] };

const united = (all: readonly Ends[]): Ends => ({
  targets: [
    ...new Map(
      all
        .flatMap(({ targets }) => targets)
        .map((target) => [`${target.resource.address}.${target.attribute}`, target] as const),
    ).values(),
  ],
  values: all.flatMap(({ values }) => values),
});

/** Of several, the one with the key that is asked for, or else at its position. */
function keyed<T>(
  all: readonly T[],
  addresses: readonly string[],
  key: string | undefined,
): readonly T[] {
  if (all.length < 2 || key === undefined) return all;
  const own = all.filter((_, index) => addresses[index]?.includes(`[${key}]`));
  if (own.length > 0) return own;
  const position = /^"?(\d+)"?$/.exec(key)?.[1];
  const there = position === undefined ? undefined : all[Number(position)];
  return there === undefined ? all : [there];
}

function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Every module instance in which something is, and those around it. */
function modulesOf(resources: readonly PlanResource[]): readonly string[] {
  const found = new Set<string>();
  for (const { module } of resources)
    for (let one = module; one !== '' && !found.has(one); one = parentOf(one)) found.add(one);
  return [...found];
}

const LAST_CALL = /(?:^|\.)module\.([^.[\]"]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?$/;

/** The module instance in which a module instance is called. */
export const parentOf = (module: string): string => {
  const match = LAST_CALL.exec(module);
  return match === null ? '' : module.slice(0, match.index);
};

const lastCall = (module: string): string => LAST_CALL.exec(module)?.[1] ?? keyless(module);
