/** What is not known, not read or taken for granted: undetermined where it decides, and named. */
import { describe, expect, it } from 'vitest';
import {
  HERE,
  hook,
  karpenter,
  MANAGED_TAG,
  nth,
  open,
  pool,
  type SystemInput,
  type Wire,
} from '../support/system.js';
import {
  type Case,
  each,
  group,
  late,
  nodePool,
  queue,
  set,
  tagged,
  unchecked,
  untagged,
  verdictOn,
  wired,
} from '../support/verdicts.js';

const maybe = open('var.nth');
const notKnown = { open: maybe, because: 'it is not known' };
const withWire = (wire: Partial<Wire>): SystemInput => ({
  pools: [nodePool],
  wires: [{ ...wired, ...wire }],
});
const withSetting = (of: SystemInput['pools'], key: string): SystemInput => ({
  pools: of,
  wires: [set({ [key]: maybe })],
});

describe('a gate that is not known', () => {
  const maybeSpot = (tags: readonly string[] = []) =>
    pool('NodePool', { can: { spot: maybe }, tags });
  const maybeTagged = pool('SelfManagedNodeGroup', { tags: [{ key: maybe, from: HERE }] });
  const spotSetting = { enableSpotInterruptionDraining: maybe };
  const cordonsOrDrains = nth('imds', {
    settings: { enableRebalanceDraining: maybe, enableRebalanceMonitoring: true },
  });
  const cases: readonly Case[] = [
    [
      'leaves open whether pods leave where the node is cordoned in any case',
      { pools: [untagged], installations: [cordonsOrDrains] },
      'undetermined',
      'rebalance-recommendation',
    ],
    [
      'leaves open whether a rule stands on the bus that AWS services send to',
      withWire({ rule: { onDefaultBus: maybe } }),
      'undetermined',
    ],
    [
      'leaves open whether the handler is installed',
      { pools: [nodePool], wires: [{ installation: karpenter({ exists: maybe }) }] },
      'undetermined',
    ],
    [
      'leaves open whether there is a second one',
      { pools: [tagged], wires: [wired, { installation: nth('queue', { exists: maybe }) }] },
      'undetermined',
    ],
    [
      'changes nothing where two others act already',
      {
        pools: [tagged],
        wires: [wired, queue],
        installations: [nth('imds', { exists: maybe })],
      },
      'conflict',
    ],
    ['leaves open whether the rule is on', withWire({ rule: { enabled: maybe } }), 'undetermined'],
    [
      'leaves open what the rule matches',
      withWire({ patterns: { 'spot-interruption': maybe } }),
      'undetermined',
    ],
    ['leaves open what the rule aims at', withWire({ feed: { open: maybe } }), 'undetermined'],
    [
      'leaves open whether the queue can be written to',
      withWire({ queue: { accepts: notKnown } }),
      'undetermined',
    ],
    ['leaves open which queue is read', withWire({ poll: { open: maybe } }), 'undetermined'],
    [
      'leaves open which tag the instances carry',
      { pools: [maybeTagged], wires: [queue] },
      'undetermined',
    ],
    ['leaves open which tag is asked for', withSetting([group], 'managedTag'), 'undetermined'],
    [
      'leaves open whether a tag is asked for',
      withSetting([untagged], 'checkTagBeforeDraining'),
      'undetermined',
    ],
    [
      'leaves open whether a tag is asked for that some carry',
      withSetting([late], 'checkTagBeforeDraining'),
      'undetermined',
    ],
    [
      'does not matter where every instance carries the tag anyway',
      withSetting([group], 'checkTagBeforeDraining'),
      'owned',
    ],
    ['leaves open whether it is a dry run', withSetting([group], 'dryRun'), 'undetermined'],
    [
      'leaves open whether the node is only cordoned',
      withSetting([group], 'cordonOnly'),
      'undetermined',
    ],
    [
      'leaves open whether a setting lets it act',
      { pools: [untagged], installations: [nth('imds', { settings: spotSetting })] },
      'undetermined',
    ],
    [
      'leaves open whether a hook holds the instance',
      { pools: [group], wires: [queue], hooks: [hook(group, 'terminating', maybe)] },
      'undetermined',
      'asg-termination',
    ],
    [
      'leaves open where the DaemonSet runs',
      { pools: [untagged], installations: [nth('imds', { runsOn: () => notKnown })] },
      'undetermined',
    ],
    [
      'leaves open whether an event occurs that nobody handles',
      { pools: [maybeSpot()] },
      'undetermined',
    ],
    [
      'does not matter where one handles the event should it occur',
      { pools: [maybeSpot()], wires: [wired] },
      'owned',
    ],
    [
      'does not matter where two handle the event should it occur',
      { pools: [maybeSpot([MANAGED_TAG])], wires: [wired, queue] },
      'conflict',
    ],
  ];

  each(cases);

  for (const [name, of, state, event = 'spot-interruption'] of cases)
    it(`${name}, and is named where it decides`, () => {
      const { unknowns } = verdictOn(event, of);
      const terms = unknowns.map(({ term }) => term.replace(/^!\((.*)\)$/, '$1'));
      expect(terms).toEqual(state === 'undetermined' ? ['var.nth'] : []);
    });
});

describe('releases that a version allows', () => {
  const releases = (...version: string[]) => karpenter({ version });
  const eras = { installation: nth('queue', { version: ['0.18.5', '0.19.0'] }) };

  each([
    [
      'leave open what only some of them do',
      { pools: [nodePool], installations: [releases('1.11.3', '1.12.0')] },
      'undetermined',
      'instance-status/scheduled-event',
    ],
    [
      'do not matter where all of them do it',
      { pools: [nodePool], wires: [{ installation: releases('1.11.3', '1.12.0') }] },
      'owned',
    ],
    [
      'leave open what those beyond the tables do',
      { pools: [nodePool], wires: [{ installation: karpenter({ beyondFacts: true }) }] },
      'undetermined',
    ],
    [
      'leave open a tag that the group has and not every instance',
      { pools: [late], wires: [eras] },
      'undetermined',
    ],
    [
      'do not matter where the group and its instances have the tag',
      { pools: [group], wires: [eras] },
      'owned',
    ],
    [
      'do not matter where a setting makes each of them do the same, by default or not',
      {
        pools: [untagged],
        installations: [
          nth('imds', {
            version: ['0.20.1', '0.20.2'],
            settings: { enableScheduledEventDraining: true },
          }),
        ],
      },
      'owned',
      'scheduled-change',
    ],
    [
      'leave open what they do by different defaults',
      {
        pools: [untagged],
        installations: [nth('imds', { version: ['0.20.1', '0.20.2'] })],
      },
      'undetermined',
      'scheduled-change',
    ],
  ]);

  it.each([
    [
      'karpenter',
      { pools: [nodePool], wires: [{ installation: karpenter({ beyondFacts: true }) }] },
    ],
    ['nth-queue', { pools: [late], wires: [eras] }],
  ] as const)('are named as what %s hangs on', (id, of) => {
    const { unknowns } = verdictOn('spot-interruption', of);
    expect(unknowns.map(({ term }) => term)).toEqual([`version of ${id}`]);
  });
});

describe('what is taken for granted', () => {
  const unseen = { id: 'node-class-tags', says: 'node classes elsewhere carry no managed tag' };
  const elsewhere = { id: 'queue-elsewhere', says: 'the queue exists' };
  const kept: SystemInput = {
    pools: [pool('NodePool', { otherTags: unseen })],
    wires: [wired, queue],
  };
  const stands = withWire({ poll: { assuming: elsewhere } });
  const decided: SystemInput = { ...kept, wires: [wired, { ...queue, events: [] }] };

  it.each([
    ['where it alone keeps a handler away', kept, [unseen]],
    ['where a handler stands on it', stands, [elsewhere]],
    ['not where something else keeps the handler away', decided, []],
  ])('is listed %s', (_, of, assuming) => {
    expect(verdictOn('spot-interruption', of)).toMatchObject({ state: 'owned', assuming });
  });

  it.each([
    ['a handler that it keeps away', kept, unseen],
    ['a handler that stands on it', stands, elsewhere],
  ])('is not granted in strict mode: %s', (_, of, assumption) => {
    const verdict = verdictOn('spot-interruption', of, { strict: true });
    expect(verdict.state).toBe('undetermined');
    expect(verdict.unknowns.map(({ term }) => term)).toEqual([assumption.says]);
  });

  it('makes no difference in strict mode where something else decides', () => {
    expect(verdictOn('spot-interruption', decided, { strict: true }).state).toBe('owned');
  });
});

describe('a pool that nobody has seen', () => {
  const can = open('capacity types');
  const supposed = pool('NodePool', {
    presence: 'supposed',
    can: { spot: can, 'on-demand': can, reserved: can },
    otherTags: { id: 'node-class-tags', says: 'node classes elsewhere carry no managed tag' },
  });

  each([
    ['is owned whatever it is', { pools: [supposed], wires: [wired] }, 'owned'],
    ['may have Spot capacity that nobody handles', { pools: [supposed] }, 'undetermined'],
    ['has maintenance in any case', { pools: [supposed] }, 'gap', 'scheduled-change'],
    ['may be drained twice', { pools: [supposed], wires: [wired, unchecked] }, 'conflict'],
    ['is taken to carry no tag of NTH', { pools: [supposed], wires: [wired, queue] }, 'owned'],
  ]);
});

describe('what was not read', () => {
  const blindSpots = ['module.platform is given the cluster and was not read'];
  const cordons = set({ cordonOnly: true });

  each([
    ['may hold the handler that is missing', { pools: [nodePool], blindSpots }, 'undetermined'],
    [
      'may hold the one that drains what another cordons',
      { pools: [group], wires: [cordons], blindSpots },
      'undetermined',
    ],
    ['takes nothing from one in sight', { pools: [nodePool], wires: [wired], blindSpots }, 'owned'],
    ['mends no conflict', { pools: [tagged], wires: [wired, queue], blindSpots }, 'conflict'],
  ]);

  it('is named', () => {
    const { unknowns } = verdictOn('spot-interruption', { pools: [nodePool], blindSpots });
    expect(unknowns.map(({ term }) => term)).toEqual(blindSpots);
  });
});
