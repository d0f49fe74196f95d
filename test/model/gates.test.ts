/** What each gate of a claim says, whether it is open, and whose it is. */
import { describe, expect, it } from 'vitest';
import type { Gate } from '../../src/model/verdict.js';
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
  managed,
  nodePool,
  queue,
  untagged,
  verdictOn,
  wired,
} from '../support/verdicts.js';

const maybe = open('var.x');
const spot = PATTERNS['spot-interruption'] as object;
const stateOf = ({ open: is, partly }: Gate): string =>
  `${is === true ? (partly ? 'partly' : 'open') : is === false ? 'shut' : is.term}`;

/** Every gate of the first claim, `name of node (state): words`. */
function gatesOn(event: string, of: SystemInput): readonly string[] {
  const [claim] = verdictOn(event, of).claims;
  // A gate is somewhere in the text, whatever it says.
  for (const gate of claim?.gates ?? []) expect(gate.from).toBeDefined();
  return (claim?.gates ?? []).map(
    (gate) => `${gate.name} of ${gate.node} (${stateOf(gate)}): ${gate.says}`,
  );
}
const withWire = (wire: object): SystemInput => ({
  pools: [nodePool],
  wires: [{ ...wired, ...wire }],
});

describe('the gates of a claim by a queue', () => {
  it('are all on the way from the event to the handler', () => {
    expect(gatesOn('spot-interruption', { pools: [nodePool], wires: [wired] })).toEqual([
      'occurs of NodePool (open): the pool has spot capacity',
      'exists of karpenter (open): it is installed',
      'pattern of spot-interruption to queue of karpenter (open): the rule\'s pattern matches "EC2 Spot Instance Interruption Warning"',
      "delivery of spot-interruption to queue of karpenter (open): the rule's target is the queue queue of karpenter",
      'delivery of queue of karpenter (open): the queue policy lets EventBridge in',
      'poll of karpenter (open): it reads the queue queue of karpenter',
      "node-claim of NodePool (open): the pool's nodes have NodeClaims, which Karpenter finds by their instance",
    ]);
  });

  const cases: readonly (readonly [string, SystemInput, string])[] = [
    [
      'a queue is called by its name where that is known',
      withWire({ queue: { name: { value: 'fleet', from: HERE } } }),
      'poll of karpenter (open): it reads the queue "fleet"',
    ],
    [
      'and by its address where it is not',
      withWire({ queue: { name: maybe } }),
      'poll of karpenter (open): it reads the queue queue of karpenter',
    ],
    [
      'a queue that is named in the wrong form',
      withWire({ poll: { open: false, wrongForm: { given: 'ARN', wanted: 'name' } } }),
      'poll of karpenter (shut): it is given the ARN of the queue queue of karpenter, and takes its name',
    ],
    [
      'a queue that is not in sight',
      withWire({ poll: { queue: 'elsewhere', open: maybe } }),
      'poll of karpenter (var.x): it reads the queue elsewhere',
    ],
    [
      'a queue that may not be made',
      withWire({ queue: { exists: maybe } }),
      'poll of karpenter (var.x): it reads the queue queue of karpenter',
    ],
    [
      'a handler that reads no queue',
      { pools: [nodePool], installations: [karpenter()] },
      'poll of karpenter (shut): it reads no queue',
    ],
    [
      'a queue that nothing feeds',
      withWire({ events: [] }),
      'pattern of queue of karpenter (shut): no event rule feeds the queue queue of karpenter',
    ],
    [
      'a queue that rules feed with something else',
      withWire({ events: ['scheduled-change', 'rebalance-recommendation'] }),
      'pattern of queue of karpenter (shut): none of the 2 rules that feed the queue queue of karpenter matches "EC2 Spot Instance Interruption Warning"',
    ],
    [
      'a rule that is off',
      withWire({ events: ['spot-interruption'], rule: { enabled: false } }),
      'pattern of spot-interruption to queue of karpenter (shut): the rule is switched off',
    ],
    [
      'a rule that may be off',
      withWire({ events: ['spot-interruption'], rule: { enabled: maybe } }),
      'pattern of spot-interruption to queue of karpenter (var.x): the rule may be switched off',
    ],
    [
      'a rule on another bus',
      withWire({ events: ['spot-interruption'], rule: { onDefaultBus: false } }),
      'pattern of spot-interruption to queue of karpenter (shut): AWS services send to the default bus, and the rule stands on another',
    ],
    [
      'a rule in another Region',
      withWire({
        events: ['spot-interruption'],
        rule: { region: { value: 'us-east-1', from: HERE } },
      }),
      'region of spot-interruption to queue of karpenter (shut): the rule stands in another region than the cluster',
    ],
    [
      'a rule in a Region that nothing names',
      withWire({ events: ['spot-interruption'], rule: { region: undefined } }),
      'region of spot-interruption to queue of karpenter (open): the AWS provider works in eu-central-1',
    ],
    [
      'a pattern that matches some',
      withWire({
        patterns: { 'spot-interruption': { ...spot, detail: { 'instance-action': ['stop'] } } },
      }),
      'pattern of spot-interruption to queue of karpenter (partly): the rule\'s pattern matches only some of "EC2 Spot Instance Interruption Warning"',
    ],
    [
      'a pattern that is not known',
      withWire({ patterns: { 'spot-interruption': maybe } }),
      'pattern of spot-interruption to queue of karpenter (var.x): the pattern is not known',
    ],
    [
      'a target that may not deliver',
      withWire({ events: ['spot-interruption'], feed: { open: maybe } }),
      "delivery of spot-interruption to queue of karpenter (var.x): the rule's target is the queue queue of karpenter",
    ],
    [
      'a pool without Spot capacity',
      { pools: [pool('NodePool', { capacity: ['on-demand'] })], wires: [wired] },
      'occurs of NodePool (shut): the pool has no spot capacity',
    ],
    [
      'a pool that may have it',
      { pools: [pool('NodePool', { can: { spot: maybe } })], wires: [wired] },
      'occurs of NodePool (var.x): the pool has spot capacity',
    ],
    [
      'a pool that may not exist',
      { pools: [pool('NodePool', { exists: maybe })], wires: [wired] },
      'occurs of NodePool (var.x): the pool has spot capacity',
    ],
    [
      'a handler that may not be installed',
      { pools: [nodePool], wires: [{ installation: karpenter({ exists: maybe }) }] },
      'exists of karpenter (var.x): it is installed',
    ],
    [
      'a pool without the tag of NTH',
      { pools: [untagged], wires: [queue] },
      `tag of SelfManagedNodeGroup (shut): no instance of the pool carries the tag "${MANAGED_TAG}"`,
    ],
    [
      'a pool with it',
      { pools: [group], wires: [queue] },
      `tag of SelfManagedNodeGroup (open): the pool's instances carry the tag "${MANAGED_TAG}"`,
    ],
    [
      'a check that is off',
      {
        pools: [untagged],
        wires: [{ installation: nth('queue', { settings: { checkTagBeforeDraining: false } }) }],
      },
      'tag of nth-queue (open): "checkTagBeforeDraining" is off, so every instance passes',
    ],
    [
      'a check that is not known',
      {
        pools: [untagged],
        wires: [{ installation: nth('queue', { settings: { checkTagBeforeDraining: maybe } }) }],
      },
      'tag of nth-queue (!(var.x)): whether the tag is asked for is not known',
    ],
    [
      'a dry run',
      { pools: [group], wires: [{ installation: nth('queue', { settings: { dryRun: true } }) }] },
      'setting of nth-queue (shut): "dryRun" switches it off',
    ],
    [
      'a dry run that is not known',
      { pools: [group], wires: [{ installation: nth('queue', { settings: { dryRun: maybe } }) }] },
      'setting of nth-queue (!(var.x)): "dryRun" lets it act',
    ],
  ];
  it.each(cases)('say what is so: %s', (_, of, expected) => {
    expect(gatesOn('spot-interruption', of)).toContain(expected);
  });
});

describe('the gates of a lifecycle event', () => {
  const terminating = hook(group, 'terminating');
  it.each([
    [
      'no hook',
      { pools: [group], wires: [queue] },
      'hook of SelfManagedNodeGroup (shut): no terminating lifecycle hook is on the group',
    ],
    [
      'a hook',
      { pools: [group], wires: [queue], hooks: [terminating] },
      'hook of terminating hook of SelfManagedNodeGroup (open): terminating hook of SelfManagedNodeGroup holds instances of the group',
    ],
    [
      'a hook beside one that is not made',
      {
        pools: [group],
        wires: [queue],
        hooks: [{ ...terminating, id: 'gone', exists: false }, terminating],
      },
      'hook of terminating hook of SelfManagedNodeGroup (open): terminating hook of SelfManagedNodeGroup holds instances of the group',
    ],
    [
      'a hook for launches, or on another group',
      {
        pools: [group],
        wires: [queue],
        hooks: [hook(group, 'launching'), { ...terminating, pool: 'other' }],
      },
      'hook of SelfManagedNodeGroup (shut): no terminating lifecycle hook is on the group',
    ],
    [
      'a group of EKS',
      { pools: [managed], wires: [queue] },
      'hook of ManagedNodeGroup (open): EKS itself puts a lifecycle hook on the group',
    ],
    [
      'a hook that nothing holds in IMDS mode',
      { pools: [group], installations: [nth('imds')] },
      'hook of SelfManagedNodeGroup (partly): no terminating lifecycle hook is on the group',
    ],
  ] as const)('say what is so: %s', (_, of, expected) => {
    expect(gatesOn('asg-termination', of as SystemInput)).toContain(expected);
  });

  it('name the first of two hooks', () => {
    const hooks = [
      { ...terminating, id: 'one' },
      { ...terminating, id: 'two' },
    ];
    expect(gatesOn('asg-termination', { pools: [group], wires: [queue], hooks })).toContain(
      'hook of one (open): one holds instances of the group',
    );
  });

  it('rest on what lets EventBridge in, where that is taken for granted', () => {
    const assuming = { id: 'policy', says: 'the policy lets it in' };
    const on = (accepts: object) =>
      verdictOn('spot-interruption', withWire({ queue: { accepts } })).claims[0]?.gates.flatMap(
        (gate) => gate.assuming ?? [],
      );
    expect(on({ open: true, because: 'x', assuming })).toEqual([assuming]);
    expect(on({ open: true, because: 'x' })).toEqual([]);
  });

  it('rest on other tags that may be there where the tag is not in sight', () => {
    const otherTags = { id: 'tags', says: 'no other tags are on the instances' };
    const on = (tags: readonly string[]) =>
      verdictOn('spot-interruption', {
        pools: [pool('SelfManagedNodeGroup', { tags, otherTags })],
        wires: [queue],
      }).claims[0]?.gates.find(({ name }) => name === 'tag')?.assuming;
    expect(on([])).toBe(otherTags);
    expect(on([MANAGED_TAG])).toBeUndefined();
  });

  it('are of the launch hook where the event is a launch', () => {
    const of = { pools: [group], wires: [queue] };
    expect(gatesOn('asg-launch', of)).toContain(
      'hook of SelfManagedNodeGroup (shut): no launching lifecycle hook is on the group',
    );
    const [claim] = verdictOn('asg-launch', { ...of, hooks: [hook(group, 'launching')] }).claims;
    expect(claim?.gates.find(({ name }) => name === 'hook')?.open).toBe(true);
  });
});

describe('the gates of a handler without a queue', () => {
  it('are its placement in IMDS mode', () => {
    const runs = (placement: object) =>
      gatesOn('spot-interruption', {
        pools: [group],
        installations: [nth('imds', { runsOn: () => placement as never })],
      }).filter((text) => text.startsWith('placement'));
    expect(runs({ open: true, because: 'it runs on every node' })).toEqual([
      'placement of nth-imds (open): it runs on every node',
    ]);
    expect(runs({ open: true, partly: true, because: 'it runs on some' })).toEqual([
      'placement of nth-imds (partly): it runs on some',
    ]);
    const { runsOn: _, ...nowhere } = nth('imds');
    expect(gatesOn('spot-interruption', { pools: [group], installations: [nowhere] })).toContain(
      'placement of nth-imds (shut): the DaemonSet runs on no node',
    );
  });

  it('are none but the event for EKS', () => {
    expect(
      gatesOn('asg-termination', { pools: [managed], installations: [native('eks')] }),
    ).toEqual([
      'occurs of ManagedNodeGroup (open): any instance of the pool can have it',
      'exists of eks (open): it is installed',
    ]);
  });

  it('are what AWS lets the handler call, where its role is in sight', () => {
    const denied = {
      ...karpenter(),
      permits: (actions: readonly string[], of?: string) => ({
        name: 'identity' as const,
        open: false as const,
        from: HERE,
        says: `no ${actions.join(', ')} on ${of}`,
      }),
    };
    expect(
      gatesOn('spot-interruption', { pools: [nodePool], wires: [{ installation: denied }] }),
    ).toContain(
      'identity of karpenter (shut): no sqs:GetQueueUrl, sqs:ReceiveMessage on queue of karpenter',
    );
  });

  it('are what the pool needs to have nodes, and what the handler needs to run', () => {
    const condition = {
      name: 'cluster' as const,
      open: false as const,
      from: HERE,
      says: 'it is elsewhere',
    };
    const needs = { ...karpenter(), conditions: [condition] };
    const pools = [{ ...nodePool, conditions: [{ ...condition, name: 'node-claim' as const }] }];
    expect(
      gatesOn('spot-interruption', { pools, wires: [{ installation: needs }] }).filter((text) =>
        text.endsWith('it is elsewhere'),
      ),
    ).toEqual([
      'cluster of karpenter (shut): it is elsewhere',
      'node-claim of NodePool (shut): it is elsewhere',
    ]);
  });
});

describe('the best way of an event to a queue', () => {
  const way = (id: string, rule: object) => ({
    installation: wired.installation,
    events: ['spot-interruption'] as const,
    rule: { id: `rule ${id}`, ...rule },
    queue: { id },
    feed: { queue: id, rule: `rule ${id}` },
    poll: { queue: id },
  });
  const partly = { ...spot, detail: { 'instance-action': ['stop'] } };
  const whole = way('whole', {});
  const shut = way('shut', { enabled: false });
  const unknown = way('unknown', { enabled: maybe });
  const some = { ...way('some', {}), patterns: { 'spot-interruption': partly } };
  const chosen = (...wires: readonly object[]) =>
    gatesOn('spot-interruption', { pools: [nodePool], wires: wires as never }).find((text) =>
      text.startsWith('poll'),
    );
  it.each([
    ['open before partly', [some, whole], 'whole'],
    ['partly before unknown', [unknown, some], 'some'],
    ['unknown before shut', [shut, unknown], 'unknown'],
  ])('is %s', (_, wires, expected) => {
    const text = `poll of karpenter (open): it reads the queue ${expected}`;
    expect(chosen(...wires)).toBe(text);
    expect(chosen(...wires.toReversed())).toBe(text);
  });
});
