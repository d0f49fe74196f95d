/** A delivery delay or a retention that eats the notice. */
import { isUnknown, type Maybe } from '../../value/value.js';
import { queueTitle } from '../queues.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'delayed-queue',
  family: 'wiring',
  severities: ['error', 'warning'],
  summary: 'A delivery delay or retention that eats the notice.',
  rationale:
    'A Spot notice leaves two minutes. Every second that the queue holds a message back is a second less for the drain; a message that expires before the handler is back from a restart was never there.',
  remedy: 'Leave delay_seconds at 0, and let messages live for five minutes as upstream does.',
  since: '0.1.0',
  sources: [
    'Amazon EC2 User Guide spot-instance-termination-notices',
    'aws/karpenter-provider-aws@v1.14.1 website/content/en/docs/getting-started/getting-started-with-karpenter/cloudformation.yaml',
  ],

  *check({ system }) {
    for (const { id, delay, retention } of system.as.queues) {
      const queue = system.queues.find((candidate) => candidate.id === id);
      const used = system.polls.some((poll) => poll.queue === id);
      if (queue === undefined || !used || queue.exists === false) continue;
      const held = secondsOf(delay);
      if (delay !== undefined && held !== undefined && held > 0)
        yield {
          at: delay.from.at,
          severity: held >= NOTICE / 4 ? 'error' : 'warning',
          message: `the queue "${queueTitle(queue)}" holds every message back for ${held} s, of the ${NOTICE} s that a Spot notice leaves`,
          help: 'leave delay_seconds out',
        };
      const kept = secondsOf(retention);
      if (retention !== undefined && kept !== undefined && kept < NOTICE)
        yield {
          at: retention.from.at,
          severity: 'warning',
          message: `the queue "${queueTitle(queue)}" drops messages after ${kept} s, before a handler that restarts has read them`,
          help: 'write message_retention_seconds = 300',
        };
    }
  },
});

/** Seconds from a Spot notice to the end of the instance. */
const NOTICE = 120;

const secondsOf = (value: Maybe<number> | undefined): number | undefined =>
  value === undefined || isUnknown(value) ? undefined : value.value;
