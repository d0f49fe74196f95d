/** SQS: may EventBridge write the message, and how long does it stay where nobody deletes it. */
import type { Queue, System } from '../model/system.js';
import { decodeText } from '../value/decode.js';
import { entry, isAbsent, number } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';
import type { Hop, Message } from './hop.js';

export function queueHops(queue: Queue): readonly Hop[] {
  const { accepts } = queue;
  const exists: readonly Hop[] =
    queue.exists === true
      ? []
      : [
          {
            step: 'queue',
            node: queue.id,
            passes: queue.exists,
            says: 'the queue may not be there',
            from: queue.from,
          },
        ];
  return [
    ...exists,
    {
      step: 'queue',
      node: queue.id,
      passes: accepts.open,
      says: accepts.because,
      from: queue.from,
      ...(accepts.assuming === undefined ? {} : { assuming: accepts.assuming }),
      otherwise: {
        fate: 'undelivered',
        says: 'EventBridge tries for 24 hours and then drops the event',
        fact: 'Amazon EventBridge user guide, eb-rule-retry-policy',
      },
    },
  ];
}

/** SQS keeps a message for four days where nothing is set. */
const RETENTION = 345_600;

/** What becomes of a message that nobody deletes; `visibility`: for how long a reader hides it. */
export function undeleted(system: System, queue: Queue, visibility?: number): Message {
  const body = system.as.blockAt(queue.id)?.body;
  const said = isAbsent(entry(body, 'message_retention_seconds'))
    ? undefined
    : number(entry(body, 'message_retention_seconds'));
  const kept =
    said !== undefined && isUnknown(said)
      ? `until its retention, ${said.term}, ends`
      : `until its retention of ${duration(said?.value ?? RETENTION)} ends`;
  const dead = deadLetter(system, queue, entry(body, 'redrive_policy'));
  const from = said?.from ?? queue.from;
  if (visibility === undefined)
    return { fate: 'kept', says: `nobody receives it: it stays ${kept}`, from };
  return {
    fate: 'retried',
    says: `it is visible again after ${visibility} seconds, and so on ${dead ?? kept}`,
    from: dead === undefined ? from : queue.from,
  };
}

/**
 * Both handlers ask for this with every receive, whatever the queue says
 * (aws/karpenter-provider-aws@v1.14.1 pkg/providers/sqs/sqs.go).
 */
export const VISIBILITY = 20;

function deadLetter(system: System, queue: Queue, inline: Value | undefined): string | undefined {
  const attached = system.as.blocks.find(
    ({ labels, body }) =>
      labels[0] === 'aws_sqs_queue_redrive_policy' && names(entry(body, 'queue_url'), queue.id),
  );
  const policy = isAbsent(inline) ? entry(attached?.body, 'redrive_policy') : inline;
  if (policy === undefined) return undefined;
  const most = number(entry(decodeText(policy) ?? policy, 'maxReceiveCount'));
  const count = most === undefined || isUnknown(most) ? 'some number of' : String(most.value);
  return `until it was received ${count} times and goes to the dead-letter queue`;
}

const names = (url: Value | undefined, queue: string): boolean =>
  url !== undefined &&
  isUnknown(url) &&
  (url.term === `${queue}.url` || url.term === `${queue}.id`);

const duration = (seconds: number): string =>
  seconds % 86_400 === 0
    ? `${seconds / 86_400} day${seconds === 86_400 ? '' : 's'}`
    : `${seconds} seconds`;
