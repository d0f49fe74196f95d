/** An installation polls a queue that no event rule feeds. */
import { titlesOf } from '../../model/titles.js';
import { feedsInto, hasUnknownTargets, queueTitle } from '../queues.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unfed-queue',
  family: 'wiring',
  severities: ['error'],
  summary: 'An installation polls a queue that no event rule feeds, so it is deaf.',
  rationale: 'It starts, polls, and never hears of anything.',
  remedy: 'Add rules with the queue as their target.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 website/content/en/docs/getting-started/getting-started-with-karpenter/cloudformation.yaml',
  ],

  *check({ system }) {
    if (hasUnknownTargets(system)) return;
    const title = titlesOf(system);
    for (const poll of system.polls) {
      const queue = system.queues.find(({ id }) => id === poll.queue);
      if (queue === undefined || poll.open !== true || queue.exists !== true) continue;
      const any = system.feeds.filter((feed) => feed.queue === queue.id);
      if (feedsInto(system, queue).length > 0) continue;
      yield {
        at: poll.from.at,
        message:
          any.length === 0
            ? `"${title(poll.installation)}" polls the queue "${queueTitle(queue)}", which no event rule feeds`
            : `"${title(poll.installation)}" polls the queue "${queueTitle(queue)}", and nothing that a rule sends there arrives`,
        related: [{ at: queue.from.at, message: 'the queue is here' }],
        help: 'add event rules whose target is the queue',
      };
    }
  },
});
