/** Puts the nodes and pods of a pool into a wave: from a scenario, from workloads that are written, or as far as nobody says it from what is usual. */

import { keptBy } from '../model/pdb.js';
import type { PoolTiming } from '../model/pool-timing.js';
import { DEFAULT_GRACE, type Workload } from '../model/workload.js';
import { isUnknown } from '../value/value.js';
import type { Collector } from './population.js';
import type { Parameters } from './run.js';
import type { ScenarioPods, ScenarioPool } from './scenario.js';
import type { Drains } from './standing.js';

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
  /** Pods of workloads that are written, by pool. */
  readonly written?: WrittenPods;
  readonly drains: Drains;
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
  if (!given.into.holds(nodes * perNode(given, nodes))) return;
  const pods = podsOn(given, nodes);
  for (let node = 0; node < nodes; node++) given.into.node(given.index, pods(node));
}

/** About as many pods as there will be on a node. */
function perNode({ own, wanted, usual }: Populate, nodes: number): number {
  if (wanted.pods !== undefined) return wanted.pods;
  const said = own?.pods?.reduce(
    (sum, one) => sum + (one.replicas === undefined ? (one.perNode ?? 1) : one.replicas / nodes),
    0,
  );
  return said ?? usual.podsPerNode.value;
}

/** Kinds of the pods on a node, by its number in the pool. */
export type PodsOf = (node: number) => readonly number[];

/** Of a pool, by its place in the wave and the number of its nodes; undefined where no workload runs there. */
export type WrittenPods = (pool: number, nodes: number) => PodsOf | undefined;

function podsOn(given: Populate, nodes: number): PodsOf {
  const { own, wanted, written, index } = given;
  if (wanted.pods !== undefined) return usualPods(given);
  if (own?.pods !== undefined) return scenarioPods(given, own.pods, nodes);
  return written?.(index, nodes) ?? usualPods(given);
}

/** So many of all on one node of several, as evenly as it goes. */
export const shareOf = (all: number, node: number, nodes: number): number =>
  Math.floor((all * (node + 1)) / nodes) - Math.floor((all * node) / nodes);

/** So many pods on every node, with the longest grace that the policy says. */
function usualPods({ wanted, workloads, usual, into, take, drains, index }: Populate): PodsOf {
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
  if (drains.byKarpenter(index))
    take(
      'no pod is critical, asks for do-not-disrupt or tolerates the taint of a drain: Karpenter evicts those later or never, and a scenario says which',
    );
  const base = { grace, protected: false };
  const plain = into.kind({ ...base, name: 'pods', volume: false });
  const bound = volumes > 0 ? into.kind({ ...base, name: 'pods with a volume', volume: true }) : 0;
  const own = Array.from({ length: count }, (_, at) => (at < volumes ? bound : plain));
  return () => own;
}

function scenarioPods(
  { wanted, into, take, drains, index: pool }: Populate,
  all: readonly ScenarioPods[],
  nodes: number,
): PodsOf {
  const pods = all.filter(({ daemon }) => !daemon || drains.byKarpenter(pool));
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
      ...drains.standing(one),
      ...(budget !== undefined && { budget }),
    });
  });
  return (node) =>
    pods.flatMap(({ replicas, perNode = 1 }, index) => {
      const count = replicas === undefined ? perNode : shareOf(replicas, node, nodes);
      return Array.from({ length: count }, () => kinds[index] ?? 0);
    });
}
