/** What rules on wiring share: names of queues and rules for people, who reads a queue, what feeds it. */
import { matchShape } from '../eventbridge/shape.js';
import type { EventRule, Feed, Installation, Poll, Queue, System } from '../model/system.js';
import { isUnknown } from '../value/value.js';
import { resourceType } from './blocks.js';
import type { RuleFacts } from './rule.js';

/** The name where it is written, else the address. */
export const queueTitle = ({ id, name }: Queue): string =>
  name === undefined || isUnknown(name) ? id : name.value;

/** Ways into a queue that are not shut. */
export const feedsInto = ({ feeds }: System, { id }: Queue): readonly Feed[] =>
  feeds.filter(({ queue, open }) => queue === id && open !== false);

/** Installations that read a queue, or may. */
export const pollsOf = ({ polls }: System, { id }: Queue): readonly Poll[] =>
  polls.filter(({ queue, open }) => queue === id && open !== false);

export const isHandler = ({ handler }: Installation): boolean =>
  handler === 'karpenter' || handler === 'nth';

/** Whether a rule may send something that takes nodes away. */
export function sendsInterruptions({ pattern }: EventRule, { events }: RuleFacts): boolean {
  if (pattern === undefined) return false;
  return events.atoms.some(
    ({ shape }) => shape !== undefined && matchShape(pattern, shape) !== 'none',
  );
}

/** Whether some target in sight sends to what is not known: it may be any queue. */
export const hasUnknownTargets = ({ as, feeds }: System): boolean =>
  as.blocks.some(
    ({ from, ...block }) =>
      resourceType(block) === 'aws_cloudwatch_event_target' &&
      !feeds.some(
        (feed) => feed.from.at.file === from.at.file && feed.from.at.start === from.at.start,
      ),
  );
