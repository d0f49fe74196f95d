/** Collects nodes, kinds of pods and budgets of a wave, and gives each its index. */
import type { PodKind, WaveBudget } from './wave.js';

export interface Population {
  readonly kinds: readonly PodKind[];
  readonly budgets: readonly WaveBudget[];
  /** Pool of each node. */
  readonly nodes: readonly number[];
  readonly pods: readonly (readonly number[])[];
}

export interface Collector {
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
  return {
    kind: (kind) => kinds.push(kind) - 1,
    budget: (budget) => budgets.push(budget) - 1,
    node: (pool, own) => {
      nodes.push(pool);
      pods.push(own);
    },
    read: () => ({ kinds, budgets, nodes, pods }),
  };
}
