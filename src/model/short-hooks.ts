/** Lifecycle hooks that end before a drain by NTH may, of groups in sight and of those that are only referred to. */
import type { Origin } from '../source/span.js';
import { isUnknown } from '../value/value.js';
import { hasHeartbeats, settingOf, type TimingFacts, WINDOW } from './courses.js';
import type { Hook, Installation, Pool, System } from './system.js';
import type { Timeline } from './timeline.js';

export interface ShortHook {
  /** Absent for a group that is not in sight. */
  readonly pool?: Pool;
  readonly installation: Installation;
  /** Who takes longer than the hook gives. */
  readonly who: string;
  readonly needs: number;
  readonly limit: number;
  readonly from: Origin;
  readonly hookFrom?: Origin;
}

export function shortHooks(
  system: System,
  timelines: readonly Timeline[],
  facts: TimingFacts,
): readonly ShortHook[] {
  const inSight = timelines.flatMap((line) => ofTimeline(line) ?? []);
  const pools = new Set(system.pools.map(({ id }) => id));
  const loose = system.hooks
    .filter(({ pool, exists }) => !pools.has(pool) && exists !== false)
    .flatMap((hook) =>
      system.installations.flatMap((installation) => ofHook(hook, installation, facts) ?? []),
    );
  return [...inSight, ...loose];
}

function ofTimeline(line: Timeline): ShortHook | undefined {
  const { deadlines, installation, workload, breaks, pool } = line;
  const hook = deadlines.find(({ name }) => name === 'hook');
  if (hook === undefined || installation === undefined) return undefined;
  const common = {
    pool,
    installation,
    limit: hook.at,
    ...(hook.from && { hookFrom: hook.from }),
  };
  const window = settingOf(installation, WINDOW);
  if (workload === undefined)
    return window !== undefined && window.value > hook.at
      ? { ...common, who: installation.id, needs: window.value, from: window.from }
      : undefined;
  const cut = breaks.find(({ deadline, step }) => deadline === hook && step.name === 'grace');
  // What the window cuts before is said of the window.
  if (cut === undefined || (window !== undefined && window.value < cut.step.seconds))
    return undefined;
  const from = cut.step.from ?? workload.from;
  return { ...common, who: workload.id, needs: cut.step.seconds, from };
}

function ofHook(
  { transition, timeout, from }: Hook,
  installation: Installation,
  { nth }: TimingFacts,
): ShortHook | undefined {
  if (transition !== 'terminating' || timeout === undefined || isUnknown(timeout)) return undefined;
  if (installation.handler !== 'nth' || installation.mode !== 'queue') return undefined;
  const window = settingOf(installation, WINDOW);
  if (window === undefined || window.value <= timeout.value || hasHeartbeats(installation, nth))
    return undefined;
  return {
    installation,
    who: installation.id,
    needs: window.value,
    limit: timeout.value,
    from: window.from,
    hookFrom: timeout.from ?? from,
  };
}
