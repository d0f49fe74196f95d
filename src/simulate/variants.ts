/** A wave with one thing changed: what sweeps and advice try. */
import type { NthDrainer, Wave } from './wave.js';

/** Changes what is said of NTH, wherever it drains. */
export const withNth = (wave: Wave, change: Partial<NthDrainer>): Wave => ({
  ...wave,
  drainers: wave.drainers.map((one) => (one.kind === 'nth' ? { ...one, ...change } : one)),
});

/** Every pod takes so long to end. */
export const withGrace = (wave: Wave, grace: number): Wave => ({
  ...wave,
  kinds: wave.kinds.map((kind) => ({ ...kind, grace })),
});

/** No pod takes longer than this. */
export const withMostGrace = (wave: Wave, most: number): Wave => ({
  ...wave,
  kinds: wave.kinds.map((kind) => ({ ...kind, grace: Math.min(kind.grace, most) })),
});

/** Budgets let so many times as many pods go at once, and one more where they let none. */
export const withLooserBudgets = (wave: Wave, times: number): Wave => ({
  ...wave,
  budgets: wave.budgets.map((budget) => {
    const atOnce = Math.max(1, budget.healthy - budget.desired) * times;
    return { ...budget, desired: Math.max(0, budget.healthy - atOnce) };
  }),
});

/** Karpenter makes many evictions at a time. */
export const withManyEvictions = (wave: Wave): Wave => ({
  ...wave,
  drainers: wave.drainers.map((one) =>
    one.kind === 'karpenter' ? { ...one, oneByOne: false } : one,
  ),
});

/** No pod is of a priority class for which Karpenter evicts it after the others. */
export const withoutPriority = (wave: Wave): Wave => ({
  ...wave,
  kinds: wave.kinds.map((kind) => (kind.daemon === true ? kind : { ...kind, critical: false })),
});

/** Karpenter leaves every pod of a DaemonSet. */
export const withDaemonsLeft = (wave: Wave): Wave => ({
  ...wave,
  kinds: wave.kinds.map((kind) => (kind.daemon === true ? { ...kind, tolerates: true } : kind)),
});

/** Karpenter leaves no pod but those of DaemonSets. */
export const withoutTolerations = (wave: Wave): Wave => ({
  ...wave,
  kinds: wave.kinds.map((kind) => (kind.daemon === true ? kind : { ...kind, tolerates: false })),
});

/** NTH gives every pod what it takes. */
export const withOwnGrace = (wave: Wave): Wave => ({
  ...wave,
  drainers: wave.drainers.map((one) => {
    if (one.kind !== 'nth') return one;
    const { podGrace, ...rest } = one;
    return rest;
  }),
});

export const withDeadline = (wave: Wave, terminationGracePeriod: number): Wave => ({
  ...wave,
  pools: wave.pools.map((pool) =>
    wave.drainers[pool.drainer]?.kind === 'karpenter' ? { ...pool, terminationGracePeriod } : pool,
  ),
});

/** The first so many nodes of every pool. */
export function withNodes(wave: Wave, most: number): Wave {
  const taken = wave.pools.map(() => 0);
  const kept = wave.nodes.flatMap((pool, node) => {
    const before = taken[pool] ?? 0;
    taken[pool] = before + 1;
    return before < most ? [node] : [];
  });
  return {
    ...wave,
    nodes: kept.map((node) => wave.nodes[node] ?? 0),
    pods: kept.map((node) => wave.pods[node] ?? []),
  };
}

export const podsOf = ({ pods }: Wave): number => pods.reduce((sum, own) => sum + own.length, 0);
