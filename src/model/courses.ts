/** The steps and deadlines that each handler's drain of a node has, from its settings and the facts. */
import type { EventKind } from '../facts/reactions.js';
import { number, text } from '../value/read.js';
import { isUnknown, type Located, type Maybe } from '../value/value.js';
import type { PoolDrain } from './drain.js';
import type { Hook, Installation, Pool } from './system.js';
import type { Course, Deadline, Step } from './timeline.js';
import type { Workload } from './workload.js';

export interface TimingFacts {
  readonly timing: typeof import('../facts/timing.js');
  readonly karpenter: typeof import('../facts/karpenter.js');
  readonly nth: typeof import('../facts/nth.js');
}

export interface DrainCase {
  readonly pool: Pool;
  readonly event: EventKind;
  /** Absent: Karpenter for its own pools, as it is installed somewhere; else nobody. */
  readonly installation?: Installation;
  readonly workload?: Workload;
  /** What the NodePool says. */
  readonly drain?: PoolDrain;
  readonly hooks: readonly Hook[];
  /** Releases of Karpenter that may be in use. */
  readonly karpenter: readonly string[];
}

/** The course of a drain; undefined where its length hangs on what is not known. */
export function courseOf(given: DrainCase, facts: TimingFacts): Course | undefined {
  const { pool, event, installation, workload } = given;
  const grace = graceStep(given);
  if (grace === 'unknown') return undefined;
  const steps = [
    ...reachSteps(given, facts),
    ...waitStep(given, facts),
    ...(grace === undefined ? [] : [grace]),
    ...detachStep(given, facts),
  ];
  const before = steps
    .filter(({ name }) => name === 'delivery' || name === 'poll' || name === 'wait')
    .reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    pool,
    event,
    ...(installation && { installation }),
    ...(workload && { workload }),
    steps,
    deadlines: [
      ...noticeDeadline(event, facts),
      ...windowDeadline(given, before),
      ...nodeDeadline(given, before),
      ...hookDeadlines(given, facts),
    ],
  };
}

/** How the event reaches who drains. */
function reachSteps({ installation }: DrainCase, { timing }: TimingFacts): readonly Step[] {
  const poll = (key: keyof typeof timing.POLL, says: string): Step => ({
    name: 'poll',
    seconds: timing.POLL[key].seconds,
    says,
    source: timing.POLL[key].source,
  });
  const delivery: Step = {
    name: 'delivery',
    seconds: timing.DELIVERY.seconds,
    says: 'EventBridge brings the event to the queue',
    source: timing.DELIVERY.source,
  };
  if (installation?.handler === 'eks') return [poll('eks', 'EKS learns of it')];
  if (installation?.handler !== 'nth')
    return [delivery, poll('karpenter', 'Karpenter receives it')];
  return installation.mode === 'imds'
    ? [poll('nth-imds', 'NTH asks the metadata service')]
    : [delivery, poll('nth-queue', 'NTH asks the queue')];
}

/**
 * In IMDS mode the drain for a Spot notice starts when the window before the end
 * does (aws/aws-node-termination-handler@v1.25.6 pkg/interruptionevent/draincordon/handler.go).
 */
function waitStep(given: DrainCase, { timing }: TimingFacts): readonly Step[] {
  const { installation, event } = given;
  if (installation?.mode !== 'imds' || event !== 'spot-interruption') return [];
  const window = settingOf(installation, WINDOW);
  if (window === undefined || window.value >= timing.NOTICE.seconds) return [];
  return [
    {
      name: 'wait',
      seconds: timing.NOTICE.seconds - window.value - timing.POLL['nth-imds'].seconds,
      says: `NTH waits until ${window.value} seconds before the end`,
      from: window.from,
    },
  ];
}

export const WINDOW = 'nodeTerminationGracePeriod';
export const POD_GRACE = 'podTerminationGracePeriod';

/** A whole number that a chart's templates see; undefined where it is absent or unknown. */
export function settingOf(installation: Installation, key: string): Located<number> | undefined {
  const value = number(installation.setting(key));
  return value === undefined || isUnknown(value) ? undefined : value;
}

/** NTH's own number of seconds wins over the pod's, unless it is negative. */
function graceStep({ installation, workload }: DrainCase): Step | 'unknown' | undefined {
  const set = installation?.handler === 'nth' ? number(installation.setting(POD_GRACE)) : undefined;
  if (set !== undefined && isUnknown(set)) return 'unknown';
  if (set !== undefined && set.value >= 0)
    return { name: 'grace', seconds: set.value, says: `pods get ${set.value} s`, from: set.from };
  const own: Maybe<number> | undefined = workload?.grace;
  if (own === undefined) return undefined;
  if (isUnknown(own)) return 'unknown';
  return { name: 'grace', seconds: own.value, says: `pods get ${own.value} s`, from: own.from };
}

/** Karpenter ends the instance only when the volumes have let go of it, where it waits at all. */
function detachStep(given: DrainCase, { timing, karpenter }: TimingFacts): readonly Step[] {
  const { workload, installation, karpenter: releases } = given;
  const [volume] = workload?.volumes ?? [];
  if (volume === undefined) return [];
  const waits =
    installation === undefined || installation.handler === 'karpenter'
      ? releases.every((release) => karpenter.drainBehaviour(release).waitsForVolumes)
      : false;
  if (!waits) return [];
  return [
    {
      name: 'detach',
      seconds: timing.DETACH.seconds,
      says: `volume "${volume.name}" is detached`,
      from: volume.from,
      source: timing.DETACH.source,
    },
  ];
}

function noticeDeadline(event: EventKind, { timing }: TimingFacts): readonly Deadline[] {
  if (event !== 'spot-interruption') return [];
  return [{ name: 'notice', at: timing.NOTICE.seconds, source: timing.NOTICE.source }];
}

function windowDeadline({ installation }: DrainCase, before: number): readonly Deadline[] {
  const window = installation?.handler === 'nth' ? settingOf(installation, WINDOW) : undefined;
  return window === undefined
    ? []
    : [{ name: 'window', at: before + window.value, from: window.from }];
}

/** Counted from the deletion of the NodeClaim, with which Karpenter answers the event. */
function nodeDeadline({ drain, installation }: DrainCase, before: number): readonly Deadline[] {
  if (installation !== undefined && installation.handler !== 'karpenter') return [];
  const grace = drain?.terminationGracePeriod;
  if (grace === undefined || isUnknown(grace)) return [];
  return [{ name: 'node-deadline', at: before + grace.value, from: grace.from }];
}

/** A hook that heartbeats prolong has no end that matters here. */
function hookDeadlines(given: DrainCase, { nth }: TimingFacts): readonly Deadline[] {
  const { hooks, installation, event } = given;
  if (event !== 'asg-termination' || installation?.handler !== 'nth') return [];
  if (hasHeartbeats(installation, nth)) return [];
  return hooks.flatMap(({ timeout, transition, from }) =>
    transition !== 'terminating' || timeout === undefined || isUnknown(timeout)
      ? []
      : [{ name: 'hook' as const, at: timeout.value, from: timeout.from ?? from }],
  );
}

/** Whether the handler prolongs a hook while it drains; a value that the chart does not read prolongs nothing. */
export function hasHeartbeats(installation: Installation, nth: TimingFacts['nth']): boolean {
  const interval = text(installation.setting('heartbeatInterval'));
  if (interval === undefined || !readsIn(installation, nth, 'heartbeats')) return false;
  return isUnknown(interval) || Number(interval.value) > 0;
}

/** Whether every release that may be in use has a feature. */
export const readsIn = (
  { releases }: Installation,
  nth: TimingFacts['nth'],
  feature: Parameters<TimingFacts['nth']['hasFeature']>[1],
): boolean => releases.allowed.every((release) => nth.hasFeature(release, feature));
