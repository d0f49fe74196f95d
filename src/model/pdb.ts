/**
 * The arithmetic of PodDisruptionBudgets, as the disruption controller does it
 * (kubernetes/kubernetes@v1.31.0 pkg/controller/disruption/disruption.go):
 * shares are rounded up, for minAvailable and for maxUnavailable alike.
 */
import { isUnknown, type Maybe } from '../value/value.js';
import { holdsFor } from './labels.js';
import type { Amount, PodBudget, Workload } from './workload.js';

export interface BlockedPods {
  readonly budget: PodBudget;
  /** Absent where the budget blocks whatever it selects. */
  readonly workload?: Workload;
  /** `minAvailable 51% of 1 pod is 1`. */
  readonly because: string;
}

export const selectsPods = (budget: PodBudget, workload: Workload): boolean =>
  budget.selects !== undefined &&
  budget.namespace === workload.namespace &&
  budget.cluster === workload.cluster &&
  budget.selects.every((condition) => holdsFor(condition, workload.labels.get(condition.key)));

/** Why a budget lets no pod of a healthy workload go; undefined where it does, or where that cannot be said. */
export function blocksEviction(
  budget: PodBudget,
  replicas: Maybe<number> | undefined,
): string | undefined {
  const { minAvailable, maxUnavailable } = budget;
  if (maxUnavailable !== undefined)
    return value(maxUnavailable) === 0 ? `maxUnavailable is ${written(maxUnavailable)}` : undefined;
  if (minAvailable === undefined) return undefined;
  if ('percent' in minAvailable && minAvailable.percent >= 100)
    return `minAvailable is ${written(minAvailable)}`;
  if (replicas === undefined || isUnknown(replicas) || replicas.value < 1) return undefined;
  const pods = replicas.value;
  const needed = scaled(minAvailable, pods);
  if (needed < pods) return undefined;
  const of = `${pods} ${pods === 1 ? 'pod' : 'pods'}`;
  return 'percent' in minAvailable
    ? `minAvailable ${written(minAvailable)} of ${of} is rounded up to ${needed}`
    : `minAvailable is ${needed}, of ${of}`;
}

const value = (amount: Amount): number => ('pods' in amount ? amount.pods : amount.percent);

const written = (amount: Amount): string =>
  'pods' in amount ? String(amount.pods) : `${amount.percent}%`;

/** Pods of so many that a budget keeps: evictions are refused that would leave fewer. */
export function keptBy(
  { minAvailable, maxUnavailable }: Pick<PodBudget, 'minAvailable' | 'maxUnavailable'>,
  pods: number,
): number {
  if (maxUnavailable !== undefined) return Math.max(0, pods - scaled(maxUnavailable, pods));
  return minAvailable === undefined ? 0 : scaled(minAvailable, pods);
}

const scaled = (amount: Amount, pods: number): number =>
  'pods' in amount ? amount.pods : Math.ceil((amount.percent * pods) / 100);

/** Every budget that lets no pod go, for each workload that it holds. */
export function blockingBudgets(
  budgets: readonly PodBudget[],
  workloads: readonly Workload[],
): readonly BlockedPods[] {
  return budgets.flatMap((budget) => {
    const held = workloads.filter((workload) => selectsPods(budget, workload));
    if (held.length === 0) {
      const because = blocksEviction(budget, undefined);
      return because === undefined ? [] : [{ budget, because }];
    }
    // A budget over several workloads counts all of their pods.
    const because = blocksEviction(budget, total(held));
    return because === undefined ? [] : held.map((workload) => ({ budget, workload, because }));
  });
}

function total(held: readonly Workload[]): Maybe<number> | undefined {
  let sum = 0;
  for (const { replicas } of held) {
    if (replicas === undefined || isUnknown(replicas)) return replicas;
    sum += replicas.value;
  }
  const [first] = held;
  return first && { value: sum, from: first.from };
}

/** Workloads under two budgets: the eviction API refuses their pods whatever the budgets say. */
export function doublyHeld(
  budgets: readonly PodBudget[],
  workloads: readonly Workload[],
): readonly { readonly workload: Workload; readonly budgets: readonly PodBudget[] }[] {
  return workloads
    .map((workload) => ({
      workload,
      budgets: budgets.filter((budget) => selectsPods(budget, workload)),
    }))
    .filter(({ budgets: held }) => held.length > 1);
}
