/**
 * The claims of the model, held against the truth table over the whole finite
 * space: every kind of pool with every set of capacity types, every event, every
 * handler and mode at every release where something changes, with and without
 * tags, hooks and rules. What the table does not give must not hold.
 */
import { describe, expect, it } from 'vitest';
import { events } from '../../src/facts/events.js';
import { karpenterVersions } from '../../src/facts/karpenter.js';
import { nthCharts } from '../../src/facts/nth.js';
import type { EventKind } from '../../src/facts/reactions.js';
import * as reactions from '../../src/facts/reactions.js';
import { judge } from '../../src/model/judge.js';
import { eventName } from '../../src/model/verdict.js';
import {
  differences,
  HOOKS,
  type Met,
  OTHER_TAG,
  type Subject,
  subjects,
  type Trial,
} from '../support/space.js';
import { karpenter, native, nth, RULED_EVENTS, system } from '../support/system.js';
import { boundaries, inVersions, order, TRUTH, type TruthRow } from '../support/truth.js';

/** Every event that takes an instance away, or says that it is broken. */
const EVENTS: readonly string[] = [
  'spot-interruption',
  'rebalance-recommendation',
  'scheduled-change',
  ...['stopping', 'stopped', 'shutting-down', 'terminated'].map(
    (state) => `instance-state-change/${state}`,
  ),
  'capacity-reservation-interruption',
  'asg-termination',
  'asg-launch',
  'instance-status/status-failure',
  'instance-status/scheduled-event',
  'node-repair',
];
const met: Met = { rows: new Set(), points: 0 };
const compared = (pools: readonly Subject[], trials: readonly Trial[]): readonly string[] =>
  differences(pools, trials, met);

/** All rules, no queue, an empty queue, and all rules but one. */
const WIRINGS: readonly (readonly EventKind[] | undefined)[] = [
  RULED_EVENTS,
  undefined,
  [],
  ...RULED_EVENTS.map((missing) => RULED_EVENTS.filter((event) => event !== missing)),
];

/** Where the table changes, and where the model's own facts do. */
const versionsOf = (handler: string, known: readonly string[]): readonly string[] =>
  boundaries(known, [
    ...TRUTH.filter((row) => row.handler === handler).map(({ versions }) => versions),
    ...reactions.REACTIONS.filter((row) => row.handler === handler).map(
      ({ versions: [from, to] }) => `${from}..${to ?? ''}`,
    ),
    ...reactions.TAG_CHECKS.map(({ versions: [from, to] }) => `${from}..${to ?? ''}`),
  ]);

describe('the table', () => {
  it('names a source for every row, pinned where it is code', () => {
    for (const { source } of TRUTH)
      expect(source).toMatch(/^[\w-]+\/[\w.-]+@v\d+\.\d+\.\d+ \S|^Amazon .+ User Guide \S/);
  });

  it('says nothing twice and nothing else of the same', () => {
    const isOf = (row: TruthRow): string =>
      [row.handler, row.mode, row.learns, row.event, row.setting].join(' ');
    for (const a of TRUTH)
      for (const b of TRUTH) {
        if (a === b || isOf(a) !== isOf(b)) continue;
        const kinds = a.kind.split(',').filter((kind) => b.kind.split(',').includes(kind));
        const [from = '', to = from] = b.versions.split('..');
        const overlap = [from, to].some((end) => end !== '' && inVersions(end, a.versions));
        expect([kinds.length > 0 && overlap, a, b]).toEqual([false, a, b]);
      }
  });

  it('orders versions by number', () => {
    expect(['0.9.0', '0.10.0', '0.9.10'].sort(order)).toEqual(['0.9.0', '0.9.10', '0.10.0']);
    expect(inVersions('0.18.5', '0.16.0..0.18.5')).toBe(true);
    expect(inVersions('0.19.0', '0.16.0..0.18.5')).toBe(false);
    expect(inVersions('1.14.1', '1.3.0..')).toBe(true);
    expect(inVersions('0.13.0', '..0.15.2')).toBe(true);
  });
});

// Long only where the machine is busy.
describe('every event of every pool', { timeout: 60_000 }, () => {
  it('is judged once, those that take nothing away left out', () => {
    const pools = subjects({});
    const verdicts = judge(system({ pools: pools.map((subject) => subject.pool) }), {
      reactions,
      events,
    });
    for (const subject of pools) {
      const own = verdicts.filter((verdict) => verdict.pool === subject.pool);
      expect(own.map(({ event }) => eventName(event))).toEqual(EVENTS);
    }
  });

  it('is claimed by Karpenter as the table says', () => {
    const gates = [undefined, true, false].map(
      (value): Readonly<Record<string, boolean>> =>
        value === undefined ? {} : { 'settings.featureGates.nodeRepair': value },
    );
    const trials = versionsOf('karpenter', karpenterVersions()).flatMap((version) =>
      WIRINGS.flatMap((ruled) =>
        gates.slice(0, ruled === RULED_EVENTS ? 3 : 1).map(
          (settings): Trial => ({
            installation: karpenter({ version, settings }),
            ...(ruled === undefined ? {} : { ruled }),
            about: { handler: 'karpenter', mode: '-', version, settings },
          }),
        ),
      ),
    );
    expect(compared(subjects({}), trials)).toEqual([]);
  });

  it('is claimed by NTH in queue mode as the table says', () => {
    const trials = versionsOf('nth', nthCharts()).flatMap((version) =>
      [{}, { asks: OTHER_TAG }, { tagIsChecked: false }].map((asking) =>
        queueTrial(version, RULED_EVENTS, asking),
      ),
    );
    const pools = subjects({
      tags: ['own', 'late', 'none', 'other'],
      hooks: [[], ['terminating', 'launching']],
    });
    expect(compared(pools, trials)).toEqual([]);
  });

  it('is claimed by NTH in queue mode where a rule for it feeds its queue and a hook holds the instance', () => {
    const trials = versionsOf('nth', nthCharts()).flatMap((version) =>
      WIRINGS.map((ruled) => queueTrial(version, ruled, {})),
    );
    const ruled = trials.filter((trial) => trial.ruled === RULED_EVENTS);
    const tags = ['own'] as const;
    expect(compared(subjects({ tags, hooks: HOOKS }), ruled)).toEqual([]);
    expect(compared(subjects({ tags, hooks: HOOKS.slice(3) }), trials)).toEqual([]);
  });

  it('is claimed by NTH in IMDS mode as the table says', () => {
    const trials = versionsOf('nth', nthCharts()).flatMap((version) =>
      IMDS_SETTINGS.map(
        (settings): Trial => ({
          installation: nth('imds', { version, settings }),
          about: { handler: 'nth', mode: 'imds', version, settings },
        }),
      ),
    );
    expect(compared(subjects({ hooks: [[], ['terminating']] }), trials)).toEqual([]);
  });

  it.each(['eks', 'asg'] as const)('is claimed by %s as the table says', (handler) => {
    const properties = [true, false].flatMap((capacityRebalance) =>
      [true, false].map((nodeRepair) => ({ capacityRebalance, nodeRepair })),
    );
    const trial: Trial = {
      installation: native(handler),
      about: { handler, mode: '-', settings: {} },
    };
    expect(compared(subjects({ properties, hooks: HOOKS }), [trial])).toEqual([]);
  });

  it('has been met, and every row of the table with it', () => {
    expect(TRUTH.filter((row) => !met.rows.has(row))).toEqual([]);
    expect(met.points).toBeGreaterThan(100_000);
  });
});

/** The chart's own names for the check and the tag: they changed with 0.19.0. */
function queueTrial(
  version: string,
  ruled: readonly EventKind[] | undefined,
  asking: { readonly asks?: string; readonly tagIsChecked?: boolean },
): Trial {
  const old = inVersions(version, '..0.18.5');
  const settings = {
    ...(asking.asks === undefined ? {} : { [old ? 'managedAsgTag' : 'managedTag']: asking.asks }),
    ...(asking.tagIsChecked === undefined
      ? {}
      : { [old ? 'checkASGTagBeforeDraining' : 'checkTagBeforeDraining']: asking.tagIsChecked }),
  };
  return {
    installation: nth('queue', { version, settings }),
    ...(ruled === undefined ? {} : { ruled }),
    about: { handler: 'nth', mode: 'queue', version, settings: {}, ...asking },
  };
}

const IMDS_KEYS = [
  'enableSpotInterruptionDraining',
  'enableScheduledEventDraining',
  'enableRebalanceMonitoring',
  'enableRebalanceDraining',
  'enableASGLifecycleDraining',
];

/** Nothing said, each said either way, and the two about rebalance in every combination. */
const IMDS_SETTINGS: readonly Readonly<Record<string, boolean>>[] = [
  {},
  ...IMDS_KEYS.flatMap((key) => [{ [key]: true }, { [key]: false }]),
  ...[true, false].flatMap((enableRebalanceMonitoring) =>
    [true, false].map((enableRebalanceDraining) => ({
      enableRebalanceMonitoring,
      enableRebalanceDraining,
    })),
  ),
];
