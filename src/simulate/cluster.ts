/**
 * Nodes, pods and budgets while a wave passes: what an eviction does, when a pod
 * has ended, what its replacement gives back to a budget. Knows no handler.
 */
import type { Clock } from './clock.js';
import type { PodKind, Wave, WavePool } from './wave.js';

/** Seconds from one step of a node's end to the next; NaN for what has not happened. */
export interface NodeTimes {
  readonly noticed: Float64Array;
  /** A message of it can be received. */
  readonly arrived: Float64Array;
  /** The handler knows of it. */
  readonly reached: Float64Array;
  /** Its drain began. */
  readonly started: Float64Array;
  /** The first eviction was asked for. */
  readonly evicting: Float64Array;
  /** The handler has seen the last pod go. */
  readonly drained: Float64Array;
  readonly lost: Float64Array;
}

export interface PodTimes {
  /** Karpenter came to its group. */
  readonly turn: Float64Array;
  /** The first eviction reached the API server. */
  readonly attempted: Float64Array;
  readonly evicted: Float64Array;
  readonly ended: Float64Array;
}

export interface Cluster {
  readonly node: NodeTimes;
  readonly pod: PodTimes;
  readonly kindOf: (pod: number) => PodKind;
  readonly poolOf: (node: number) => WavePool;
  /** First pod of a node and the one after its last. */
  readonly podsOf: (node: number) => readonly [number, number];
  /** Asks for an eviction with a grace of its own at most; false where a budget refuses it. */
  readonly evict: (pod: number, grace?: number) => boolean;
  /** Ends a pod whatever its budget says, `grace` seconds from now at the latest. */
  readonly remove: (pod: number, grace: number) => void;
  /** Whether a pod had ended at a time that is not ahead, or has gone with its node; now where none is given. */
  readonly isGone: (pod: number, at?: number) => boolean;
  /** The node goes: what runs there is cut off. */
  readonly lose: (node: number) => void;
}

export interface Places {
  /** From the wish for a node to one that is ready. */
  readonly node: number;
  /** From a place to a pod that is ready. */
  readonly pod: number;
}

const absent = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);

export function cluster(wave: Wave, time: Clock, places: Places): Cluster {
  const { nodes, pods, kinds, pools } = wave;
  const first = new Int32Array(nodes.length + 1);
  for (let i = 0; i < nodes.length; i++) first[i + 1] = (first[i] ?? 0) + (pods[i]?.length ?? 0);
  const count = first[nodes.length] ?? 0;
  const kind = new Int32Array(count);
  const home = new Int32Array(count);
  for (const [node, own] of pods.entries())
    for (const [index, one] of own.entries()) {
      kind[(first[node] ?? 0) + index] = one;
      home[(first[node] ?? 0) + index] = node;
    }
  const node: NodeTimes = {
    noticed: absent(nodes.length),
    arrived: absent(nodes.length),
    reached: absent(nodes.length),
    started: absent(nodes.length),
    evicting: absent(nodes.length),
    drained: absent(nodes.length),
    lost: absent(nodes.length),
  };
  const pod: PodTimes = {
    turn: absent(count),
    attempted: absent(count),
    evicted: absent(count),
    ended: absent(count),
  };
  const healthy = wave.budgets.map((budget) => budget.healthy);

  const kindOf = (index: number): PodKind => kinds[kind[index] ?? 0] as PodKind;
  const poolOf = (index: number): WavePool => pools[nodes[index] ?? 0] as WavePool;
  const nodeOf = (index: number): number => home[index] ?? 0;

  /** When a place for what ran on a node is there. */
  const placeAt = (index: number): number => {
    const noticed = node.noticed[index] ?? 0;
    const asked =
      poolOf(index).replacement === 'on-notice'
        ? (node.reached[index] ?? noticed)
        : noticed + wave.notice;
    return (Number.isNaN(asked) ? noticed : asked) + places.node;
  };
  /** Its replacement counts for the budget again once it is ready. */
  const replace = (index: number, ended: number): void => {
    const { budget, volume } = kindOf(index);
    if (budget === undefined) return;
    const free = ended + (volume ? wave.detach : 0);
    const ready = Math.max(free, placeAt(nodeOf(index))) + places.pod;
    time.at(ready, () => {
      healthy[budget] = (healthy[budget] ?? 0) + 1;
    });
  };
  const end = (index: number, grace: number): void => {
    const now = time.now();
    if (Number.isNaN(pod.evicted[index])) pod.evicted[index] = now;
    pod.ended[index] = now + grace;
    replace(index, now + grace);
  };
  const isLost = (index: number): boolean => time.now() >= (node.lost[nodeOf(index)] ?? Infinity);

  return {
    node,
    pod,
    kindOf,
    poolOf,
    podsOf: (index) => [first[index] ?? 0, first[index + 1] ?? 0],
    evict: (index, grace) => {
      if (isLost(index)) return true;
      if (Number.isNaN(pod.attempted[index])) pod.attempted[index] = time.now();
      if (!Number.isNaN(pod.evicted[index])) return true;
      const { budget, grace: own } = kindOf(index);
      if (budget !== undefined) {
        const left = healthy[budget] ?? 0;
        if (left - 1 < (wave.budgets[budget]?.desired ?? 0)) return false;
        healthy[budget] = left - 1;
      }
      end(index, Math.min(grace ?? own, own));
      return true;
    },
    remove: (index, grace) => {
      if (isLost(index)) return;
      const now = time.now();
      const known = pod.ended[index] ?? Number.NaN;
      if (!Number.isNaN(known)) {
        pod.ended[index] = Math.min(known, Math.max(now, now + grace));
        return;
      }
      const { budget } = kindOf(index);
      if (budget !== undefined) healthy[budget] = (healthy[budget] ?? 0) - 1;
      if (Number.isNaN(pod.attempted[index])) pod.attempted[index] = now;
      end(index, grace);
    },
    isGone: (index, at = time.now()) => isLost(index) || at >= (pod.ended[index] ?? Infinity),
    lose: (index) => {
      const now = time.now();
      node.lost[index] = now;
      const [from, to] = [first[index] ?? 0, first[index + 1] ?? 0];
      for (let i = from; i < to; i++) {
        const { budget } = kindOf(i);
        if (budget === undefined || !Number.isNaN(pod.evicted[i])) continue;
        healthy[budget] = (healthy[budget] ?? 0) - 1;
        replace(i, now);
      }
    },
  };
}
