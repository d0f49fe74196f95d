/** A queue is fed by event rules and polled by nobody. */
import { titlesOf } from '../../model/titles.js';
import { feedsInto, isHandler, pollsOf, queueTitle, sendsInterruptions } from '../queues.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unread-queue',
  family: 'wiring',
  severities: ['warning'],
  summary: 'A queue is fed by event rules and polled by nobody.',
  rationale: 'Every notice ends there, and looks delivered.',
  remedy: 'Give the queue to the handler, or remove it with its rules.',
  since: '0.1.0',
  sources: ['aws/karpenter-provider-aws@v1.14.1 charts/karpenter/templates/deployment.yaml'],

  *check({ system, facts }) {
    const title = titlesOf(system);
    // A handler that is installed elsewhere may well read it.
    const handlers = system.installations.filter((one) => isHandler(one) && one.exists === true);
    if (handlers.length === 0 || system.clusters.some(({ blindSpots }) => blindSpots.length > 0))
      return;
    for (const queue of system.queues) {
      const feeds = feedsInto(system, queue);
      const sending = system.rules.filter(
        (rule) => feeds.some((feed) => feed.rule === rule.id) && sendsInterruptions(rule, facts),
      );
      const mayBeRead = system.polls.some(({ open }) => typeof open !== 'boolean');
      if (sending.length === 0 || mayBeRead || pollsOf(system, queue).length > 0) continue;
      const misnamed = system.polls.some((poll) => poll.queue === queue.id);
      if (misnamed || queue.exists !== true) continue;
      yield {
        at: queue.from.at,
        message: `${sending.length} ${sending.length === 1 ? 'rule feeds' : 'rules feed'} the queue "${queueTitle(queue)}", and no handler in sight reads it`,
        related: handlers.map(({ id, from }) => ({
          at: from.at,
          message: `"${title(id)}" is not told of it`,
        })),
        help: 'give its name to Karpenter (settings.interruptionQueue) or its URL to NTH (queueURL)',
      };
    }
  },
});
