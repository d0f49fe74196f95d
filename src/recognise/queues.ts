/** SQS queues, and whether EventBridge may write to them. */
import type { Block } from '../configuration/configuration.js';
import type { Queue } from '../model/system.js';
import { and, or, type Tri } from '../value/logic.js';
import { entry, isAbsent, same, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import type { RecogniseContext } from './context.js';
import { allowsSending, policyStatements } from './iam.js';

/** Everything by which other parts can refer to a queue. */
export interface QueueIdentity {
  readonly queue: Queue;
  readonly address: string;
}

export function queuesOf(context: RecogniseContext): readonly QueueIdentity[] {
  return context.resources('aws_sqs_queue').map((block) => {
    const name = text(entry(block.body, 'name'));
    const region = text(entry(block.body, 'region'));
    return {
      address: block.address,
      queue: {
        id: block.address,
        ...(name === undefined || isAbsent(entry(block.body, 'name')) ? {} : { name }),
        ...(region === undefined ? {} : { region }),
        exists: block.exists,
        accepts: acceptance(context, block),
        from: block.from,
      },
    };
  });
}

/** Whether a value names this queue: by name, ARN or URL, written or by reference. */
export function isQueue({ address, queue }: QueueIdentity, value: Maybe<string>): Tri {
  if (isUnknown(value)) {
    const own = ['name', 'arn', 'url', 'id'].map((attribute) => `${address}.${attribute}`);
    if (own.includes(value.term)) return true;
    if (queue.name !== undefined && isUnknown(queue.name) && queue.name.term === value.term)
      return true;
    // A reference to another block of the same configuration is another queue.
    return /\.(arn|url|id|name)$/.test(value.term) && value.unknown === 'apply' ? false : value;
  }
  if (queue.name === undefined) return false;
  const last = value.value.split(/[:/]/).at(-1) ?? '';
  return same(queue.name, { value: last, from: value.from });
}

/** The queue a value names, with how sure that is. The surest wins; ties go to the first. */
export function findQueue(
  queues: readonly QueueIdentity[],
  value: Maybe<string>,
): { readonly queue: QueueIdentity; readonly is: Tri } | undefined {
  const candidates = queues
    .map((queue) => ({ queue, is: isQueue(queue, value) }))
    .filter(({ is }) => is !== false);
  return candidates.find(({ is }) => is === true) ?? candidates[0];
}

function acceptance(context: RecogniseContext, block: Block): Queue['accepts'] {
  const kms = entry(block.body, 'kms_master_key_id');
  const key = isAbsent(kms) ? undefined : text(kms);
  if (key !== undefined && !isUnknown(key) && /alias\/aws\/sqs$/.test(key.value))
    return {
      open: false,
      because: 'the AWS-managed key alias/aws/sqs has a policy that keeps EventBridge out',
    };
  const documents = policiesOf(context, block);
  if (documents.length === 0)
    return { open: false, because: 'no queue policy lets EventBridge send to the queue' };
  const open = or(documents.map(({ policy, exists }) => and([exists, sends(context, policy)])));
  return {
    open,
    because:
      open === false
        ? 'the queue policy does not let events.amazonaws.com send to the queue'
        : 'the queue policy lets EventBridge send to the queue',
  };
}

const sends = (context: RecogniseContext, policy: Value): Tri => {
  const statements = policyStatements(context, policy);
  if ('unknown' in statements) return statements;
  return or(statements.map((statement) => allowsSending(statement, context.region)));
};

function policiesOf(
  { resources }: RecogniseContext,
  block: Block,
): readonly { readonly policy: Value; readonly exists: Tri }[] {
  const inline = entry(block.body, 'policy');
  const attached = resources('aws_sqs_queue_policy').flatMap((candidate) => {
    const url = text(entry(candidate.body, 'queue_url'));
    const policy = entry(candidate.body, 'policy');
    if (url === undefined || policy === undefined) return [];
    const own = isUnknown(url) && ['url', 'id'].some((a) => url.term === `${block.address}.${a}`);
    return own ? [{ policy, exists: candidate.exists }] : [];
  });
  return inline === undefined || isAbsent(inline)
    ? attached
    : [{ policy: inline, exists: true }, ...attached];
}
