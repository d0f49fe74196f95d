/** Who drains each pool of a judged system, with the settings that a wave meets. */
import type { DrainBehaviour } from '../facts/karpenter.js';
import type { EventKind } from '../facts/reactions.js';
import { POD_GRACE, settingOf, type TimingFacts, WINDOW } from '../model/courses.js';
import type { JudgedVerdict } from '../model/expect.js';
import type { PoolTiming } from '../model/pool-timing.js';
import type { Installation, System } from '../model/system.js';
import { titlesOf } from '../model/titles.js';
import { isDraining } from '../model/verdict.js';
import { flag } from '../value/read.js';
import type { Parameters } from './run.js';
import type { Settings } from './scenario.js';
import type { Drainer, KarpenterDrainer, NthDrainer, RateLimit } from './wave.js';

export interface Judgement {
  readonly system: System;
  readonly verdicts: readonly JudgedVerdict[];
}

export interface DrainerFacts extends TimingFacts {
  readonly simulation: Parameters;
}

/** Settings that take the place of what is installed. */
export interface Overrides {
  readonly nth: Settings;
  readonly karpenter: Settings;
}

export interface FoundDrainer {
  readonly drainer: Drainer;
  readonly installation?: string;
  readonly drainsOnRebalance: boolean;
  /** What is simulated although it is not so certain. */
  readonly note?: string;
}

export function drainerOf(
  { system, verdicts }: Judgement,
  pool: PoolTiming,
  overrides: Overrides,
  facts: DrainerFacts,
): FoundDrainer {
  const drain = (event: EventKind): readonly string[] =>
    verdicts
      .filter((one) => one.pool.id === pool.pool.id && one.event.kind === event)
      .flatMap(({ claims }) =>
        claims
          .filter((one) => one.holds === true && isDraining(one))
          .map((one) => one.installation),
      );
  const [first, second] = [...new Set(drain('spot-interruption'))];
  const installation = system.installations.find(({ id }) => id === first);
  if (installation === undefined) {
    const elsewhere = pool.pool.kind === 'NodePool' && system.installations.length === 0;
    return {
      drainer: elsewhere
        ? karpenterOf('karpenter', pool, overrides, facts)
        : { kind: 'none', name: 'nobody' },
      drainsOnRebalance: false,
    };
  }
  const title = titlesOf(system);
  const name = title(installation.id);
  return {
    drainer: ofInstallation(installation, name, pool, overrides, facts),
    installation: installation.id,
    drainsOnRebalance: drain('rebalance-recommendation').includes(installation.id),
    ...(second !== undefined && {
      note: `"${name}" and "${title(second)}" both drain "${pool.pool.id}"; only the first is simulated`,
    }),
  };
}

function ofInstallation(
  installation: Installation,
  name: string,
  pool: PoolTiming,
  overrides: Overrides,
  facts: DrainerFacts,
): Drainer {
  switch (installation.handler) {
    case 'karpenter':
      return karpenterOf(name, pool, overrides, facts);
    case 'nth':
      return nthOf(installation, name, overrides.nth, facts);
    case 'eks':
      return { kind: 'eks', name };
    default:
      return { kind: 'none', name };
  }
}

function karpenterOf(
  name: string,
  { releases }: PoolTiming,
  { karpenter }: Overrides,
  facts: DrainerFacts,
): KarpenterDrainer {
  const { qps, burst } = facts.simulation.KARPENTER_COST;
  const behaviours = releases.map((release) => facts.karpenter.drainBehaviour(release));
  // Where releases differ, the one under which the wave takes longer.
  const all = (holds: (one: DrainBehaviour) => boolean): boolean =>
    behaviours.length > 0 && behaviours.every(holds);
  return {
    kind: 'karpenter',
    name,
    limit: limitOf(karpenter, { qps: qps.value, burst: burst.value }),
    evictsProtected: all(({ evictsDoNotDisrupt }) => evictsDoNotDisrupt === true),
    waitsForVolumes: all(({ waitsForVolumes }) => waitsForVolumes),
    oneByOne: behaviours.some(({ evictsOneByOne }) => evictsOneByOne),
    nextGroup: all(({ nextGroup }) => nextGroup === 'told') ? 'told' : 'gone',
  };
}

function nthOf(
  installation: Installation,
  name: string,
  set: Settings,
  { timing, simulation }: DrainerFacts,
): NthDrainer {
  const written = (key: string): number | undefined => settingOf(installation, key)?.value;
  const { qps, burst } = simulation.NTH_COST;
  const grace = set.podTerminationGracePeriod ?? written(POD_GRACE) ?? -1;
  const queue = installation.mode !== 'imds';
  return {
    kind: 'nth',
    name,
    mode: queue ? 'queue' : 'imds',
    // The DaemonSet's templates read no number of workers.
    workers: (queue ? (set.workers ?? written('workers')) : undefined) ?? timing.WORKERS.nth,
    replicas: set.replicas ?? written('replicas') ?? 1,
    limit: limitOf(set, { qps: qps.value, burst: burst.value }),
    // A client that sets a limit has one for all API groups together (kubernetes/client-go@v0.30.4 kubernetes/clientset.go).
    sharedLimit: set.sharedLimit ?? false,
    window: set.nodeTerminationGracePeriod ?? written(WINDOW) ?? timing.NOTICE.seconds,
    ...(grace >= 0 && { podGrace: grace }),
    taints: set.taintNode ?? flag(installation.setting('taintNode')) === true,
    visibility:
      set.sqsMsgVisibilityTimeoutSec ??
      written('sqsMsgVisibilityTimeoutSec') ??
      simulation.QUEUE.visibility.value,
  };
}

const limitOf = ({ qps, burst }: Settings, own: RateLimit): RateLimit => ({
  qps: qps ?? own.qps,
  burst: burst ?? (qps === undefined ? own.burst : 2 * qps),
});
