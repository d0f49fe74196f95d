/** Puts nodes and pods into a wave: from a scenario, from a cluster's lists, or as far as nobody says it from what is usual. */

import { keptBy } from '../model/pdb.js';
import type { PoolTiming } from '../model/pool-timing.js';
import { DEFAULT_GRACE, type Workload } from '../model/workload.js';
import { isUnknown } from '../value/value.js';
import type { Placed, PlacedNode } from './placed.js';
import type { Collector } from './population.js';
import type { Parameters } from './run.js';
import type { ScenarioPods, ScenarioPool } from './scenario.js';

/** What the command line says of the size of a wave. */
export interface Sizes {
  readonly nodes?: number;
  /** On each node. */
  readonly pods?: number;
  readonly grace?: number;
  readonly daemonPods?: number;
}

export interface Populate {
  readonly pool: PoolTiming;
  readonly index: number;
  readonly own?: ScenarioPool;
  readonly wanted: Sizes;
  readonly expected?: number;
  readonly workloads: readonly Workload[];
  readonly usual: Parameters['WORKLOAD'];
  readonly into: Collector;
  readonly take: (says: string) => void;
}

export function populate(given: Populate): void {
  const { own, wanted, expected, usual, take } = given;
  const said = wanted.nodes ?? own?.nodes ?? expected;
  const nodes = said ?? usual.nodes.value;
  if (said === undefined)
    take(
      `${nodes} nodes of a pool go at once: neither "drain.wave.nodes" nor --nodes says how many`,
    );
  const pods =
    own?.pods === undefined || wanted.pods !== undefined
      ? usualPods(given)
      : scenarioPods(given, own.pods, nodes);
  for (let node = 0; node < nodes; node++) given.into.node(given.index, pods(node));
}

/** Kinds of the pods on a node, by its number in the pool. */
type PodsOf = (node: number) => readonly number[];

/** So many pods on every node, with the longest grace that the policy says. */
function usualPods({ wanted, workloads, usual, into, take }: Populate): PodsOf {
  const said = workloads.find(({ declared }) => declared === true);
  const declared = said === undefined || isUnknown(said.grace) ? undefined : said.grace.value;
  const grace = wanted.grace ?? declared ?? DEFAULT_GRACE;
  const count = wanted.pods ?? usual.podsPerNode.value;
  const every = usual.volumeEvery.value;
  const volumes = (said?.volumes.length ?? 0) > 0 ? Math.ceil(count / every) : 0;
  if (wanted.pods === undefined)
    take(`${count} pods run on each node, beside those of DaemonSets: --pods says otherwise`);
  if (wanted.grace === undefined)
    take(
      declared === undefined
        ? `pods take ${grace} s to end: neither "drain.workloads" nor --grace says how long`
        : `every pod takes the ${grace} s of "drain.workloads.longestGracePeriod" to end`,
    );
  if (volumes > 0) take(`one pod in ${every} has a volume`);
  take('no budget holds pods back, but for those of a scenario');
  const base = { grace, protected: false };
  const plain = into.kind({ ...base, name: 'pods', volume: false });
  const bound = volumes > 0 ? into.kind({ ...base, name: 'pods with a volume', volume: true }) : 0;
  const own = Array.from({ length: count }, (_, index) => (index < volumes ? bound : plain));
  return () => own;
}

function scenarioPods(
  { wanted, into, take }: Populate,
  pods: readonly ScenarioPods[],
  nodes: number,
): PodsOf {
  const kinds = pods.map((one) => {
    const inAll = one.replicas ?? (one.perNode ?? 1) * nodes;
    const grace = wanted.grace ?? Math.min(one.stops ?? Infinity, one.grace ?? DEFAULT_GRACE);
    if (wanted.grace === undefined && one.grace === undefined && one.stops === undefined)
      take(`pods of "${one.name}" take ${grace} s to end, which is what Kubernetes gives`);
    const held = one.minAvailable !== undefined || one.maxUnavailable !== undefined;
    const healthy = inAll + one.elsewhere;
    const budget = held
      ? into.budget({ name: one.name, healthy, desired: keptBy(one, healthy) })
      : undefined;
    const { name, volume } = one;
    return into.kind({
      name,
      grace,
      volume,
      protected: one.protected,
      ...(budget !== undefined && { budget }),
    });
  });
  return (node) =>
    pods.flatMap(({ replicas, perNode = 1 }, index) => {
      const count =
        replicas === undefined
          ? perNode
          : Math.floor((replicas * (node + 1)) / nodes) - Math.floor((replicas * node) / nodes);
      return Array.from({ length: count }, () => kinds[index] ?? 0);
    });
}

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
