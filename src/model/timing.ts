/** Every time line of a system: for each pool and event, whoever drains it, and each workload that may be there. */
import type { EventKind } from '../facts/reactions.js';
import { compareSpans, type Origin } from '../source/span.js';
import { isUnknown, type Located } from '../value/value.js';
import { courseOf, type TimingFacts } from './courses.js';
import { slowDetach } from './detach.js';
import type { PoolDrain } from './drain.js';
import { fits, landsOn, type NodeShape } from './fit.js';
import { blockingBudgets, doublyHeld } from './pdb.js';
import { protects } from './protection.js';
import { type ShortHook, shortHooks } from './short-hooks.js';
import type { Installation, Pool, System } from './system.js';
import { type Timeline, timeline } from './timeline.js';
import { type Unschedulable, unschedulable } from './unschedulable.js';
import { isDraining, type Verdict } from './verdict.js';
import { type ExceedingWave, exceedingWaves } from './wave.js';
import type { Workload, Workloads } from './workload.js';

export interface TimingInput {
  readonly system: System;
  readonly verdicts: readonly Verdict[];
  readonly workloads: Workloads;
  readonly drains: readonly PoolDrain[];
  /** Releases of Karpenter where no installation is in sight. */
  readonly assumed?: readonly string[];
  /** How many nodes of a pool may be interrupted at once, where somebody says it. */
  readonly wave?: Located<number>;
  readonly facts: TimingFacts;
}

/** A pool with what decides how its nodes go. */
export interface PoolTiming {
  readonly pool: Pool;
  readonly shape: NodeShape;
  readonly drain?: PoolDrain;
  /** Releases of Karpenter that may run it. */
  readonly releases: readonly string[];
  /** Workloads that can run there, with certainty. */
  readonly workloads: readonly Workload[];
  /** An interruption waits for protected pods instead of evicting them, in every release that may run it. */
  readonly waitsForProtected: boolean;
  /** A life longer than Auto Mode grants; without a number where it is to have no end. */
  readonly overLifetime?: {
    readonly seconds?: number;
    readonly most: number;
    readonly from: Origin;
  };
}

/** A pod that no eviction moves, and why. */
export interface Immovable {
  readonly workload: Workload;
  readonly by: 'budget' | 'protection';
  /** `maxUnavailable is 0`. */
  readonly because: string;
  readonly from: Origin;
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
  readonly unschedulable: readonly Unschedulable[];
}

const EVENTS: readonly EventKind[] = ['spot-interruption', 'scheduled-change', 'asg-termination'];

export function timingOf(input: TimingInput): Timing {
  const { system, workloads, facts } = input;
  const known = releasesInUse(input);
  const pools = system.pools.map((pool) => poolTiming(input, pool, known));
  const timelines = pools.flatMap((pool) =>
    EVENTS.flatMap((event) => timelinesOf(input, pool, event)),
  );
  return {
    pools,
    workloads,
    timelines,
    immovable: (pool) => immovable(pool, workloads),
    releases: known,
    waves: exceedingWaves(timelines, input.wave, facts),
    shortHooks: shortHooks(system, timelines, facts),
    unschedulable: unschedulable(
      workloads.workloads.filter(({ daemon }) => !daemon),
      pools.map(({ shape, pool }) => ({ ...shape, pool })),
    ),
  };
}

function poolTiming(input: TimingInput, pool: Pool, known: readonly string[]): PoolTiming {
  const { workloads, drains, facts } = input;
  const drain = drains.find((one) => isOf(one, pool));
  const shape = { pool, requirements: drain?.requirements ?? [] };
  const releases = known.length > 0 || drain === undefined ? known : serving(drain, facts);
  const over = overLifetime(drain, facts);
  return {
    pool,
    shape,
    releases,
    ...(drain && { drain }),
    ...(over && { overLifetime: over }),
    workloads: workloads.workloads.filter(
      (workload) => !workload.daemon && fits(workload, shape) === true,
    ),
    waitsForProtected:
      releases.length > 0 &&
      releases.every((one) => facts.karpenter.drainBehaviour(one).evictsDoNotDisrupt === false),
  };
}

/** The object that the pool is made of: both stand where its name is written. */
const isOf = ({ from, pool: name }: PoolDrain, pool: Pool): boolean =>
  compareSpans(from.at, pool.from.at) === 0 &&
  (isUnknown(pool.name) ? pool.name.term : pool.name.value) === name;

/** Auto Mode replaces a node at its limit, drain included. */
function overLifetime(
  drain: PoolDrain | undefined,
  { timing }: TimingFacts,
): PoolTiming['overLifetime'] {
  if (drain?.autoMode !== true || isUnknown(drain.expireAfter)) return undefined;
  const { lifetime: most, terminationGracePeriod } = timing.AUTO_MODE;
  const { value, from } = drain.expireAfter;
  if (value === 'Never') return { most, from };
  const grace = drain.terminationGracePeriod;
  if (grace !== undefined && isUnknown(grace)) return undefined;
  const seconds = value + (grace?.value ?? terminationGracePeriod);
  return seconds > most ? { seconds, most, from } : undefined;
}

function releasesInUse({ system, assumed }: TimingInput): readonly string[] {
  const installed = system.installations.filter(({ handler }) => handler === 'karpenter');
  const allowed = installed.flatMap(({ releases }) => releases.allowed);
  return allowed.length > 0 ? [...new Set(allowed)] : (assumed ?? []);
}

/** The releases whose own API version is the pool's: one of them runs it. */
function serving({ apiVersion }: PoolDrain, { karpenter }: TimingFacts): readonly string[] {
  const kind = apiVersion === 'karpenter.sh/v1alpha5' ? 'Provisioner' : 'NodePool';
  return karpenter
    .karpenterVersions()
    .filter((release) =>
      karpenter
        .servedApis(release)
        .some((api) => api.kind === kind && `${api.group}/${api.storage}` === apiVersion),
    );
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

/** Budgets hold a drain by any handler; annotations only one by Karpenter. */
function immovable(
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

/** Whether a pool's drains have no end of their own: nothing is certain where the deadline is unknown. */
export const isUnbounded = ({ drain, pool }: PoolTiming): boolean =>
  pool.kind === 'NodePool' && drain !== undefined && drain.terminationGracePeriod === undefined;

/** Seconds after which nodes of a pool are replaced; undefined where that is never, or unknown. */
export function lifetimeOf({ drain }: PoolTiming): number | undefined {
  if (drain === undefined || isUnknown(drain.expireAfter)) return undefined;
  const { value } = drain.expireAfter;
  return value === 'Never' ? undefined : value;
}
