/**
 * Karpenter's drain of one node: its pods are evicted group after group, refused
 * evictions are tried again, and it is over when all pods are gone and volumes are
 * let go of.
 */
import type { Bucket } from './bucket.js';
import { groupsOf, isEvicted } from './groups.js';
import type { KarpenterWorld } from './karpenter.js';
import type { KarpenterDrainer } from './wave.js';

export interface NodeDrain {
  /** Evicts the first group. */
  readonly begin: () => void;
  /** Looks again at what is left: a pod was told to end. */
  readonly look: () => void;
  /** Pods that are to go at all. */
  readonly pods: readonly number[];
}

export function nodeDrain(
  node: number,
  settings: KarpenterDrainer,
  evictions: Bucket,
  { time, cluster, call, cost, detach }: KarpenterWorld,
): NodeDrain {
  const [from, to] = cluster.podsOf(node);
  const own = Array.from({ length: to - from }, (_, index) => from + index);
  const groups = groupsOf(own, cluster.kindOf);
  const pods = groups.flat();
  let turn = -1;

  const evict = (pod: number, wait: number): void =>
    time.at(evictions.reserve(time.now()) + call, () => {
      if (cluster.evict(pod)) look();
      else
        time.at(time.now() + wait, () => {
          if (cluster.isGone(pod) || !Number.isNaN(cluster.pod.evicted[pod])) return;
          evict(pod, Math.min(wait * 2, cost.retryMost.value));
        });
    });
  const take = (next: number): void => {
    // A deadline that shortens an end asks for the next group a second time.
    if (next !== turn + 1) return;
    turn = next;
    for (const pod of groups[next] ?? []) {
      cluster.pod.turn[pod] = time.now();
      if (isEvicted(settings, cluster.kindOf(pod))) evict(pod, cost.retryFirst.value);
    }
    look();
  };
  /** When the handler can leave a group behind; NaN where that is not known yet. */
  const left = (group: readonly number[]): number =>
    settings.nextGroup === 'gone'
      ? latest(group, (pod) => cluster.pod.ended[pod])
      : latest(
          group.filter((pod) => isEvicted(settings, cluster.kindOf(pod))),
          (pod) => cluster.pod.evicted[pod],
        );
  const free = (pod: number): number => {
    const ended = cluster.pod.ended[pod] ?? Number.NaN;
    return settings.waitsForVolumes && cluster.kindOf(pod).volume ? ended + detach : ended;
  };
  const look = (): void => {
    const done = latest(pods, free);
    if (!Number.isNaN(done))
      cluster.node.drained[node] = Math.max(time.now(), done) + cost.lookEvery.value;
    const group = groups[turn];
    const next = turn + 1;
    if (group === undefined || next >= groups.length) return;
    const at = left(group);
    if (!Number.isNaN(at))
      time.at(Math.max(time.now(), at) + cost.lookEvery.value, () => take(next));
  };
  return {
    pods,
    look,
    begin: () => {
      cluster.node.evicting[node] = time.now();
      if (pods.length === 0) look();
      else take(0);
    },
  };
}

/** NaN where one of them is; the beginning of time where there is none. */
function latest(pods: readonly number[], timeOf: (pod: number) => number | undefined): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const pod of pods) {
    const time = timeOf(pod) ?? Number.NaN;
    if (Number.isNaN(time)) return Number.NaN;
    last = Math.max(last, time);
  }
  return last;
}
