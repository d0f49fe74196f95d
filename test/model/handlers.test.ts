/** How many handlers an event has: none that drains, one, or two, with gates that are shut or let only some through. */
import { describe, expect, it } from 'vitest';
import {
  HERE,
  karpenter,
  lateTag,
  MANAGED_TAG,
  native,
  nth,
  ownTag,
  PATTERNS,
  pool,
  type SystemInput,
} from '../support/system.js';
import {
  autoMode,
  each,
  eks,
  group,
  late,
  managed,
  nodePool,
  queue,
  set,
  tagged,
  unchecked,
  untagged,
  verdictOn,
  wired,
} from '../support/verdicts.js';

const cordons = set({ cordonOnly: true });
const byGroup = pool('SelfManagedNodeGroup', {
  tags: [{ ...ownTag(MANAGED_TAG), only: 'group' }],
});
const rebalanced = pool('SelfManagedNodeGroup', { tags: [MANAGED_TAG], capacityRebalance: true });

describe('one handler', () => {
  const onDemand = pool('NodePool', { capacity: ['on-demand'] });
  const elsewhere = { installation: karpenter({ cluster: 'orders' }) };
  const forceful = karpenter({ version: '1.14.1' });
  const maintained = { ...wired, events: ['scheduled-change'] } as const;

  each([
    ['owns what it alone drains', { pools: [nodePool], wires: [wired] }, 'owned'],
    [
      'owns what it ends by force',
      { pools: [nodePool], installations: [forceful] },
      'owned',
      'instance-status/status-failure',
    ],
    ['owns an event that two rules deliver', { pools: [nodePool], wires: [wired, wired] }, 'owned'],
    [
      'owns nothing that it only observes',
      { pools: [nodePool], wires: [wired] },
      'gap',
      'rebalance-recommendation',
    ],
    ['owns nothing that it only cordons', { pools: [group], wires: [cordons] }, 'gap'],
    [
      'owns nothing that it only cordons by its metadata',
      { pools: [group], installations: [nth('imds', { settings: { cordonOnly: true } })] },
      'gap',
    ],
    ['owns nothing in a dry run', { pools: [group], wires: [set({ dryRun: true })] }, 'gap'],
    ['owns nothing of a pool without its tag', { pools: [untagged], wires: [queue] }, 'gap'],
    [
      'owns a pool whose group alone has the tag, where it asks the group too',
      { pools: [byGroup], wires: [{ installation: nth('queue', { version: '0.18.5' }) }] },
      'owned',
    ],
    [
      'owns nothing of a pool whose group alone has the tag, where it asks the instance',
      { pools: [byGroup], wires: [{ installation: nth('queue', { version: '0.19.0' }) }] },
      'gap',
    ],
    [
      'hears nothing by a rule on a bus of its own',
      { pools: [nodePool], wires: [{ ...wired, rule: { onDefaultBus: false } }] },
      'gap',
    ],
    ['owns nothing of another cluster', { pools: [nodePool], wires: [elsewhere] }, 'gap'],
    [
      'is asked nothing about events that cannot occur',
      { pools: [onDemand], wires: [wired] },
      'not-applicable',
    ],
    [
      'is asked nothing about Fargate',
      { pools: [pool('FargateProfile')], wires: [wired] },
      'not-applicable',
      'scheduled-change',
    ],
    [
      'is left an event that another only observes',
      { pools: [tagged], wires: [wired, queue] },
      'owned',
      'rebalance-recommendation',
    ],
    [
      'is left an event for which the other has no rule',
      { pools: [tagged], wires: [maintained, queue] },
      'owned',
    ],
    [
      'is left nodes without the tag that the other asks for',
      { pools: [nodePool], wires: [wired, queue] },
      'owned',
    ],
    [
      'is left everything where the other is not installed',
      { pools: [tagged], wires: [wired, { installation: nth('queue', { exists: false }) }] },
      'owned',
    ],
    [
      'is left Auto Mode where Karpenter looks at its own NodeClaims',
      {
        pools: [autoMode],
        wires: [{ installation: karpenter({ version: '1.2.8' }) }],
        installations: [eks],
      },
      'owned',
    ],
  ]);
});

describe('two handlers', () => {
  each([
    ['conflict: Karpenter and NTH', { pools: [tagged], wires: [wired, queue] }, 'conflict'],
    [
      'conflict: Karpenter and an NTH that asks for no tag',
      { pools: [nodePool], wires: [wired, unchecked] },
      'conflict',
      'scheduled-change',
    ],
    [
      'conflict: Karpenter and a DaemonSet on its nodes',
      { pools: [nodePool], wires: [wired], installations: [nth('imds')] },
      'conflict',
    ],
    [
      'conflict: two releases of one chart',
      { pools: [group], wires: [queue, { installation: nth('queue', { id: 'nth-blue' }) }] },
      'conflict',
    ],
    [
      'conflict: both modes of NTH',
      { pools: [group], wires: [queue], installations: [nth('imds')] },
      'conflict',
    ],
    [
      'conflict: EKS and NTH',
      { pools: [managed], wires: [unchecked], installations: [eks] },
      'conflict',
      'asg-termination',
    ],
    [
      'conflict: Auto Scaling that replaces what NTH drains',
      { pools: [rebalanced], wires: [queue], installations: [native('asg')] },
      'conflict',
      'rebalance-recommendation',
    ],
    [
      'conflict: EKS and a Karpenter that takes the NodeClaims of Auto Mode',
      {
        pools: [autoMode],
        wires: [{ installation: karpenter({ version: '1.3.0' }) }],
        installations: [eks],
      },
      'conflict',
    ],
    [
      'conflict: one that cordons and one that drains',
      { pools: [tagged], wires: [wired, cordons] },
      'conflict',
    ],
  ]);

  it('are named with every gate in a conflict', () => {
    const { claims } = verdictOn('spot-interruption', { pools: [tagged], wires: [wired, queue] });
    expect(claims.map(({ installation, reaction }) => [installation, reaction])).toEqual([
      ['karpenter', 'drain'],
      ['nth-queue', 'drain'],
    ]);
    expect(claims[1]?.gates.map(({ name, open }) => `${name} ${String(open)}`)).toEqual([
      'occurs true',
      'exists true',
      'pattern true',
      'delivery true',
      'delivery true',
      'poll true',
      'tag true',
    ]);
  });
});

describe('a gate that lets some through', () => {
  const spot = PATTERNS['spot-interruption'] as object;
  const patterns = {
    'spot-interruption': { ...spot, detail: { 'instance-action': ['terminate'] } },
  };
  const half = nth('imds', {
    runsOn: () => ({ open: true, because: 'it runs on some nodes', partly: true }),
  });
  const lateManaged = pool('ManagedNodeGroup', { tags: [lateTag(MANAGED_TAG)] });
  const second = {
    ...wired,
    patterns,
    queue: { id: 'second' },
    feed: { queue: 'second' },
    poll: { queue: 'second' },
  };

  each([
    ['covers nothing: a tag that came late', { pools: [late], wires: [queue] }, 'gap'],
    [
      'covers nothing: a pattern that matches some',
      { pools: [nodePool], wires: [{ ...wired, patterns }] },
      'gap',
    ],
    [
      'covers nothing: a DaemonSet on half of the pool',
      { pools: [untagged], installations: [half] },
      'gap',
    ],
    [
      'covers nothing: no hook that holds the instance',
      { pools: [untagged], installations: [nth('imds')] },
      'gap',
      'asg-termination',
    ],
    ['covers all once the check is off', { pools: [late], wires: [unchecked] }, 'owned'],
    ['hides no other way', { pools: [nodePool], wires: [wired, second] }, 'owned'],
    [
      'is a second handler: a tag that came late',
      { pools: [lateManaged], wires: [queue], installations: [eks] },
      'conflict',
    ],
    [
      'is a second handler: a pattern that matches some',
      { pools: [tagged], wires: [wired, { ...queue, patterns }] },
      'conflict',
    ],
    [
      'is a second handler: a DaemonSet on half of the pool',
      { pools: [nodePool], wires: [wired], installations: [half] },
      'conflict',
    ],
  ]);
});

describe('the wiring of a handler', () => {
  const spot = PATTERNS['spot-interruption'] as object;
  const grouped = { ...spot, detail: { AutoScalingGroupName: ['batch'] } };
  const withPattern = (pattern: unknown) => ({
    ...wired,
    patterns: { 'spot-interruption': pattern },
  });
  const closed = { open: false, because: 'no statement allows it' } as const;
  const far = { region: { value: 'us-east-1', from: HERE } };
  const cases: readonly (readonly [string, Omit<SystemInput, 'pools'>, string])[] = [
    ['needs a queue that is read', { installations: [karpenter()] }, 'poll'],
    [
      'needs a queue that exists',
      { wires: [{ ...wired, queue: { exists: false as const } }] },
      'poll',
    ],
    [
      'needs a queue by its name',
      { wires: [{ ...wired, poll: { open: false as const } }] },
      'poll',
    ],
    ['needs a rule', { wires: [{ ...wired, events: [] }] }, 'pattern'],
    [
      'needs a rule for the event',
      { wires: [{ ...wired, events: ['scheduled-change'] as const }] },
      'pattern',
    ],
    [
      'needs a rule that is on',
      { wires: [{ ...wired, rule: { enabled: false as const } }] },
      'pattern',
    ],
    [
      'needs a rule that exists',
      { wires: [{ ...wired, rule: { exists: false as const } }] },
      'pattern',
    ],
    [
      'needs a pattern that EventBridge takes',
      { wires: [withPattern({ source: 'aws.ec2' })] },
      'pattern',
    ],
    [
      'needs a pattern without fields that the event lacks',
      { wires: [withPattern(grouped)] },
      'pattern',
    ],
    ['needs a rule in the region of the cluster', { wires: [{ ...wired, rule: far }] }, 'region'],
    ['needs a target', { wires: [{ ...wired, feed: { open: false as const } }] }, 'pattern'],
    ['needs a queue policy', { wires: [{ ...wired, queue: { accepts: closed } }] }, 'delivery'],
    ['needs the tag on the instances', { wires: [queue] }, 'tag'],
  ];
  it.each(cases)('%s', (_, of, gate) => {
    const { state, claims } = verdictOn('spot-interruption', { pools: [nodePool], ...of });
    expect(state).toBe('gap');
    const shut = claims.flatMap((claim) => claim.gates.filter((one) => one.open === false));
    expect(shut.map(({ name }) => name)).toEqual([gate]);
  });
});
