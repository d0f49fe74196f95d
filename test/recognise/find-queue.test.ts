/** Finding a queue by what may name it gives what holding it against every queue gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQueue, type QueueIdentity, queueFinder } from '../../src/recognise/queues.js';
import { originAt, span } from '../../src/source/span.js';
import { isUndecided } from '../../src/value/logic.js';
import { type Maybe, unknown } from '../../src/value/value.js';

const from = originAt(span('main.tf', 0, 0));
const named = (value: string): Maybe<string> => ({ value, from });
const ids = ['aws_sqs_queue.a', 'aws_sqs_queue.ab', 'module.m.aws_sqs_queue.a'];
const terms = [
  ...ids.flatMap((id) => [`${id}.arn`, `${id}.url`, `${id}.name`, `${id}.other`, `${id}.arn.arn`]),
  'aws_lambda_function.l.arn',
  'var.queue',
  'local.name',
];
const anyText = fc.oneof(
  fc.constantFrom('a', 'ab', 'jobs').map(named),
  fc
    .tuple(fc.constantFrom('apply' as const, 'input' as const), fc.constantFrom(...terms))
    .map(([cause, term]) => unknown(cause, term, from)),
);
const anyValue = fc.oneof(
  anyText,
  fc.constantFrom('arn:aws:sqs:eu-west-1:1:jobs', 'https://sqs/1/a').map(named),
);
const anyQueues = fc.array(
  fc.record({ id: fc.constantFrom(...ids, 'aws_sqs_queue.c'), name: fc.option(anyText) }),
  { maxLength: 6 },
);

const identity = (id: string, name: Maybe<string> | null): QueueIdentity => ({
  queue: {
    id,
    exists: true,
    accepts: { open: true, because: '' },
    from,
    ...(name === null ? {} : { name }),
  },
  address: id,
  takesFrom: () => true,
});

describe('the queue that a value names', () => {
  it('is the first that it surely names, else the first that it may name', () => {
    const seen = { sure: 0, unsure: 0, none: 0 };
    fc.assert(
      fc.property(anyQueues, anyValue, (given, value) => {
        const queues = given.map(({ id, name }) => identity(id, name));
        const all = queues
          .map((queue) => ({ queue, is: isQueue(queue.queue, value) }))
          .filter(({ is }) => is !== false);
        const expected = all.find(({ is }) => is === true) ?? all[0];
        seen[expected === undefined ? 'none' : isUndecided(expected.is) ? 'unsure' : 'sure']++;
        expect(queueFinder(queues)(value)).toEqual(expected);
      }),
      { seed: 11, numRuns: 2_000 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
  });
});
