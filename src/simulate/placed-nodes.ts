/** Puts the Spot nodes of a cluster's lists into a wave, with the pods that run on them. */
import type { PoolTiming } from '../model/pool-timing.js';
import { DEFAULT_GRACE } from '../model/workload.js';
import { isUnknown } from '../value/value.js';
import type { Placed, PlacedNode } from './placed.js';
import type { Collector } from './population.js';
import type { Drains } from './standing.js';

/** Labels by which nodes say which pool they are of, and whether Spot can take them back. */
const POOL_LABELS = [
  'karpenter.sh/nodepool',
  'karpenter.sh/provisioner-name',
  'eks.amazonaws.com/nodegroup',
];
const CAPACITY_LABELS = ['karpenter.sh/capacity-type', 'eks.amazonaws.com/capacityType'];

/** Where pods are put, and what is said of it. */
export interface Placing {
  readonly into: Collector;
  readonly take: (says: string) => void;
  readonly drains: Drains;
}

/** The Spot nodes of a list go with the pods that run on them; gives the pools that had any. */
export function onNodes(
  placed: Placed,
  pools: readonly PoolTiming[],
  { into, take, drains }: Placing,
): ReadonlySet<number> {
  const budgets = new Map([...placed.budgets].map(([id, budget]) => [id, into.budget(budget)]));
  const standings = placed.kinds.map(({ workload, daemon }) =>
    drains.standing({ ...workload, daemon }),
  );
  const kinds = placed.kinds.map(({ workload, name, budgets: over }, index) => {
    const budget = budgetOver(over, (one) => budgets.get(one), into);
    const grace = isUnknown(workload.grace) ? DEFAULT_GRACE : workload.grace.value;
    return into.kind({
      name,
      grace,
      volume: workload.volumes.length > 0,
      protected: workload.protection.some(({ value }) => value !== 'false'),
      ...standings[index],
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
    const evicted = drains.byKarpenter(index);
    into.node(
      index,
      node.pods.filter((kind) => isMoved(standings[kind], evicted)).map((kind) => kinds[kind] ?? 0),
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
  if (placed.unclaimed > 0)
    take(
      `${placed.unclaimed === 1 ? '1 pod names a volume claim' : `${placed.unclaimed} pods name volume claims`} that the list does not hold, and no volume is waited for: "kubectl get" takes pvc, too`,
    );
  return hit;
}

/** A DaemonSet's pod is of interest only where it is evicted. */
const isMoved = (
  standing: ReturnType<Drains['standing']> | undefined,
  byKarpenter: boolean,
): boolean => standing?.daemon !== true || (byKarpenter && standing.tolerates !== true);

/** The eviction API refuses pods under two budgets whatever those say. */
export const budgetOver = (
  names: readonly string[],
  known: (name: string) => number | undefined,
  into: Collector,
): number | undefined =>
  names.length < 2
    ? known(names[0] ?? '')
    : into.budget({ name: names.join(' and '), healthy: 0, desired: 0 });

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
