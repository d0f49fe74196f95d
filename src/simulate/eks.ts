/** EKS drains the nodes of its own groups: everything at once, and again what was refused. */
import type { EKS_COST } from '../facts/simulation.js';
import type { Clock } from './clock.js';
import type { Cluster } from './cluster.js';

export interface EksWorld {
  readonly time: Clock;
  readonly cluster: Cluster;
  readonly cost: typeof EKS_COST;
}

export function drainByEks(node: number, { time, cluster, cost }: EksWorld): void {
  const { reached, started, evicting, drained } = cluster.node;
  if (!Number.isNaN(started[node])) return;
  for (const times of [reached, started, evicting]) times[node] = time.now();
  const [from, to] = cluster.podsOf(node);
  let last = time.now();
  let refused = Array.from({ length: to - from }, (_, index) => from + index);
  const evict = (): void => {
    refused = refused.filter((pod) => !cluster.evict(pod));
    if (refused.length > 0) {
      time.at(time.now() + cost.retryEvery.value, evict);
      return;
    }
    for (let pod = from; pod < to; pod++) last = Math.max(last, cluster.pod.ended[pod] ?? last);
    drained[node] = last;
  };
  evict();
}
