/** The way from the bus to the queue: rules, targets, policies, and why an event does not come through. */
import { describe, expect, it } from 'vitest';
import { conclusionOf } from '../../src/trace/outcome.js';
import { HERE, hook, karpenter, nth, open, pool, system, type Wire } from '../support/system.js';
import { traceOf } from './support.js';

const SPOT = 'ec2-spot-interruption-warning-terminate';
const nodePool = pool('NodePool');

const wired = (wire: Partial<Wire> = {}) =>
  system({ pools: [nodePool], wires: [{ installation: karpenter(), ...wire }] });

const traced = (wire: Partial<Wire> = {}) => traceOf(wired(wire), SPOT);

const stops = (trace: ReturnType<typeof traced>): readonly string[] =>
  trace.rules.flatMap(({ hops }) =>
    hops.filter((hop) => hop.passes !== true).map(({ says }) => says),
  );

describe('a rule', () => {
  it('says of an event that it does not match what it wants and what the event has', () => {
    expect(stops(traced({ events: ['scheduled-change'] }))).toEqual([
      'does not match: "detail-type" must be "AWS Health Event", and the event has "EC2 Spot Instance Interruption Warning"',
    ]);
  });

  it.each<[string, Partial<Wire>, string]>([
    ['is switched off', { rule: { enabled: false } }, 'the rule is switched off'],
    [
      'stands on a bus of its own',
      { rule: { onDefaultBus: false } },
      'the rule stands on a bus of its own, and AWS services send to the default bus',
    ],
    [
      'stands in another Region',
      { rule: { region: { value: 'us-east-1', from: HERE } } },
      'the event happened in eu-central-1 and the rule stands in us-east-1: rules see the events of their own Region',
    ],
    [
      'may stand on another bus',
      { rule: { onDefaultBus: open('var.bus') } },
      'the rule may stand on another bus than the one that AWS services send to',
    ],
  ])('sees nothing where it %s', (_, wire, says) => {
    expect(stops(traced({ events: ['spot-interruption'], ...wire }))).toEqual([says]);
  });
});

describe('a queue', () => {
  it('of another Region than the rule is no target of it', () => {
    const trace = traced({ queue: { region: { value: 'us-east-1', from: HERE } } });
    expect(trace.queues).toEqual([]);
    const hops = trace.rules.flatMap(({ targets }) => targets.map(({ hop }) => hop.says));
    expect(hops).toContain('its target is queue of karpenter, which stands in another Region');
  });

  it('outside the texts is taken to get what the rules of upstream send', () => {
    const assuming = { id: 'queue-elsewhere', says: 'the queue "interruptions" exists' };
    const bare = wired();
    const [poll] = bare.polls;
    if (poll === undefined) throw new Error('nothing is read');
    const elsewhere = { ...bare, queues: [], rules: [], feeds: [], polls: [{ ...poll, assuming }] };
    expect(conclusionOf(traceOf(elsewhere, SPOT)).ending).toBe('one');
    const launch = traceOf(elsewhere, 'asg-instance-launch-successful');
    expect(launch.deaf.map(({ hop }) => hop.says)).toEqual([
      "upstream's own rules send no such event to the queue that it reads, queue of karpenter",
    ]);
  });

  it('that EventBridge may not write to gets nothing, and the event is lost', () => {
    const trace = traced({ queue: { accepts: { open: false, because: 'no policy' } } });
    expect(trace.queues).toMatchObject([{ arrives: false, message: { fate: 'undelivered' } }]);
    expect(conclusionOf(trace).ending).toBe('nobody');
  });

  it('that nobody reads keeps its messages until their retention ends', () => {
    const bare = wired();
    const trace = traceOf({ ...bare, installations: [], polls: [] }, SPOT);
    expect(trace.queues).toMatchObject([
      {
        readers: [],
        message: {
          fate: 'kept',
          says: 'nobody receives it: it stays until its retention of 4 days ends',
        },
      },
    ]);
  });

  it('gets one copy from each rule that matches', () => {
    const twice = wired({ events: ['spot-interruption'] });
    const [rule] = twice.rules;
    const [feed] = twice.feeds;
    if (rule === undefined || feed === undefined) throw new Error('there is no rule');
    const trace = traceOf(
      {
        ...twice,
        rules: [rule, { ...rule, id: 'second' }],
        feeds: [feed, { ...feed, rule: 'second' }],
      },
      SPOT,
    );
    expect(trace.queues[0]?.rules).toEqual([rule.id, 'second']);
    expect(conclusionOf(trace).ending).toBe('one');
  });
});

describe('a handler that hears nothing', () => {
  it.each<[string, Partial<Wire>, string]>([
    [
      'has no rule for the event',
      { events: [] },
      'no rule sends the event to the queue that it reads, queue of karpenter',
    ],
  ])('%s', (_, wire, says) => {
    expect(traced(wire).deaf.map(({ hop }) => hop.says)).toEqual([says]);
  });

  it('reads no queue', () => {
    const alone = system({ pools: [nodePool], installations: [karpenter()] });
    expect(traceOf(alone, SPOT).deaf.map(({ hop }) => hop.says)).toEqual(['it reads no queue']);
  });
});

describe('an event', () => {
  it('is not about a pool that cannot have it', () => {
    const onDemand = pool('NodePool', { capacity: ['on-demand'] });
    const trace = traceOf(
      system({ pools: [onDemand], wires: [{ installation: karpenter() }] }),
      SPOT,
    );
    expect(conclusionOf(trace).ending).toBe('elsewhere');
  });

  it('is not about a pool of another group', () => {
    const batch = pool('SelfManagedNodeGroup', { groupName: { value: 'batch', from: HERE } });
    const ofOther = (json: Readonly<Record<string, unknown>>) => ({
      ...json,
      detail: { ...(json.detail as object), AutoScalingGroupName: 'web' },
    });
    const made = system({ pools: [batch], hooks: [hook(batch, 'terminating')] });
    const name = 'asg-instance-terminate-lifecycle-action';
    expect(traceOf(made, name, ofOther).instance.at(-1)?.says).toBe(
      'its group is "web", the pool\'s is "batch"',
    );
    expect(conclusionOf(traceOf(made, name)).ending).not.toBe('elsewhere');
  });

  it('has two handlers where both gates are open', () => {
    const both = system({
      pools: [nodePool],
      wires: [
        { installation: karpenter() },
        { installation: nth('queue', { settings: { checkTagBeforeDraining: false } }) },
      ],
    });
    expect(conclusionOf(traceOf(both, SPOT))).toMatchObject({ ending: 'several' });
  });

  it('is undetermined by name where something is not known', () => {
    const trace = traced({ queue: { accepts: { open: open('var.policy'), because: 'perhaps' } } });
    expect(conclusionOf(trace)).toMatchObject({
      ending: 'undetermined',
      because: { term: 'var.policy' },
    });
  });
});
