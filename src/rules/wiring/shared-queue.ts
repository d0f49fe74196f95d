/** Two consumers read one queue and delete each other's messages. */
import type { Installation, Poll, Queue, System } from '../../model/system.js';
import { titlesOf } from '../../model/titles.js';
import { isUnknown, type Maybe } from '../../value/value.js';
import { queueTitle } from '../queues.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'shared-queue',
  family: 'wiring',
  severities: ['error'],
  summary: "Two consumers (handlers or clusters) read one queue and delete each other's messages.",
  rationale:
    'A message that one of them takes never reaches the other: each handler deletes what it does not know, so about half of the notices are lost.',
  remedy: 'Give every consumer a queue of its own, fed by rules of its own.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption/controller.go',
    'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent/sqs-monitor.go',
  ],

  *check({ system }) {
    const title = titlesOf(system);
    const readers = readersOf(system);
    for (const [index, reader] of readers.entries()) {
      const other = readers.slice(0, index).find((earlier) => isOne(earlier, reader));
      if (other === undefined) continue;
      const [mine, theirs] = [reader, other].map(
        ({ installation: { id, cluster } }) => `"${title(id)}" of cluster ${cluster}`,
      );
      yield {
        at: reader.poll.from.at,
        message: `${theirs} and ${mine} read one queue, "${queueTitle(reader.queue)}"`,
        related: [
          { at: other.poll.from.at, message: 'the other one is told of it here' },
          { at: reader.queue.from.at, message: 'the queue is here' },
        ],
        help: 'give each of them a queue of its own',
      };
    }
  },
});

interface Reader {
  readonly poll: Poll;
  readonly installation: Installation;
  readonly queue: Queue;
}

const readersOf = ({ polls, installations, queues }: System): readonly Reader[] =>
  polls.flatMap((poll) => {
    const installation = installations.find(({ id }) => id === poll.installation);
    const queue = queues.find(({ id }) => id === poll.queue);
    if (installation?.exists !== true || queue === undefined || poll.open !== true) return [];
    return queue.exists === true ? [{ poll, installation, queue }] : [];
  });

/** The same block, or two queues of one name in one region, which AWS makes one of. */
function isOne(a: Reader, b: Reader): boolean {
  const sameConsumer =
    a.installation.id === b.installation.id && a.installation.cluster === b.installation.cluster;
  if (sameConsumer) return false;
  if (a.queue.id === b.queue.id) return true;
  return isSame(a.queue.name, b.queue.name) && !isOther(a.queue.region, b.queue.region);
}

const isSame = (a: Maybe<string> | undefined, b: Maybe<string> | undefined): boolean =>
  a !== undefined && b !== undefined && !isUnknown(a) && !isUnknown(b) && a.value === b.value;

/** Regions may differ where they are not both known, unless neither is written: then it is the same provider. */
const isOther = (a: Maybe<string> | undefined, b: Maybe<string> | undefined): boolean =>
  !(a === undefined && b === undefined) && !isSame(a, b);
