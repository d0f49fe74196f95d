/** Puts the Spot nodes of a cluster's lists into a wave, with the pods that run on them. */
import type { PoolTiming } from '../model/pool-timing.js';
import { DEFAULT_GRACE } from '../model/workload.js';
import { isUnknown } from '../value/value.js';
import type { Placed, PlacedNode } from './placed.js';
import type { Collector } from './population.js';

/** Labels by which nodes say which pool they are of, and whether Spot can take them back. */
const POOL_LABELS = [
  'karpenter.sh/nodepool',
  'karpenter.sh/provisioner-name',
  'eks.amazonaws.com/nodegroup',
];
const CAPACITY_LABELS = ['karpenter.sh/capacity-type', 'eks.amazonaws.com/capacityType'];

/** The Spot nodes of a list go with the pods that run on them; gives the pools that had any. */
export function onNodes(
  placed: Placed,
  pools: readonly PoolTiming[],
  into: Collector,
  take: (says: string) => void,
): ReadonlySet<number> {
  const budgets = new Map([...placed.budgets].map(([id, budget]) => [id, into.budget(budget)]));
  const kinds = placed.kinds.map(({ workload, name, budgets: over }) => {
    const [first, second] = over;
    // The eviction API refuses pods under two budgets whatever those say.
    const budget =
      second === undefined
        ? budgets.get(first ?? '')
        : into.budget({ name: over.join(' and '), healthy: 0, desired: 0 });
    const grace = isUnknown(workload.grace) ? DEFAULT_GRACE : workload.grace.value;
    return into.kind({
      name,
      grace,
      volume: workload.volumes.length > 0,
      protected: workload.protection.some(({ value }) => value !== 'false'),
      ...(budget !== undefined && { budget }),
    });
  });
  const hit = new Set<number>();
  const [whole, foreign] = [new Set<string>(), new Set<string>()];
  for (const node of placed.nodes) {
    const index = poolOf(node, pools);
    if (index === undefined) {
      foreign.add(node.name);
      continue;
    }
    if (!isSpot(node)) {
      whole.add(node.name);
      continue;
    }
    hit.add(index);
    into.node(
      index,
      node.pods.map((kind) => kinds[kind] ?? 0),
    );
  }
  const staying = (count: number, why: readonly [one: string, many: string]): void => {
    if (count > 0)
      take(
        `${count} ${count === 1 ? `node of the list ${why[0]}` : `nodes of the list ${why[1]}`}`,
      );
  };
  staying(whole.size, ['is not Spot and stays', 'are not Spot and stay']);
  staying(foreign.size, [
    'belongs to no Spot pool of the policy and stays',
    'belong to no Spot pool of the policy and stay',
  ]);
  return hit;
}

const firstLabel = (node: PlacedNode, keys: readonly string[]): string | undefined =>
  keys.flatMap((key) => node.labels.get(key) ?? [])[0];

/** By its label; a node without one is of the one group that gives its nodes none. */
function poolOf(node: PlacedNode, pools: readonly PoolTiming[]): number | undefined {
  const name = firstLabel(node, POOL_LABELS);
  const named = pools.findIndex(({ pool }) => !isUnknown(pool.name) && pool.name.value === name);
  if (named >= 0) return named;
  if (name !== undefined) return undefined;
  const unlabelled = pools.flatMap(({ pool }, index) =>
    pool.kind === 'SelfManagedNodeGroup' ? [index] : [],
  );
  return unlabelled.length === 1 ? unlabelled[0] : pools.length === 1 ? 0 : undefined;
}

const isSpot = (node: PlacedNode): boolean =>
  (firstLabel(node, CAPACITY_LABELS) ?? 'spot').toLowerCase() === 'spot';
