/** The gates of a claim that do not depend on the handler: does the event occur, is it delivered to the handler's queue. */
import { matchShape, specialise } from '../eventbridge/shape.js';
import type { EventAtom as EventFact } from '../facts/events.js';
import type { Occurrence } from '../facts/reactions.js';
import { and, type Tri } from '../value/logic.js';
import { isUnknown, type Maybe } from '../value/value.js';
import type {
  Cluster,
  EventRule,
  Feed,
  Installation,
  Poll,
  Pool,
  Queue,
  System,
} from './system.js';
import type { Gate } from './verdict.js';

/** Whether the event befalls the pool at all, which may be there or not. */
export function occurs(pool: Pool, occurrence: Occurrence): Gate {
  const gate = (open: Tri, says: string): Gate => ({
    name: 'occurs',
    node: pool.id,
    open: and([open, pool.exists]),
    from: pool.from,
    says,
    fact: occurrence.source,
  });
  if (!occurrence.pools.includes(pool.kind))
    return gate(false, `no ${occurrence.event} befalls a ${pool.kind}`);
  if (occurrence.needs === undefined) return gate(true, `any instance of the pool can have it`);
  const can = pool.can[occurrence.needs];
  return gate(
    can,
    can === false
      ? `the pool has no ${occurrence.needs} capacity`
      : `the pool has ${occurrence.needs} capacity`,
  );
}

/** One way from EventBridge to an installation: a rule, its target, the queue, the poll. */
export interface Delivery {
  readonly gates: readonly Gate[];
  readonly open: Tri;
  readonly partly: boolean;
}

/** Every way by which an event could reach an installation's queue, best first; without any, the gate that is shut. */
export function deliveries(
  system: System,
  installation: Installation,
  event: EventFact,
  pool: Pool,
): readonly Delivery[] {
  const polls = system.polls.filter((poll) => poll.installation === installation.id);
  if (polls.length === 0) return [shut(notPolling(installation))];
  const ways = polls.flatMap((poll) => {
    const queue = system.queues.find((candidate) => candidate.id === poll.queue);
    const polling: Gate = {
      name: 'poll',
      node: installation.id,
      open: queue === undefined ? poll.open : and([poll.open, queue.exists]),
      from: poll.from,
      says: pollText(poll, queue),
      ...(poll.assuming === undefined ? {} : { assuming: poll.assuming }),
    };
    if (queue === undefined) return [delivery([polling])];
    return ruleWays(system, queue, event, pool).map((gates) => delivery([...gates, polling]));
  });
  return ways.sort((a, b) => rank(b) - rank(a));
}

function pollText({ queue: name, wrongForm }: Poll, queue: Queue | undefined): string {
  const title = queue === undefined ? name : titleOf(queue);
  return wrongForm === undefined
    ? `it reads the queue ${title}`
    : `it is given the ${wrongForm.given} of the queue ${title}, and takes its ${wrongForm.wanted}`;
}

/** A queue's name where it is written, else its address. */
const titleOf = ({ id, name }: Queue): string =>
  name === undefined || isUnknown(name) ? id : `"${name.value}"`;

const notPolling = (installation: Installation): Gate => ({
  name: 'poll',
  node: installation.id,
  open: false,
  from: installation.from,
  says: 'it reads no queue',
});

const shut = (gate: Gate): Delivery => ({ gates: [gate], open: gate.open, partly: false });

const delivery = (gates: readonly Gate[]): Delivery => ({
  gates,
  open: and(gates.map((gate) => gate.open)),
  partly: gates.some((gate) => gate.partly === true),
});

/** Open before partly open before unknown before shut. */
const rank = ({ open, partly }: Delivery): number =>
  open === true ? (partly ? 2 : 3) : open === false ? 0 : 1;

function ruleWays(
  system: System,
  queue: Queue,
  event: EventFact,
  pool: Pool,
): readonly (readonly Gate[])[] {
  const feeds = system.feeds.filter((feed) => feed.queue === queue.id && feed.open !== false);
  const accepting: Gate = {
    name: 'delivery',
    node: queue.id,
    open: queue.accepts.open,
    from: queue.from,
    says: queue.accepts.because,
    ...(queue.accepts.assuming === undefined ? {} : { assuming: queue.accepts.assuming }),
  };
  const ways = feeds.flatMap((feed) => {
    const rule = system.rules.find((candidate) => candidate.id === feed.rule);
    if (rule === undefined) return [];
    return [[...ruleGates(system, rule, queue, event, pool), target(feed), accepting]];
  });
  if (ways.some((gates) => gates[0]?.open !== false)) return ways;
  const nothing: Gate = {
    name: 'pattern',
    node: queue.id,
    open: false,
    from: queue.from,
    says:
      feeds.length === 0
        ? `no event rule feeds the queue ${titleOf(queue)}`
        : `none of the ${feeds.length} rules that feed the queue ${titleOf(queue)} matches "${event.detailType}"`,
  };
  return [[nothing]];
}

const target = (feed: Feed): Gate => ({
  name: 'delivery',
  node: feed.rule,
  open: feed.open,
  from: feed.from,
  says: `the rule's target is the queue ${feed.queue}`,
});

function ruleGates(
  system: System,
  rule: EventRule,
  queue: Queue,
  event: EventFact,
  pool: Pool,
): readonly Gate[] {
  const cluster = system.clusters.find(({ id }) => id === pool.cluster) ?? system.clusters[0];
  const pattern = patternGate(rule, event, cluster, pool);
  const gates = [pattern];
  const state = and([rule.exists, rule.enabled]);
  if (state !== true)
    gates.push({
      name: 'pattern',
      node: rule.id,
      open: state,
      from: rule.from,
      says: state === false ? 'the rule is switched off' : 'the rule may be switched off',
    });
  gates.push(...busGates(rule), ...regionGates(rule, cluster?.region ?? queue.region));
  return gates;
}

function busGates({ id, onDefaultBus = true, from }: EventRule): readonly Gate[] {
  if (onDefaultBus === true) return [];
  const says = 'AWS services send to the default bus, and the rule stands on another';
  return [{ name: 'pattern', node: id, open: onDefaultBus, from, says }];
}

/** Unknown regions are taken to be one: only two known ones can differ. */
function regionGates(rule: EventRule, wanted: Maybe<string> | undefined): readonly Gate[] {
  if (wanted === undefined || isUnknown(wanted)) return [];
  const gate = (open: Tri, says: string): Gate => ({
    name: 'region',
    node: rule.id,
    open,
    from: rule.from,
    says,
  });
  const { region } = rule;
  if (region === undefined) {
    const says = `the AWS provider works in ${wanted.value}`;
    return [{ ...gate(true, says), assuming: { id: 'provider-region', says } }];
  }
  if (isUnknown(region) || region.value === wanted.value) return [];
  return [gate(false, 'the rule stands in another region than the cluster')];
}

function patternGate(
  rule: EventRule,
  event: EventFact,
  cluster: Cluster | undefined,
  pool: Pool,
): Gate {
  const gate = (open: Tri, says: string, partly = false): Gate => ({
    name: 'pattern',
    node: rule.id,
    open,
    from: rule.from,
    says,
    ...(partly ? { partly: true } : {}),
  });
  if (event.shape === undefined) return gate(false, 'AWS sends no event for it');
  if (rule.pattern === undefined) {
    const cause = rule.unknownPattern;
    return gate(
      cause !== undefined && isUnknown(cause) ? cause : false,
      cause === undefined ? 'EventBridge refuses the pattern' : 'the pattern is not known',
    );
  }
  const shape = specialise(event.shape, {
    region: cluster?.region,
    'detail.AutoScalingGroupName': pool.groupName,
  });
  const coverage = matchShape(rule.pattern, shape);
  if (coverage === 'every') return gate(true, `the rule's pattern matches "${event.detailType}"`);
  if (coverage === 'none')
    return gate(false, `the rule's pattern cannot match "${event.detailType}"`);
  if (coverage === 'some')
    return gate(true, `the rule's pattern matches only some of "${event.detailType}"`, true);
  return gate(coverage, `whether the rule's pattern matches depends on ${coverage.term}`);
}
