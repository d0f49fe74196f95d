/** EventBridge: which rules match the event, why the others do not, and to which queues their targets send it. */
import { explainMismatch, matchEvent } from '../eventbridge/match.js';
import type { Matcher } from '../eventbridge/matcher.js';
import type { Field, Pattern, Rule } from '../eventbridge/rule.js';
import type { EventRule, Feed, Pool, System } from '../model/system.js';
import { and, isUndecided, or, type Tri } from '../value/logic.js';
import { same } from '../value/read.js';
import { isUnknown } from '../value/value.js';
import type { TracedEvent } from './event.js';
import { type Hop, passes } from './hop.js';

/** One rule, and the queues that are its targets. */
export interface RuleTrace {
  readonly rule: string;
  readonly hops: readonly Hop[];
  readonly targets: readonly { readonly queue: string; readonly hop: Hop }[];
}

/** Every rule in sight against the event. */
export const ruleTraces = (system: System, event: TracedEvent, pool: Pool): readonly RuleTrace[] =>
  event.json === undefined
    ? []
    : system.rules
        .filter(({ exists }) => exists !== false)
        .map((rule) => ({
          rule: rule.id,
          hops: ruleHops(rule, event, pool),
          targets: system.feeds
            .filter((feed) => feed.rule === rule.id)
            .map((feed) => ({ queue: feed.queue, hop: targetHop(system, rule, feed) })),
        }));

/** Whether one rule at least sends the event to the queue. */
export const sends = (rules: readonly RuleTrace[], queue: string): Tri =>
  or(rulesTo(rules, queue).map(({ hops, hop }) => and([passes(hops), hop.passes])));

/** The rules with the queue as a target. */
export const rulesTo = (rules: readonly RuleTrace[], queue: string) =>
  rules.flatMap(({ rule, hops, targets }) =>
    targets.filter((target) => target.queue === queue).map(({ hop }) => ({ rule, hops, hop })),
  );

/** A rule sends to queues of its own Region, and what it sends must be the event as it is. */
function targetHop({ queues }: System, rule: EventRule, feed: Feed): Hop {
  const hop = (passes: Tri, says: string): Hop => ({
    step: 'target',
    node: feed.rule,
    passes,
    says,
    from: feed.from,
  });
  const there = queues.find(({ id }) => id === feed.queue)?.region;
  const apart =
    rule.region !== undefined && there !== undefined && same(rule.region, there) === false;
  if (apart) return hop(false, `its target is ${feed.queue}, which stands in another Region`);
  return feed.open === false
    ? hop(false, `its target is ${feed.queue}, which does not get the event as it is`)
    : hop(feed.open, `its target is ${feed.queue}`);
}

/** Where it stands before what it wants: a rule elsewhere never sees the event. */
function ruleHops(rule: EventRule, event: TracedEvent, pool: Pool): readonly Hop[] {
  const hops = [...existsHop(rule), ...regionHop(rule, event), ...busHop(rule)];
  return [...hops, patternHop(rule, event, pool)];
}

function existsHop(rule: EventRule): readonly Hop[] {
  const open = and([rule.exists, rule.enabled]);
  if (open === true) return [];
  const says = open === false ? 'the rule is switched off' : 'the rule may not be there, or be off';
  return [{ step: 'rule', node: rule.id, passes: open, says, from: rule.from }];
}

function regionHop(rule: EventRule, { region, at }: TracedEvent): readonly Hop[] {
  if (region === undefined || rule.region === undefined || isUnknown(rule.region)) return [];
  if (rule.region.value === region) return [];
  const says = `the event happened in ${region} and the rule stands in ${rule.region.value}: rules see the events of their own Region`;
  return [{ step: 'bus', node: rule.id, passes: false, says, from: at('region') }];
}

function busHop({ id, onDefaultBus = true, from }: EventRule): readonly Hop[] {
  if (onDefaultBus === true) return [];
  const says =
    onDefaultBus === false
      ? 'the rule stands on a bus of its own, and AWS services send to the default bus'
      : 'the rule may stand on another bus than the one that AWS services send to';
  return [{ step: 'bus', node: id, passes: onDefaultBus, says, from }];
}

function patternHop(rule: EventRule, event: TracedEvent, pool: Pool): Hop {
  const hop = (open: Tri, says: string, from = rule.from): Hop => ({
    step: 'rule',
    node: rule.id,
    passes: open,
    says,
    from,
  });
  if (rule.pattern === undefined) {
    const cause = rule.unknownPattern;
    return cause !== undefined && isUnknown(cause)
      ? hop(cause, 'its pattern is not known')
      : hop(false, 'EventBridge refuses its pattern');
  }
  const pattern = ofPool(rule.pattern, event, pool);
  const matches = matchEvent(pattern, event.json);
  if (matches === true) return hop(true, 'its pattern matches');
  const [first] = explainMismatch(pattern, event.json);
  if (first === undefined) return hop(matches, 'its pattern does not match');
  const verb = isUndecided(matches) ? 'may match' : 'does not match';
  const says = `${verb}: "${first.path}" must be ${first.wanted}, and the event has ${first.found}`;
  return hop(matches, says, first.from);
}

const GROUP = 'detail.AutoScalingGroupName';

/** Where the pool's group has no written name, a pattern that refers to the same group means this event's. */
function ofPool(pattern: Pattern, { group }: TracedEvent, { groupName }: Pool): Pattern {
  if (group === undefined || groupName === undefined || !isUnknown(groupName)) return pattern;
  const { term } = groupName;
  const bind = (matcher: Matcher): Matcher =>
    matcher.kind === 'unknown' && matcher.literal && isOrHolds(matcher.unknown.term, term)
      ? { kind: 'equals', value: group }
      : matcher;
  const bound = (field: Field): Field =>
    field.path === GROUP ? { ...field, matchers: field.matchers.map(bind) } : field;
  return {
    rules: pattern.rules.map(
      (rule): Rule => new Map([...rule].map(([path, field]) => [path, bound(field)])),
    ),
  };
}

/** A term that is the other, or a list of which the other is an element. */
const isOrHolds = (wanted: string, term: string): boolean =>
  wanted === term || (term.startsWith(wanted) && /^\[\d+\]$/.test(term.slice(wanted.length)));
