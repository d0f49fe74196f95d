/** What decides how the nodes of a pool go, and which workloads are on them. */
import { compareSpans, type Origin } from '../source/span.js';
import { isUnknown } from '../value/value.js';
import type { TimingFacts } from './courses.js';
import type { PoolDrain } from './drain.js';
import { fits, type NodeShape } from './fit.js';
import { boundOf, typesAtMost } from './flexibility.js';
import type { Pool, System } from './system.js';
import type { Workload, Workloads } from './workload.js';

export interface PoolTimingInput {
  readonly system: System;
  readonly workloads: Workloads;
  readonly drains: readonly PoolDrain[];
  /** Releases of Karpenter where no installation is in sight. */
  readonly assumed?: readonly string[];
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
  /** A Spot pool that few instance types are left to; `alone` where nothing but Spot is. */
  readonly narrow?: {
    readonly types: number;
    readonly enough: number;
    readonly alone: boolean;
    readonly from: Origin;
  };
  /** A life longer than Auto Mode grants; without a number where it is to have no end. */
  readonly overLifetime?: {
    readonly seconds?: number;
    readonly most: number;
    readonly from: Origin;
  };
}

export function poolTiming(
  { system, workloads, drains, facts, assumed }: PoolTimingInput,
  pool: Pool,
): PoolTiming {
  const drain = drains.find((one) => isOf(one, pool));
  const shape = { pool, requirements: drain?.requirements ?? [] };
  const known = releasesIn(system, pool.cluster) ?? assumed ?? [];
  const releases = known.length > 0 || drain === undefined ? known : serving(drain, facts);
  const cluster = clusterNames(system, pool);
  const over = overLifetime(drain, facts);
  const narrow = narrowness(pool, drain, facts);
  return {
    pool,
    shape,
    releases,
    ...(drain && { drain }),
    ...(over && { overLifetime: over }),
    ...(narrow && { narrow }),
    workloads: workloads.workloads.filter(
      (workload) => !workload.daemon && isFor(workload, cluster) && fits(workload, shape) === true,
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

function narrowness(
  pool: Pool,
  drain: PoolDrain | undefined,
  { timing }: TimingFacts,
): PoolTiming['narrow'] {
  if (drain === undefined || pool.can.spot !== true) return undefined;
  const types = typesAtMost(drain.requirements);
  const { types: enough } = timing.FEW_TYPES;
  if (types === undefined || types >= enough) return undefined;
  const alone = pool.can['on-demand'] === false && pool.can.reserved === false;
  return { types, enough, alone, from: (boundOf(drain.requirements) ?? drain).from };
}

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

/** Releases of the Karpenter that a cluster has; undefined where none is in sight. */
export function releasesIn(
  { installations }: System,
  cluster: string,
): readonly string[] | undefined {
  const own = installations.filter((one) => one.handler === 'karpenter' && one.cluster === cluster);
  const allowed = own.flatMap(({ releases }) => releases.allowed);
  return allowed.length === 0 ? undefined : [...new Set(allowed)];
}

/** What a pool's cluster is called, as objects may name it. */
const clusterNames = ({ clusters }: System, { cluster }: Pool): readonly string[] => [
  cluster,
  ...clusters.flatMap(({ id, name }) => (id === cluster && !isUnknown(name) ? [name.value] : [])),
];

const isFor = ({ cluster }: Workload, names: readonly string[]): boolean =>
  cluster === undefined || names.includes(cluster);

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

/** Whether a pool's drains have no end of their own: nothing is certain where the deadline is unknown. */
export const isUnbounded = ({ drain, pool }: PoolTiming): boolean =>
  pool.kind === 'NodePool' && drain !== undefined && drain.terminationGracePeriod === undefined;

/** Seconds after which nodes of a pool are replaced; undefined where that is never, or unknown. */
export function lifetimeOf({ drain }: PoolTiming): number | undefined {
  if (drain === undefined || isUnknown(drain.expireAfter)) return undefined;
  const { value } = drain.expireAfter;
  return value === 'Never' ? undefined : value;
}
