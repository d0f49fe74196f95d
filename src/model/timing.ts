/** Every time line of a system: for each pool and event, whoever drains it, and each workload that may be there. */
import type { EventKind } from '../facts/reactions.js';
import type { Located } from '../value/value.js';
import { courseOf } from './courses.js';
import { slowDetach } from './detach.js';
import { landsOn } from './fit.js';
import { type Immovable, immovable } from './immovable.js';
import { type LongSetting, longSettings } from './notice.js';
import { type PoolTiming, type PoolTimingInput, poolTiming, releasesIn } from './pool-timing.js';
import { type ShortHook, shortHooks } from './short-hooks.js';
import type { Installation, System } from './system.js';
import { type Timeline, timeline } from './timeline.js';
import { type Unschedulable, unschedulable } from './unschedulable.js';
import { isDraining, type Verdict } from './verdict.js';
import { type ExceedingWave, exceedingWaves } from './wave.js';
import type { Workloads } from './workload.js';

export interface TimingInput extends PoolTimingInput {
  readonly verdicts: readonly Verdict[];
  /** How many nodes of a pool may be interrupted at once, where somebody says it. */
  readonly wave?: Located<number>;
}

export interface Timing {
  readonly pools: readonly PoolTiming[];
  readonly workloads: Workloads;
  readonly timelines: readonly Timeline[];
  /** What keeps pods of a workload from being evicted in a pool. */
  readonly immovable: (pool: PoolTiming) => readonly Immovable[];
  /** Releases of Karpenter that are known to be in use; empty where nothing tells. */
  readonly releases: readonly string[];
  readonly waves: readonly ExceedingWave[];
  readonly shortHooks: readonly ShortHook[];
  readonly longSettings: readonly LongSetting[];
  readonly unschedulable: readonly Unschedulable[];
}

const EVENTS: readonly EventKind[] = ['spot-interruption', 'scheduled-change', 'asg-termination'];

export function timingOf(input: TimingInput): Timing {
  const { system, workloads, facts } = input;
  const pools = system.pools.map((pool) => poolTiming(input, pool));
  const timelines = pools.flatMap((pool) =>
    EVENTS.flatMap((event) => timelinesOf(input, pool, event)),
  );
  return {
    pools,
    workloads,
    timelines,
    immovable: (pool) => immovable(pool, workloads),
    releases: releasesInUse(input),
    waves: exceedingWaves(timelines, input.wave, facts),
    shortHooks: shortHooks(system, timelines, facts),
    longSettings: longSettings(timelines, facts),
    unschedulable: unschedulable(
      workloads.workloads.filter(({ daemon }) => !daemon),
      pools.map(({ shape, pool }) => ({ ...shape, pool })),
    ),
  };
}

function timelinesOf(
  { system, verdicts, facts }: TimingInput,
  { pool, shape, drain, releases, workloads }: PoolTiming,
  event: EventKind,
): readonly Timeline[] {
  if (event === 'spot-interruption' && pool.can.spot !== true) return [];
  const verdict = verdicts.find((one) => one.pool.id === pool.id && one.event.kind === event);
  if (verdict?.state === 'not-applicable') return [];
  const drainers = drainersOf(system, verdict);
  const given = {
    pool,
    event,
    hooks: system.hooks.filter((hook) => hook.pool === pool.id && hook.exists !== false),
    karpenter: releases,
    ...(drain && { drain }),
  };
  const there = workloads.filter(
    (one) => event !== 'spot-interruption' || landsOn(one, shape).includes('spot'),
  );
  // A NodePool without an installation in sight has its Karpenter elsewhere.
  const all: readonly (Installation | undefined)[] =
    drainers.length === 0 && pool.kind === 'NodePool' ? [undefined] : drainers;
  return all.flatMap((installation) =>
    [undefined, ...there].flatMap((workload) => {
      const course = courseOf(
        { ...given, ...(installation && { installation }), ...(workload && { workload }) },
        facts,
      );
      if (course === undefined) return [];
      const line = timeline(course);
      if (event !== 'spot-interruption' || (workload?.volumes.length ?? 0) === 0) return [line];
      const slow = slowDetach({ installation, karpenter: releases, breaks: line.breaks }, facts);
      return [slow === undefined ? line : { ...line, slowDetach: slow }];
    }),
  );
}

function drainersOf(system: System, verdict: Verdict | undefined): readonly Installation[] {
  const claims = (verdict?.claims ?? []).filter((one) => one.holds === true && isDraining(one));
  return claims.flatMap(
    ({ installation }) => system.installations.find(({ id }) => id === installation) ?? [],
  );
}

function releasesInUse({ system, assumed }: TimingInput): readonly string[] {
  const installed = system.clusters.flatMap(({ id }) => releasesIn(system, id) ?? []);
  return installed.length > 0 ? [...new Set(installed)] : (assumed ?? []);
}
