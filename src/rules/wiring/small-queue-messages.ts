/** A queue whose message limit is below the size of the events it gets. */
import { isUnknown } from '../../value/value.js';
import { queueTitle } from '../queues.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'small-queue-messages',
  family: 'wiring',
  severities: ['warning'],
  summary: 'A queue whose message limit is below the size of the events it gets.',
  rationale:
    'SQS refuses what is larger, and EventBridge drops it. EC2 events are below 1 KiB; a Health event with its texts and entities takes several.',
  remedy: 'Leave max_message_size out.',
  since: '0.1.0',
  sources: [
    'AWS Health User Guide aws-health-events-eventbridge-schema',
    'Amazon SQS Developer Guide quotas-messages',
  ],

  *check({ system }) {
    for (const { id, maximumSize } of system.as.queues) {
      const queue = system.queues.find((candidate) => candidate.id === id);
      const used = system.polls.some((poll) => poll.queue === id);
      if (queue === undefined || !used || queue.exists === false) continue;
      if (maximumSize === undefined || isUnknown(maximumSize) || maximumSize.value >= ENOUGH)
        continue;
      yield {
        at: maximumSize.from.at,
        message: `the queue "${queueTitle(queue)}" takes messages of ${maximumSize.value} bytes at most, and a Health event may have more`,
        help: 'leave max_message_size out',
      };
    }
  },
});

/** Bytes of a Health event with a page of description in several languages and a hundred entities. */
const ENOUGH = 16_384;
