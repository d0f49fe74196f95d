/** EventBridge cannot write to the queue. */
import { feedsInto, queueTitle } from '../queues.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'undeliverable-queue',
  family: 'wiring',
  severities: ['error'],
  summary: 'EventBridge cannot write to the queue: key policy, AWS-managed key or unknown key.',
  rationale:
    'Every event is dropped at the queue without a word; a metric of the rule is the only trace.',
  remedy:
    'Use SSE-SQS, or a key whose policy lets events.amazonaws.com use it, and a queue policy that lets EventBridge send.',
  since: '0.1.0',
  sources: ['Amazon EventBridge User Guide eb-troubleshooting, "sqs encrypted"'],

  *check({ system }) {
    for (const queue of system.queues) {
      const { open, because } = queue.accepts;
      const [feed] = feedsInto(system, queue);
      const read = system.polls.some((poll) => poll.queue === queue.id);
      if (open !== false || queue.exists === false || (feed === undefined && !read)) continue;
      const key = system.as.queues.find(({ id }) => id === queue.id)?.key;
      yield {
        at: key?.from.at ?? queue.from.at,
        message: `EventBridge cannot write to the queue "${queueTitle(queue)}": ${because}`,
        ...(feed === undefined
          ? {}
          : { related: [{ at: feed.from.at, message: 'a rule sends its events there' }] }),
        help:
          key === undefined
            ? 'add a queue policy that lets events.amazonaws.com send'
            : 'use sqs_managed_sse_enabled, or a key of your own that lets events.amazonaws.com use it',
      };
    }
  },
});
