/**
 * Queues that handlers read and that stand outside the texts. Where nothing of the
 * kind is in sight it is taken for granted that each is there and gets what
 * upstream's own rules send; where something is, that is not known.
 */
import type { Installation, Poll, Queue, System } from '../model/system.js';
import { isUndecided } from '../value/logic.js';
import type { TracedEvent } from './event.js';
import type { TraceFacts } from './facts.js';

/** The queues outside the texts to which upstream's rules would send the event. */
export const unseenQueues = (
  { polls, queues, installations }: System,
  event: TracedEvent,
  facts: TraceFacts,
): readonly Queue[] =>
  polls
    .filter(({ queue }) => !queues.some(({ id }) => id === queue))
    .filter(({ assuming, open }) => assuming !== undefined || isUndecided(open))
    .filter(({ installation }) => {
      const reader = installations.find(({ id }) => id === installation);
      return reader !== undefined && rulesSend(reader, event, facts);
    })
    .map(queueOf);

function queueOf({ queue, from, open, assuming }: Poll): Queue {
  const accepts =
    assuming === undefined
      ? { open, because: 'it is not in sight, nor what may send to it' }
      : { open: true, because: 'it is outside these files, and gets the event', assuming };
  return { id: queue, exists: true, accepts, from };
}

/** NTH's README has a rule for each; the one on launches where a launch hook is used. */
const OF_NTH: Readonly<Record<string, readonly string[]>> = {
  'aws.autoscaling': [
    'EC2 Instance-terminate Lifecycle Action',
    'EC2 Instance-launch Lifecycle Action',
  ],
  'aws.ec2': [
    'EC2 Spot Instance Interruption Warning',
    'EC2 Instance Rebalance Recommendation',
    'EC2 Instance State-change Notification',
  ],
  'aws.health': ['AWS Health Event'],
};

function rulesSend(
  { handler, releases }: Installation,
  { source, detailType }: TracedEvent,
  { karpenter }: TraceFacts,
): boolean {
  if (handler === 'nth') return OF_NTH[source]?.includes(detailType) === true;
  return karpenter
    .eventRules(releases.allowed.at(-1) ?? '')
    .some((rule) => rule.source === source && rule.detailType === detailType);
}
