/** SQS queues, and what names them. */
import type { Block } from '../configuration/configuration.js';
import type { Queue } from '../model/system.js';
import type { Tri } from '../value/logic.js';
import { entry, isAbsent, same, text } from '../value/read.js';
import { isUnknown, type Maybe, type Unknown, type Value } from '../value/value.js';
import { type RecogniseContext, regionOf } from './context.js';
import { indexed, keysOfText } from './indexed.js';
import { globs, type Names } from './permissions.js';
import { queuePolicy } from './queue-policy.js';

/** Everything by which other parts can refer to a queue. */
export interface QueueIdentity {
  readonly queue: Queue;
  readonly address: string;
  /** Whether the queue's policy takes messages that come from a rule, where it asks whence they come. */
  readonly takesFrom: (rule: Block) => Tri;
}

export function queuesOf(context: RecogniseContext): readonly QueueIdentity[] {
  return context.resources('aws_sqs_queue').map((block) => {
    const name = text(entry(block.body, 'name'));
    const region = regionOf(context, block);
    const identity = {
      id: block.address,
      ...(name === undefined || isAbsent(entry(block.body, 'name')) ? {} : { name }),
      ...(region === undefined ? {} : { region }),
      exists: block.exists,
      from: block.from,
    };
    const { accepts, takesFrom } = queuePolicy(context, block, namesQueue(identity));
    return { address: block.address, queue: { ...identity, accepts }, takesFrom };
  });
}

type Named = Pick<Queue, 'id' | 'name'>;

/** The attributes by which another block refers to a queue. */
const ATTRIBUTE = /\.(arn|url|id|name)$/;

/** Whether a value names this queue: by name, ARN or URL, written or by reference. */
export function isQueue(queue: Named, value: Maybe<string>): Tri {
  if (isUnknown(value)) {
    if (value.term.startsWith(`${queue.id}.`))
      return value.term.slice(queue.id.length).replace(ATTRIBUTE, '') === '';
    if (queue.name !== undefined && isUnknown(queue.name) && queue.name.term === value.term)
      return true;
    return namesAnother(value) ? false : value;
  }
  if (queue.name === undefined) return false;
  return same(queue.name, { value: lastPart(value.value), from: value.from });
}

/** A reference to another block of the same configuration is another queue. */
const namesAnother = (value: Unknown): boolean =>
  ATTRIBUTE.test(value.term) && value.unknown === 'apply';

/** The name in an ARN or a URL. */
const lastPart = (text: string): string => text.split(/[:/]/).at(-1) ?? '';

export interface FoundQueue {
  readonly queue: QueueIdentity;
  readonly is: Tri;
}

/** Finds the queue that a value names, with how sure that is. The surest wins; ties go to the first. */
export function queueFinder(
  queues: readonly QueueIdentity[],
): (value: Maybe<string>) => FoundQueue | undefined {
  const byKey = indexed(queues, ({ queue }) => [queue.id, ...keysOfText(queue.name)]);
  const unnamed = queues.filter(({ queue: { name } }) => name !== undefined && isUnknown(name));
  return (value) => {
    const keys = isUnknown(value)
      ? [value.term, value.term.replace(ATTRIBUTE, '')]
      : keysOfText({ ...value, value: lastPart(value.value) });
    const sure = byKey(keys).find(({ queue }) => isQueue(queue, value) === true);
    if (sure !== undefined) return { queue: sure, is: true };
    if (isUnknown(value) && namesAnother(value)) return undefined;
    for (const queue of isUnknown(value) ? queues : unnamed) {
      const is = isQueue(queue.queue, value);
      if (is !== false) return { queue, is };
    }
    return undefined;
  };
}

/** Whether a resource of a policy statement is this queue: by reference, or by an ARN that may have wildcards. */
export const namesQueue =
  (queue: Named): Names =>
  (value: Value): Tri => {
    const arn = text(value);
    if (arn === undefined) return false;
    if (isUnknown(arn)) return isQueue(queue, arn);
    if (arn.value === '*') return true;
    if (!arn.value.startsWith('arn:') || queue.name === undefined) return false;
    const last = arn.value.split(':').at(-1) ?? '';
    return isUnknown(queue.name) ? queue.name : globs(last, queue.name.value);
  };
