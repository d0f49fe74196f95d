/** Pods that no eviction moves from a pool's nodes: held by a budget, or by an annotation that Karpenter heeds. */
import type { Origin } from '../source/span.js';
import { blockingBudgets, doublyHeld } from './pdb.js';
import type { PoolTiming } from './pool-timing.js';
import { protects } from './protection.js';
import type { Workload, Workloads } from './workload.js';

/** A pod that no eviction moves, and why. */
export interface Immovable {
  readonly workload: Workload;
  readonly by: 'budget' | 'protection';
  /** `maxUnavailable is 0`. */
  readonly because: string;
  readonly from: Origin;
}

/** Budgets hold a drain by any handler; annotations only one by Karpenter. */
export function immovable(
  { pool, workloads, releases }: PoolTiming,
  { budgets, workloads: all }: Workloads,
): readonly Immovable[] {
  const here = new Set(workloads);
  const held = blockingBudgets(budgets, all).flatMap(({ budget, workload, because }) =>
    workload !== undefined && here.has(workload)
      ? [{ workload, by: 'budget' as const, because, from: budget.from }]
      : [],
  );
  const twice = doublyHeld(budgets, workloads).map(({ workload, budgets: [first] }) => ({
    workload,
    by: 'budget' as const,
    because: 'two budgets hold it',
    from: first?.from ?? workload.from,
  }));
  if (pool.kind !== 'NodePool' || releases.length === 0) return [...held, ...twice];
  const kept = workloads.flatMap((workload) =>
    workload.protection
      .filter((one) => releases.every((release) => protects(one, release)))
      .map((one) => ({
        workload,
        by: 'protection' as const,
        because: `${one.annotation} is ${one.value}`,
        from: one.from,
      })),
  );
  return [...held, ...twice, ...kept];
}
