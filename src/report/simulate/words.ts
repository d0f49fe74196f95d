/** What every form of a wave's report says in the same words. */
import type { PoolOutcome } from '../../simulate/outcome.js';
import type { Ran, SimulatedPolicy } from '../../simulate/policy.js';
import type { Stage } from '../../simulate/waits.js';
import type { Drainer } from '../../simulate/wave.js';

/** A policy with what its wave did. */
export interface WaveReport extends SimulatedPolicy {
  readonly file: string;
}

export type WaveVerdict = 'fits' | 'does not fit' | 'nothing to reclaim' | 'undetermined';

export function verdictOf({ ran, findings }: WaveReport): WaveVerdict {
  if (ran !== undefined) return ran.outcome.fits ? 'fits' : 'does not fit';
  return findings.some(({ severity }) => severity === 'error')
    ? 'undetermined'
    : 'nothing to reclaim';
}

export const SENTENCES: Readonly<Record<WaveVerdict, string>> = {
  fits: 'Every pod ends in order before its node goes.',
  'does not fit': 'Not every pod ends in order before its node goes.',
  'nothing to reclaim': 'No pool has Spot capacity: a Spot reclaim takes none of its nodes.',
  undetermined: 'It was not simulated: the findings say why.',
};

/** `12,345`: thousands apart, whatever the reader's language. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** Whole seconds, rounded up: a tenth too late is late. */
export function seconds(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return 'never';
  return `${grouped(Math.ceil(value - 1e-9))} s`;
}

/** `the wave needs 84 s, and a notice leaves 120 s`. */
export const needsText = ({ outcome: { needs }, wave: { notice } }: Ran): string =>
  needs === undefined
    ? `the wave never comes to an end, and a notice leaves ${notice} s`
    : `the wave needs ${seconds(needs)}, and a notice leaves ${notice} s`;

export const leastText = ({ outcome: { least } }: Ran): string =>
  Number.isFinite(least)
    ? `no schedule needs less than ${seconds(least)}`
    : 'no schedule brings every pod to an end';

/** Rounded down where something is left: 99.99 % is not all. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %';
  const share = (100 * part) / whole;
  return `${part === whole ? 100 : Math.min(99, Math.floor(share))} %`;
}

export const afterNotice = (value: number | undefined): string =>
  value === undefined ? 'never' : `after ${seconds(value)}`;

const BUSY: Readonly<Partial<Record<Stage, string>>> = {
  calls: 'waiting for calls to the API server',
  evictions: 'waiting for evictions',
  grace: 'waiting for pods to end',
};

/** What most of the waiting is for, of the pods that are late or, where none is, of all. */
export function bottleneck(
  { bottleneck: stage, busyWith }: Pick<PoolOutcome, 'bottleneck' | 'busyWith'>,
  drainer: Drainer | undefined,
): string {
  switch (stage) {
    case 'delivery':
      return 'messages on their way to the queue';
    case 'queue':
      return drainer?.kind === 'nth' && drainer.mode === 'imds'
        ? 'NTH in IMDS mode, which waits until its window before the end begins'
        : 'the queue: messages are read ten at a time, each looked up before the next';
    case 'workers':
      return drainer?.kind === 'nth'
        ? `workers: ${drainer.workers} in each of ${counted(drainer.replicas, 'replica')}, most of the time ${BUSY[busyWith ?? 'grace'] ?? 'busy'}`
        : 'workers';
    case 'calls':
      return `calls to the API server: ${limitOf(drainer)} a second, and the first eviction waits behind them`;
    case 'order':
      return 'the order in which Karpenter drains: critical pods are evicted after the others of their node';
    case 'evictions':
      return drainer?.kind === 'karpenter' && drainer.oneByOne
        ? 'evictions: Karpenter before 1.6 makes one at a time'
        : `evictions: ${limitOf(drainer)} a second are let through`;
    case 'budget':
      return 'disruption budgets, which refuse evictions until replacements are ready';
    case 'protection':
      return 'do-not-disrupt: no eviction moves these pods';
    case 'toleration':
      return `tolerations of Karpenter's taint: pods that have one are never evicted`;
    case 'grace':
      return 'the time that pods take to end';
    case 'volume':
      return 'volumes, which are not let go of before the node is gone';
    case 'nobody':
      return 'nobody drains these nodes';
  }
}

const limitOf = (drainer: Drainer | undefined): string =>
  drainer?.kind === 'nth' || drainer?.kind === 'karpenter' ? String(drainer.limit.qps) : 'few';

/** Changes that were tried, with what they give. */
export function adviceLines({ outcome, advised }: Ran): readonly string[] {
  const { advice, mostNodes, idle, untried } = advised;
  const all = grouped(outcome.pods);
  return [
    ...advice.map(
      ({ says, fits, inTime }) =>
        `${says}: ${fits ? 'then it fits' : `${grouped(inTime)} of ${all} pods in time`}`,
    ),
    ...idle,
    ...(mostNodes === undefined
      ? []
      : [
          `as it is, ${counted(mostNodes, 'node')} of a pool at once ${mostNodes === 1 ? 'fits' : 'fit'}: with more instance types and zones fewer go together`,
        ]),
    ...(untried
      ? ['the wave is too large to try changes one by one: --sweep tries those that you name']
      : []),
  ];
}
