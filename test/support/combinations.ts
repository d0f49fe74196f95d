/**
 * Every (kind, event, owner, mode, version) that a policy could name, with a
 * policy made for each: it is reached, or the policy is refused with a reason.
 * Versions are eras: releases that react alike.
 */
import { nthCharts } from '../../src/facts/nth.js';
import { compareVersions, inRange } from '../../src/facts/range.js';
import {
  type EventKind,
  type NthMode,
  OCCURRENCES,
  type PoolKind,
  REACTIONS,
  tagCheckOf,
} from '../../src/facts/reactions.js';
import type { Owner } from '../../src/policy/intent.js';
import { EVENTS, KARPENTER_CHARTS, type PolicySpec, type PoolSpec } from './random-policy.js';

export interface Combination {
  readonly kind: PoolKind;
  readonly event: EventKind;
  readonly owner: Owner;
  readonly mode: NthMode | '-';
  /** `1.3.0 to 1.9.2`; `-` for owners without releases. */
  readonly era: string;
}

export const nameOf = ({ kind, event, owner, mode, era }: Combination): string =>
  `${kind} ${event} ${owner} ${mode} ${era}`;

interface Era {
  readonly name: string;
  readonly charts: readonly string[];
}

/** Releases one after the other that have the same rows, told apart by the tag check too. */
function erasOf(charts: readonly string[], sameness: (chart: string) => string): readonly Era[] {
  const groups: string[][] = [];
  for (const chart of charts) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && sameness(last[0]) === sameness(chart)) last.push(chart);
    else groups.push([chart]);
  }
  return groups.map((group) => ({
    name: group.length === 1 ? String(group[0]) : `${group[0]} to ${group.at(-1)}`,
    charts: group,
  }));
}

const rowsAt = (handler: string, mode: NthMode | undefined, chart: string): string =>
  REACTIONS.map((row, at) =>
    row.handler === handler && row.mode === mode && inRange(chart, row.versions) ? at : '',
  ).join();

const KARPENTER_ERAS = erasOf(KARPENTER_CHARTS, (chart) => rowsAt('karpenter', undefined, chart));
const NTH_ERAS = Object.fromEntries(
  (['queue', 'imds'] as const).map((mode) => [
    mode,
    erasOf(
      nthCharts(),
      (chart) => rowsAt('nth', mode, chart) + (mode === 'queue' ? tagCheckOf(chart).carrier : ''),
    ),
  ]),
) as Readonly<Record<NthMode, readonly Era[]>>;

const eraOf = (eras: readonly Era[], chart: string): string =>
  eras.find(({ charts }) => charts.includes(chart))?.name ?? chart;

/** The combination that an owner of an event is, in a policy. */
export function combinationOf(
  { nth, karpenter }: PolicySpec,
  { kind, event, owner }: { readonly kind: string; readonly event: string; readonly owner: string },
): Combination {
  return {
    kind: kind as PoolKind,
    event: event as EventKind,
    owner: owner as Owner,
    mode: owner === 'nth' ? nth.mode : '-',
    era:
      owner === 'nth'
        ? eraOf(NTH_ERAS[nth.mode], nth.chart)
        : owner === 'karpenter'
          ? eraOf(KARPENTER_ERAS, karpenter)
          : '-',
  };
}

const KINDS: readonly PoolKind[] = [
  'NodePool',
  'ManagedNodeGroup',
  'SelfManagedNodeGroup',
  'AutoMode',
  'FargateProfile',
];
const OWNERS: readonly Owner[] = ['karpenter', 'nth', 'eks', 'asg', 'external', 'none'];

/** All that can be named, whether or not anything can come of it. */
export const combinations: readonly Combination[] = KINDS.flatMap((kind) =>
  EVENTS.flatMap((event) =>
    OWNERS.flatMap((owner): readonly Combination[] => {
      if (owner === 'nth')
        return (['queue', 'imds'] as const).flatMap((mode) =>
          NTH_ERAS[mode].map(({ name }) => ({ kind, event, owner, mode, era: name })),
        );
      const eras = owner === 'karpenter' ? KARPENTER_ERAS.map(({ name }) => name) : ['-'];
      return eras.map((era) => ({ kind, event, owner, mode: '-' as const, era }));
    }),
  ),
);

/** Why no policy can name it at all. */
export function impossible({ kind, event }: Combination): string | undefined {
  const pools = OCCURRENCES.find((row) => row.event === event)?.pools;
  return pools?.includes(kind) === true ? undefined : `no ${event} befalls a ${kind}`;
}

/** Policies that ask for the combination: as the owner of the kind, then as an exception. */
export function policiesFor(wanted: Combination): readonly PolicySpec[] {
  const { kind, event, owner, mode, era } = wanted;
  const karpenter = owner === 'karpenter' ? chartOf(KARPENTER_ERAS, era) : chartBefore(event, kind);
  const nth =
    owner === 'nth' && mode !== '-'
      ? { mode, chart: chartOf(NTH_ERAS[mode], era) }
      : ({ mode: 'queue', chart: '0.27.6' } as const);
  const base = {
    target: 'stack',
    addons: '1.16.2',
    region: 'eu-central-1',
    karpenter,
    age: 1,
    nth,
    pools: [SYSTEM, poolFor(wanted)],
    byReference: false,
    ...(event === 'node-repair' && owner === 'karpenter'
      ? { karpenterValues: { settings: { featureGates: { nodeRepair: true } } } }
      : {}),
    ...(mode === 'imds' ? { nthValues: IMDS_VALUES[event] ?? {} } : {}),
  } as const;
  const exception = { pools: ['web'], events: [event], owner };
  return [
    { ...base, owner: { [kind]: owner }, exceptions: [] },
    { ...base, owner: {}, exceptions: [exception] },
    { ...base, owner: { [kind]: 'external' }, exceptions: [exception] },
  ];
}

const IMDS_VALUES: Readonly<Partial<Record<EventKind, Readonly<Record<string, boolean>>>>> = {
  'rebalance-recommendation': { enableRebalanceDraining: true },
  'asg-termination': { enableASGLifecycleDraining: true },
  'scheduled-change': { enableScheduledEventDraining: true },
};

const SYSTEM: PoolSpec = { name: 'system', kind: 'ManagedNodeGroup', mix: { onDemand: 100 } };

const chartOf = (eras: readonly Era[], name: string): string =>
  eras.find((era) => era.name === name)?.charts.at(-1) ?? name;

/** From 1.12.0 Karpenter answers some events of its nodes whatever the policy says. */
const chartBefore = (event: EventKind, kind: PoolKind): string =>
  kind === 'NodePool' && (event === 'scheduled-change' || event === 'instance-status')
    ? (KARPENTER_CHARTS.filter((chart) => compareVersions(chart, '1.12.0') < 0).at(-1) ?? '')
    : '1.8.8';

function poolFor({ kind, event, owner }: Combination): PoolSpec {
  const needs = OCCURRENCES.find((row) => row.event === event)?.needs;
  const mix =
    needs === 'spot' ? { spot: 100 } : needs === 'reserved' ? { reserved: 100 } : { onDemand: 100 };
  const more = {
    ...(owner === 'asg' && kind === 'SelfManagedNodeGroup' ? { capacityRebalance: true } : {}),
    ...(kind === 'ManagedNodeGroup' && event === 'node-repair' && owner === 'eks'
      ? { nodeRepair: true }
      : {}),
    ...(kind === 'SelfManagedNodeGroup' ? { labels: { team: 'batch' } } : {}),
    ...(kind === 'FargateProfile' ? { selectors: [{ namespace: 'reports' }] } : {}),
  };
  return { name: 'web', kind, ...(kind === 'FargateProfile' ? {} : { mix }), more };
}
