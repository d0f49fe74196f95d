/** The configuration part of a plan: expressions, calls and outputs by the address of their module. */
import type { JsonNode } from '../json/text.js';
import { entriesOf, itemsOf, nodeAt, stringOf } from './document.js';
import { keyless } from './reference.js';

/** A module as it is written, for all of its instances. */
export interface PlanModule {
  /** By `aws_sqs_queue.this` and `data.aws_region.current`. */
  readonly resources: ReadonlyMap<string, JsonNode>;
  readonly calls: ReadonlyMap<string, PlanCall>;
  readonly outputs: ReadonlyMap<string, JsonNode>;
  readonly variables: ReadonlyMap<string, JsonNode>;
}

export interface PlanCall {
  readonly node: JsonNode;
  readonly module: PlanModule;
}

const MAX_DEPTH = 50;

/** The modules of a plan, the root first. */
export function planModule(node: JsonNode | undefined, depth = 0): PlanModule {
  const calls = depth > MAX_DEPTH ? [] : entriesOf(nodeAt(node, 'module_calls'));
  return {
    resources: new Map(
      itemsOf(nodeAt(node, 'resources')).flatMap((resource) => {
        const address = stringOf(nodeAt(resource, 'address'));
        return address === undefined ? [] : [[keyless(address), resource] as const];
      }),
    ),
    calls: new Map(
      calls.map(({ name, value }) => [
        name,
        { node: value, module: planModule(nodeAt(value, 'module'), depth + 1) },
      ]),
    ),
    outputs: byName(nodeAt(node, 'outputs')),
    variables: byName(nodeAt(node, 'variables')),
  };
}

const byName = (node: JsonNode | undefined): ReadonlyMap<string, JsonNode> =>
  new Map(entriesOf(node).map(({ name, value }) => [name, value]));

/** Names of the calls on the way to a module instance: `module.a["x"].module.b` is a, b. */
export const callNames = (instance: string): readonly string[] =>
  instance === ''
    ? []
    : keyless(instance)
        .split('.')
        .filter((_, index) => index % 2 === 1);

/** The call that makes a module instance, and the module that it stands in. */
export function moduleAt(root: PlanModule, instance: string): PlanModule | undefined {
  let module: PlanModule | undefined = root;
  for (const name of callNames(instance)) module = module?.calls.get(name)?.module;
  return module;
}
