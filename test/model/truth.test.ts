/**
 * The claims of the model, held against the truth table over the whole finite
 * space: every kind of pool with every set of capacity types, every event, every
 * handler and mode at every release where something changes, with and without
 * tags, hooks and rules. What the table does not give must not hold.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { events } from '../../src/facts/events.js';
import { karpenterVersions } from '../../src/facts/karpenter.js';
import { nthCharts } from '../../src/facts/nth.js';
import type { EventKind, NthMode, PoolKind } from '../../src/facts/reactions.js';
import * as reactions from '../../src/facts/reactions.js';
import { judge } from '../../src/model/judge.js';
import type { CapacityType, Hook, Installation, Pool } from '../../src/model/system.js';
import { eventName, type Verdict } from '../../src/model/verdict.js';
import {
  hook,
  karpenter,
  lateTag,
  MANAGED_TAG,
  native,
  nth,
  pool,
  RULED_EVENTS,
  system,
} from '../support/system.js';
import {
  boundaries,
  expected,
  inVersions,
  order,
  type Point,
  TRUTH,
  type TruthRow,
} from '../support/truth.js';

const FACTS = { reactions, events };
const KINDS: readonly PoolKind[] = [
  'NodePool',
  'ManagedNodeGroup',
  'SelfManagedNodeGroup',
  'FargateProfile',
  'AutoMode',
];
const CAPACITY: readonly (readonly CapacityType[])[] = [
  ['spot'],
  ['on-demand'],
  ['reserved'],
  ['spot', 'on-demand'],
  ['spot', 'reserved'],
  ['on-demand', 'reserved'],
  ['spot', 'on-demand', 'reserved'],
];
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
const HOOKS: readonly (readonly Hook['transition'][])[] = [
  [],
  ['terminating'],
  ['launching'],
  ['terminating', 'launching'],
];
const OTHER_TAG = 'team/handled';

/** A pool of the space, with what the table needs to know of it. */
interface Subject {
  readonly pool: Pool;
  readonly hooks: readonly Hook[];
  readonly about: Pick<Point, 'kind' | 'capacity'> & {
    readonly hooks: readonly string[];
    readonly tag: 'own' | 'late' | 'none' | 'other';
    readonly properties: Readonly<Record<string, boolean>>;
  };
}

const TAGS = {
  own: [MANAGED_TAG],
  late: [lateTag(MANAGED_TAG)],
  none: ['team'],
  other: [OTHER_TAG],
};

interface Variety {
  readonly tags?: readonly (keyof typeof TAGS)[];
  readonly hooks?: typeof HOOKS;
  readonly properties?: readonly Readonly<Record<string, boolean>>[];
}

function subjects({
  tags = ['none'],
  hooks = [[]],
  properties = [{}],
}: Variety): readonly Subject[] {
  const isGroup = (kind: PoolKind): boolean => kind.endsWith('Group');
  return KINDS.flatMap((kind) =>
    CAPACITY.flatMap((capacity) =>
      tags.flatMap((tag) =>
        properties.flatMap((property) =>
          (isGroup(kind) ? hooks : [[]]).map((transitions): Subject => {
            const id = JSON.stringify([kind, capacity, tag, property, transitions]);
            const one = pool(kind, { id, capacity, tags: TAGS[tag], ...property });
            return {
              pool: one,
              hooks: transitions.map((transition) => hook(one, transition)),
              about: { kind, capacity, hooks: transitions, tag, properties: property },
            };
          }),
        ),
      ),
    ),
  );
}

const hits = new Set<TruthRow>();
let points = 0;

interface Trial {
  readonly installation: Installation;
  /** Undefined where it reads no queue. */
  readonly ruled?: readonly EventKind[];
  readonly about: Pick<Point, 'handler' | 'mode' | 'version' | 'settings'> & {
    readonly asks?: string;
    readonly tagIsChecked?: boolean;
  };
}

/** Where the model says otherwise than the table. */
function differences(pools: readonly Subject[], trials: readonly Trial[]): readonly string[] {
  const found: string[] = [];
  for (const { installation, ruled, about } of trials) {
    const verdicts = judge(
      system({
        pools: pools.map((subject) => subject.pool),
        installations: [installation],
        wires: ruled === undefined ? [] : [{ installation, events: ruled }],
        hooks: pools.flatMap((subject) => subject.hooks),
      }),
      FACTS,
    );
    const byPool = new Map(pools.map((subject) => [subject.pool.id, subject]));
    for (const verdict of verdicts) {
      points++;
      const subject = byPool.get(verdict.pool.id) as Subject;
      const wanted = expected(pointOf(subject, verdict, ruled, about), (row) => hits.add(row));
      const given = claimed(verdict);
      if (given !== wanted)
        found.push(
          `${eventName(verdict.event)} of ${verdict.pool.id} by ${JSON.stringify(about)} with ${ruled}: ${given}, not ${wanted}`,
        );
    }
  }
  return found.slice(0, 10);
}

/** Built field by field: it is made for each of some hundred thousand points. */
function pointOf(
  { about: subject }: Subject,
  { event }: Verdict,
  ruled: readonly EventKind[] | undefined,
  { asks = MANAGED_TAG, tagIsChecked = true, handler, mode, version, settings }: Trial['about'],
): Point {
  const { kind, capacity, hooks, tag, properties } = subject;
  const carries =
    asks === OTHER_TAG ? (tag === 'other' ? 'own' : 'none') : tag === 'other' ? 'none' : tag;
  const wired = ruled?.includes(event.kind) === true;
  return {
    handler,
    mode,
    ...(version === undefined ? {} : { version }),
    kind,
    capacity,
    event: eventName(event),
    wired,
    carries,
    tagIsChecked,
    hooks,
    settings,
    properties,
  };
}

/** The claim that holds, as the table writes it. */
function claimed({ claims }: Verdict): string {
  const held = claims.filter(({ holds }) => holds === true);
  return held.map(({ reaction, partly }) => `${reaction}${partly ? ' in part' : ''}`).join() || '-';
}

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
  beforeAll(() => {
    points = 0;
  });

  it('is judged once, those that take nothing away left out', () => {
    const pools = subjects({});
    const verdicts = judge(system({ pools: pools.map((subject) => subject.pool) }), FACTS);
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
    expect(differences(subjects({}), trials)).toEqual([]);
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
    expect(differences(pools, trials)).toEqual([]);
  });

  it('is claimed by NTH in queue mode where a rule for it feeds its queue and a hook holds the instance', () => {
    const trials = versionsOf('nth', nthCharts()).flatMap((version) =>
      WIRINGS.map((ruled) => queueTrial(version, ruled, {})),
    );
    const ruled = trials.filter((trial) => trial.ruled === RULED_EVENTS);
    const tags = ['own'] as const;
    expect(differences(subjects({ tags, hooks: HOOKS }), ruled)).toEqual([]);
    expect(differences(subjects({ tags, hooks: HOOKS.slice(3) }), trials)).toEqual([]);
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
    expect(differences(subjects({ hooks: [[], ['terminating']] }), trials)).toEqual([]);
  });

  it.each(['eks', 'asg'] as const)('is claimed by %s as the table says', (handler) => {
    const properties = [true, false].flatMap((capacityRebalance) =>
      [true, false].map((nodeRepair) => ({ capacityRebalance, nodeRepair })),
    );
    const trial: Trial = {
      installation: native(handler),
      about: { handler, mode: '-', settings: {} },
    };
    expect(differences(subjects({ properties, hooks: HOOKS }), [trial])).toEqual([]);
  });

  it('has been met, and every row of the table with it', () => {
    expect(TRUTH.filter((row) => !hits.has(row))).toEqual([]);
    expect(points).toBeGreaterThan(100_000);
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
    about: { handler: 'nth', mode: 'queue' satisfies NthMode, version, settings: {}, ...asking },
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
