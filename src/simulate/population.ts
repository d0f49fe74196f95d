/** Collects nodes, kinds of pods and budgets of a wave, and gives each its index. */
import type { PodKind, WaveBudget } from './wave.js';

export interface Population {
  readonly kinds: readonly PodKind[];
  readonly budgets: readonly WaveBudget[];
  /** Pool of each node. */
  readonly nodes: readonly number[];
  readonly pods: readonly (readonly number[])[];
}

/** Larger waves take more memory than a machine at hand has. */
export const MOST_PODS = 1_000_000;

export interface Collector {
  /** Whether so many pods more still fit; the wave is not simulated where they do not. */
  readonly holds: (pods: number) => boolean;
  /** Pods that were refused, and those before them; 0 where none was. */
  readonly over: () => number;
  readonly kind: (kind: PodKind) => number;
  readonly budget: (budget: WaveBudget) => number;
  readonly node: (pool: number, pods: readonly number[]) => void;
  readonly read: () => Population;
}

export function collector(): Collector {
  const kinds: PodKind[] = [];
  const budgets: WaveBudget[] = [];
  const nodes: number[] = [];
  const pods: (readonly number[])[] = [];
  let asked = 0;
  return {
    holds: (more) => {
      asked += more;
      return asked <= MOST_PODS;
    },
    over: () => (asked > MOST_PODS ? asked : 0),
    kind: (kind) => kinds.push(kind) - 1,
    budget: (budget) => budgets.push(budget) - 1,
    node: (pool, own) => {
      nodes.push(pool);
      pods.push(own);
    },
    read: () => ({ kinds, budgets, nodes, pods }),
  };
}
