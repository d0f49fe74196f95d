/** EventBridge rules and the targets that feed queues. */
import type { Block } from '../configuration/configuration.js';
import { parsePattern } from '../eventbridge/pattern.js';
import type { EventRule, Feed } from '../model/system.js';
import { and, type Tri } from '../value/logic.js';
import { entry, flag, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe } from '../value/value.js';
import { type RecogniseContext, regionOf } from './context.js';
import { indexed, keysOfText } from './indexed.js';
import { type QueueIdentity, queueFinder } from './queues.js';

export const rulesOf = (context: RecogniseContext): readonly EventRule[] =>
  context.resources('aws_cloudwatch_event_rule').map((block) => {
    const region = regionOf(context, block);
    return {
      id: block.address,
      ...(region === undefined ? {} : { region }),
      ...patternOf(block),
      ...busOf(block),
      enabled: enabled(block),
      exists: block.exists,
      from: block.from,
    };
  });

/** `state` replaced `is_enabled` (hashicorp/terraform-provider-aws@v5.26.0 CHANGELOG.md); both default to on. */
function enabled(block: Block): Tri {
  const state = text(entry(block.body, 'state'));
  if (state !== undefined && !isAbsent(entry(block.body, 'state')))
    return isUnknown(state) ? state : state.value !== 'DISABLED';
  return flag(entry(block.body, 'is_enabled')) ?? true;
}

/** AWS services send to the default bus alone; one that Terraform makes is another. */
function busOf(block: Block): Pick<EventRule, 'onDefaultBus'> {
  const written = entry(block.body, 'event_bus_name');
  const bus = isAbsent(written) ? undefined : text(written);
  if (bus === undefined) return {};
  if (!isUnknown(bus)) return { onDefaultBus: /(?:^|event-bus\/)default$/.test(bus.value) };
  return { onDefaultBus: /(?:^|\.)aws_cloudwatch_event_bus\./.test(bus.term) ? false : bus };
}

function patternOf(block: Block): Pick<EventRule, 'pattern' | 'unknownPattern'> {
  const written = entry(block.body, 'event_pattern');
  if (written === undefined || isAbsent(written)) return {};
  // A pattern that is known in part keeps its unknown leaves; one that is unknown as a whole says so.
  if (isUnknown(written) && written.encodes === undefined && written.parts === undefined)
    return { unknownPattern: written };
  const { pattern } = parsePattern(written);
  return pattern === undefined ? {} : { pattern };
}

/** Targets whose ARN names a queue in sight, joined to the rule that they name. */
export function feedsOf(
  context: RecogniseContext,
  rules: readonly EventRule[],
  queues: readonly QueueIdentity[],
): readonly Feed[] {
  const findQueue = queueFinder(queues);
  const findRules = ruleFinder(context, rules);
  return context.resources('aws_cloudwatch_event_target').flatMap((block) => {
    const ruleName = text(entry(block.body, 'rule'));
    const arn = text(entry(block.body, 'arn'));
    if (ruleName === undefined || arn === undefined) return [];
    const found = findQueue(arn);
    if (found === undefined) return [];
    return findRules(ruleName).map((rule) => ({
      rule: rule.id,
      queue: found.queue.queue.id,
      open: and([block.exists, found.is, delivers(block), taken(context, found.queue, rule)]),
      from: block.from,
    }));
  });
}

/** Whether the queue takes what comes from the rule. */
function taken(context: RecogniseContext, queue: QueueIdentity, rule: EventRule): Tri {
  const block = context.blockAt(rule.id);
  return block === undefined || queue.takesFrom(block);
}

/** The rules that a target names: by reference, by name, or by what the name of both hangs on. */
function ruleFinder(
  context: RecogniseContext,
  rules: readonly EventRule[],
): (name: Maybe<string>) => readonly EventRule[] {
  const nameOf = ({ id }: EventRule): Maybe<string> | undefined => {
    const block = context.blockAt(id);
    return block === undefined ? undefined : text(entry(block.body, 'name'));
  };
  const byName = indexed(rules, (rule) => [
    `${rule.id}.name`,
    `${rule.id}.id`,
    ...keysOfText(nameOf(rule)),
  ]);
  return (name) => byName(keysOfText(name));
}

/** A target that rewrites the event sends something that no handler can parse. */
function delivers(block: Block): Tri {
  const rewrites = ['input', 'input_path', 'input_transformer'].some(
    (key) => !isAbsent(entry(block.body, key)),
  );
  return !rewrites;
}
