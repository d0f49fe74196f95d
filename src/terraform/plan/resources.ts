/** The resource instances of a plan or a state: their values, what of them is unknown or sensitive, how they are written. */
import type { JsonNode } from '../json/text.js';
import { moduleAt, type PlanModule } from './configuration.js';
import { itemsOf, nodeAt, stringOf } from './document.js';
import { keyless, stepsOf } from './reference.js';

export interface PlanResource {
  readonly address: string;
  /** `aws_sqs_queue`, or `data.aws_region` for what is read. */
  readonly kind: string;
  readonly isData: boolean;
  readonly type: string;
  readonly name: string;
  /** Address of the module instance; empty for the root. */
  readonly module: string;
  /** The key of the instance as it is written in brackets. */
  readonly key: string | undefined;
  /** For places of what is not written. */
  readonly node: JsonNode;
  readonly values: JsonNode | undefined;
  /** The same shape, with true where the value is known after apply. */
  readonly unknown: JsonNode | undefined;
  /** The same shape, with true where the value is sensitive. */
  readonly sensitive: JsonNode | undefined;
  readonly config: JsonNode | undefined;
}

/** All that will be there, in the order of the text; what was read before planning comes after. */
export function planResources(document: JsonNode, root: PlanModule): readonly PlanResource[] {
  const changes = new Map(
    itemsOf(nodeAt(document, 'resource_changes')).flatMap((change) => {
      const address = stringOf(nodeAt(change, 'address'));
      const unknown = nodeAt(change, 'change', 'after_unknown');
      return address === undefined || unknown === undefined ? [] : [[address, unknown] as const];
    }),
  );
  const planned = nodeAt(document, 'planned_values') ?? nodeAt(document, 'values');
  const before = nodeAt(document, 'prior_state', 'values', 'root_module');
  const found = new Map<string, PlanResource>();
  const add = (node: JsonNode, module: string, onlyData: boolean): void => {
    const resource = resourceOf(node, { module, root, changes });
    if (resource === undefined || found.has(resource.address)) return;
    if (!onlyData || resource.isData) found.set(resource.address, resource);
  };
  walk(nodeAt(planned, 'root_module'), '', (node, module) => add(node, module, false));
  walk(before, '', (node, module) => add(node, module, true));
  return [...found.values()];
}

const MAX_DEPTH = 50;

function walk(
  module: JsonNode | undefined,
  address: string,
  visit: (node: JsonNode, module: string) => void,
  depth = 0,
): void {
  for (const node of itemsOf(nodeAt(module, 'resources'))) visit(node, address);
  if (depth > MAX_DEPTH) return;
  for (const child of itemsOf(nodeAt(module, 'child_modules'))) {
    const own = stringOf(nodeAt(child, 'address'));
    if (own !== undefined) walk(child, own, visit, depth + 1);
  }
}

interface Surroundings {
  readonly module: string;
  readonly root: PlanModule;
  readonly changes: ReadonlyMap<string, JsonNode>;
}

function resourceOf(
  node: JsonNode,
  { module, root, changes }: Surroundings,
): PlanResource | undefined {
  const [address, type, name] = ['address', 'type', 'name'].map((key) =>
    stringOf(nodeAt(node, key)),
  );
  if (address === undefined || type === undefined || name === undefined) return undefined;
  const isData = stringOf(nodeAt(node, 'mode')) === 'data';
  const kind = isData ? `data.${type}` : type;
  return {
    address,
    kind,
    isData,
    type,
    name,
    module,
    key: stepsOf(address).at(-1)?.keys[0],
    node: nodeAt(node, 'address') ?? node,
    values: nodeAt(node, 'values'),
    unknown: changes.get(address),
    sensitive: nodeAt(node, 'sensitive_values'),
    config: moduleAt(root, module)?.resources.get(keyless(`${kind}.${name}`)),
  };
}
