/** What pods waited for on their way to an end, and what workers were busy with meanwhile. */
import type { Cluster } from './cluster.js';
import type { Wave } from './wave.js';

/**
 * What a pod waits for on its way to an end in order. `delivery`: the message is on
 * its way. `queue`: messages before it. `workers`: a free one. `calls`: the API
 * client's limit, before the first eviction; `order`: groups that Karpenter evicts
 * before it; `evictions`: the limit for evictions. `toleration`: Karpenter leaves it.
 */
export const STAGES = [
  'delivery',
  'queue',
  'workers',
  'calls',
  'order',
  'evictions',
  'budget',
  'protection',
  'toleration',
  'grace',
  'volume',
  'nobody',
] as const;

export type Stage = (typeof STAGES)[number];

export type Waits = Record<Stage, number>;

export const emptyWaits = (): Waits =>
  Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>;

export const largest = (waits: Waits): Stage =>
  STAGES.reduce((most, stage) => (waits[stage] > waits[most] ? stage : most), 'grace' as Stage);

export interface Late {
  readonly pod: number;
  readonly node: number;
  readonly lost: number;
}

/** Splits the time from the notice to the loss by what the pod waited for. */
export function addWaits(
  waits: Waits,
  wave: Wave,
  cluster: Cluster,
  { pod, node, lost }: Late,
): void {
  const { node: nodes, pod: pods } = cluster;
  const drainer = wave.drainers[cluster.poolOf(node).drainer]?.kind;
  const kind = cluster.kindOf(pod);
  let at = nodes.noticed[node] ?? 0;
  const until = (time: number, stage: Stage): void => {
    const end = Math.min(Number.isNaN(time) ? lost : time, lost);
    if (end > at) waits[stage] += end - at;
    at = Math.max(at, end);
  };
  const value = (times: Float64Array, index: number): number => times[index] ?? Number.NaN;
  if (drainer === 'none') {
    until(lost, 'nobody');
    return;
  }
  if (!Number.isNaN(value(nodes.arrived, node))) until(value(nodes.arrived, node), 'delivery');
  until(value(nodes.reached, node), 'queue');
  until(value(nodes.started, node), 'workers');
  until(value(nodes.evicting, node), 'calls');
  if (drainer === 'karpenter' && kind.tolerates === true) until(lost, 'toleration');
  // A pod that is deleted for a deadline waits for no turn.
  const [turn, attempted] = [value(pods.turn, pod), value(pods.attempted, pod)];
  if (drainer === 'karpenter') until(Number.isNaN(turn) ? attempted : turn, 'order');
  until(attempted, kind.protected ? 'protection' : 'evictions');
  until(value(pods.evicted, pod), 'budget');
  until(value(pods.ended, pod), 'grace');
  if (kind.volume) until(value(pods.ended, pod) + wave.detach, 'volume');
}

/** What drains spend their time on, from the moment at which a worker begins. */
export function busy(wave: Wave, pool: number, cluster: Cluster): Stage {
  const waits = emptyWaits();
  for (let node = 0; node < wave.nodes.length; node++) {
    const [started, evicting] = [cluster.node.started[node], cluster.node.evicting[node]];
    if (wave.nodes[node] !== pool || started === undefined || evicting === undefined) continue;
    if (Number.isNaN(evicting)) continue;
    const [from, to] = cluster.podsOf(node);
    let [evicted, grace] = [evicting, 0];
    for (let pod = from; pod < to; pod++) {
      evicted = Math.max(evicted, cluster.pod.evicted[pod] ?? evicted);
      grace = Math.max(grace, cluster.kindOf(pod).grace);
    }
    const drained = cluster.node.drained[node] ?? Number.NaN;
    const seen = Number.isNaN(drained) ? 0 : Math.max(0, drained - evicted - grace);
    waits.calls += evicting - started + seen;
    waits.evictions += Number.isNaN(evicted) ? 0 : evicted - evicting;
    waits.grace += grace;
  }
  return largest(waits);
}
