/**
 * Karpenter on a virtual clock: one loop that reads the queue ten at a time, and
 * for each node the calls that take it down, its drain, and the deadline of its NodePool.
 */
import type { KARPENTER_COST } from '../facts/simulation.js';
import { type Bucket, bucket, oneByOne } from './bucket.js';
import type { Clock } from './clock.js';
import type { Cluster } from './cluster.js';
import { type NodeDrain, nodeDrain } from './karpenter-drain.js';
import type { Queue } from './queue.js';
import type { KarpenterDrainer } from './wave.js';

export interface KarpenterWorld {
  readonly time: Clock;
  readonly cluster: Cluster;
  readonly cost: typeof KARPENTER_COST;
  readonly call: number;
  readonly detach: number;
}

export function karpenter(source: Queue, settings: KarpenterDrainer, world: KarpenterWorld): void {
  const { time, cluster, cost } = world;
  const limit = bucket(settings.limit.qps, settings.limit.burst);
  const evictions = settings.oneByOne ? oneByOne(limit, world.call) : limit;
  const poll = (): void =>
    source.receive((messages) =>
      time.at(time.now() + cost.round.value, () => {
        for (const message of messages) {
          message.deleted = true;
          const { node } = message;
          if (!Number.isNaN(cluster.node.started[node])) continue;
          cluster.node.reached[node] = time.now();
          cluster.node.started[node] = time.now();
          const drain = nodeDrain(node, settings, evictions, world);
          terminate(node, drain, limit, world);
        }
        poll();
      }),
    );
  poll();
}

function terminate(node: number, drain: NodeDrain, limit: Bucket, world: KarpenterWorld): void {
  const { time, cluster, cost } = world;
  const deleted = time.now();
  const inTurn = (calls: number): void => {
    if (calls > 0) time.at(limit.reserve(time.now()) + world.call, () => inTurn(calls - 1));
    else drain.begin();
  };
  inTurn(cost.callsBefore.value);
  const deadline = cluster.poolOf(node).terminationGracePeriod;
  if (deadline === undefined) return;
  for (const pod of drain.pods) expire(pod, { deleted, deadline, limit, world }, drain.look);
}

interface Expiry {
  readonly deleted: number;
  readonly deadline: number;
  readonly limit: Bucket;
  readonly world: KarpenterWorld;
}

/**
 * In time for its grace a pod that would outlive the deadline is deleted, with a
 * call like any other, whether or not its group's turn has come.
 */
function expire(pod: number, { deleted, deadline, limit, world }: Expiry, then: () => void): void {
  const { time, cluster, call } = world;
  const grace = Math.min(cluster.kindOf(pod).grace, Math.max(deadline, 1));
  const due = deleted + deadline;
  time.at(due - grace, () => {
    if ((cluster.pod.ended[pod] ?? Number.NaN) <= due) return;
    time.at(limit.reserve(time.now()) + call, () => {
      cluster.remove(pod, Math.max(1, due - time.now()));
      then();
    });
  });
}
