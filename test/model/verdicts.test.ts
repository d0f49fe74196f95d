/** How bad a gap is, incidents that are split, and verdicts held against what a policy wants. */
import { describe, expect, it } from 'vitest';
import type { EventKind } from '../../src/facts/reactions.js';
import { compare, type Expectation, proofOf } from '../../src/model/expect.js';
import { splitIncidents } from '../../src/model/incident.js';
import type { Verdict } from '../../src/model/verdict.js';
import {
  HERE,
  hook,
  karpenter,
  MANAGED_TAG,
  native,
  nth,
  open,
  PATTERNS,
  pool,
  type SystemInput,
} from '../support/system.js';
import {
  group,
  nodePool,
  queue,
  tagged,
  untagged,
  verdictOn,
  verdictsOf,
  wired,
} from '../support/verdicts.js';

describe('a gap', () => {
  const reserved = pool('NodePool', { capacity: ['reserved'] });
  const severities: readonly (readonly [string, string, SystemInput, Verdict['gap']])[] = [
    ['spot-interruption', '', { pools: [nodePool] }, 'error'],
    ['capacity-reservation-interruption', '', { pools: [reserved] }, 'error'],
    [
      'asg-termination',
      ' where a hook waits for an answer',
      { pools: [untagged], hooks: [hook(untagged, 'terminating')] },
      'error',
    ],
    ['asg-termination', '', { pools: [untagged] }, 'warning'],
    [
      'asg-termination',
      ' with a launch hook',
      { pools: [untagged], hooks: [hook(untagged, 'launching')] },
      'warning',
    ],
    [
      'asg-termination',
      ' with a hook that is not made',
      { pools: [untagged], hooks: [hook(untagged, 'terminating', false)] },
      'warning',
    ],
    ['scheduled-change', '', { pools: [nodePool] }, 'warning'],
    ['rebalance-recommendation', '', { pools: [nodePool] }, 'note'],
    ['instance-state-change/stopping', '', { pools: [nodePool] }, 'note'],
    ['instance-status/status-failure', '', { pools: [nodePool] }, 'note'],
    ['instance-status/scheduled-event', '', { pools: [nodePool] }, 'note'],
    ['node-repair', '', { pools: [nodePool] }, 'note'],
    // A launch takes nothing away.
    ['asg-launch', '', { pools: [untagged] }, null],
  ];
  it.each(severities)('on %s%s is as bad as it should be', (event, _, of, severity) => {
    expect(verdictOn(event, of)).toMatchObject({ state: 'gap', gap: severity });
  });

  it.each([
    ['error', 'spot-interruption', 'refuted'],
    ['warning', 'scheduled-change', 'proved'],
    ['note', 'rebalance-recommendation', 'proved'],
  ] as const)('of severity %s, on %s, leaves the whole %s', (_, missing, proof) => {
    const rest = (Object.keys(PATTERNS) as EventKind[]).filter((event) => event !== missing);
    const verdicts = verdictsOf({ pools: [nodePool], wires: [{ ...wired, events: rest }] });
    expect(verdicts.find(({ event }) => event.kind === missing)?.state).toBe('gap');
    expect(proofOf(verdicts)).toBe(proof);
  });
});

describe('one incident', () => {
  const rebalanced = pool('SelfManagedNodeGroup', { tags: [MANAGED_TAG], capacityRebalance: true });
  const hookless = nth('imds', { settings: { enableASGLifecycleDraining: false } });
  const cases: readonly (readonly [string, SystemInput, readonly string[]])[] = [
    ['is whole with one owner', { pools: [nodePool], wires: [wired] }, []],
    [
      'is split where NTH has the rebalance and Karpenter the rest',
      { pools: [tagged], wires: [wired, { ...queue, events: ['rebalance-recommendation'] }] },
      ['karpenter', 'nth-queue'],
    ],
    [
      'is split between two modes of NTH',
      {
        pools: [group],
        wires: [{ ...queue, events: ['asg-termination'] }],
        installations: [hookless],
        hooks: [hook(group, 'terminating')],
      },
      ['nth-imds', 'nth-queue'],
    ],
    [
      'is not split by maintenance, which is another story',
      {
        pools: [tagged],
        wires: [
          { ...wired, events: ['scheduled-change'] },
          { ...queue, events: ['spot-interruption'] },
        ],
      },
      [],
    ],
    [
      'is not split by Auto Scaling, which starts what NTH drains',
      {
        pools: [rebalanced],
        wires: [{ ...queue, events: ['spot-interruption', 'asg-termination'] }],
        installations: [native('asg')],
      },
      [],
    ],
    ['is no split but a conflict with two at once', { pools: [tagged], wires: [wired, queue] }, []],
  ];
  it.each(cases)('%s', (_, of, owners) => {
    const incidents = splitIncidents(verdictsOf(of));
    const names = incidents.flatMap((one) => one.owners.map(({ claim }) => claim.installation));
    expect(names.sort()).toEqual(owners);
  });
});

describe('what the policy wants', () => {
  type Wanted = Omit<Expectation, 'from'>;
  const karpenterOwns: Wanted = { owner: 'karpenter' };
  const nobody: Wanted = { owner: 'none', because: 'it restarts anyway' };
  const unsure = { installation: karpenter({ exists: open('var.karpenter') }) };
  const owned: SystemInput = { pools: [nodePool], wires: [wired] };
  const judged = (of: SystemInput, wanted: Wanted | undefined) =>
    compare([verdictOn('spot-interruption', of)], () => wanted && { ...wanted, from: HERE });

  const cases: readonly (readonly [string, SystemInput, Wanted | undefined, string, string])[] = [
    ['is there', owned, karpenterOwns, 'owned', 'proved'],
    ['is another owner', { pools: [tagged], wires: [queue] }, karpenterOwns, 'owned', 'refuted'],
    ['is an owner, and nobody acts', { pools: [nodePool] }, karpenterOwns, 'gap', 'refuted'],
    ['is nobody, for a reason', { pools: [nodePool] }, nobody, 'accepted', 'undetermined'],
    ['is nobody, for no reason', { pools: [nodePool] }, { owner: 'none' }, 'gap', 'refuted'],
    ['is nobody, and one acts', owned, nobody, 'owned', 'refuted'],
    [
      'is someone from outside',
      { pools: [nodePool] },
      { owner: 'external', because: 'a Lambda drains it' },
      'accepted',
      'undetermined',
    ],
    [
      'excuses no conflict',
      { pools: [tagged], wires: [wired, queue] },
      karpenterOwns,
      'conflict',
      'refuted',
    ],
    [
      'settles nothing that is not known',
      { pools: [nodePool], wires: [unsure] },
      karpenterOwns,
      'undetermined',
      'undetermined',
    ],
    ['is not said of this pool', owned, undefined, 'owned', 'proved'],
  ];
  it.each(cases)('%s', (_, of, wanted, state, proof) => {
    const verdicts = judged(of, wanted);
    expect([verdicts[0]?.state, proofOf(verdicts)]).toEqual([state, proof]);
  });

  it('is not asked where the event cannot occur', () => {
    const onDemand = pool('NodePool', { capacity: ['on-demand'] });
    const [verdict] = judged({ pools: [onDemand], wires: [wired] }, { owner: 'nth' });
    expect(verdict?.state).toBe('not-applicable');
    expect(verdict?.wrong).toBeUndefined();
  });
});

describe('nothing to judge', () => {
  it.each([
    ['no pool', []],
    ['a pool that nothing interrupts', [pool('FargateProfile')]],
    ['a pool that does not exist', [pool('NodePool', { exists: false })]],
  ])('is never proved: %s', (_, pools) => {
    expect(proofOf(verdictsOf({ pools, wires: [wired] }))).toBe('undetermined');
  });
});
