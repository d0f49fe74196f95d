/** The handler's version understands an event that no rule sends to its queue. */
import type { EventKind } from '../../facts/reactions.js';
import type { JudgedVerdict } from '../../model/expect.js';
import type { Installation, System } from '../../model/system.js';
import { titlesOf } from '../../model/titles.js';
import { isActing } from '../../model/verdict.js';
import { feedsInto, hasUnknownTargets, isHandler, queueTitle } from '../queues.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'missing-event-rule',
  family: 'wiring',
  severities: ['warning', 'note'],
  summary: "The handler's version understands an event that no rule sends to its queue.",
  rationale:
    'The handler could drain for it and never hears of it. Newer versions understand events for which older modules make no rule.',
  remedy:
    'Add a rule for the event with the queue as its target, or give the event to another owner.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption/messages',
    'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent',
  ],

  *check({ system, verdicts }) {
    if (hasUnknownTargets(system)) return;
    const title = titlesOf(system);
    for (const installation of system.installations.filter(isHandler)) {
      const queue = fedQueue(system, installation);
      if (queue === undefined) continue;
      for (const [kind, unheard] of unheardBy(installation, verdicts)) {
        const worst = unheard.some(
          ({ gap, pool }) => gap === 'error' && pool.presence !== 'supposed',
        );
        yield {
          at: queue.from.at,
          severity: worst ? 'warning' : 'note',
          message: `no rule sends ${kind} to the queue "${queueTitle(queue)}", though "${title(installation.id)}" would act on it`,
          related: [
            { at: installation.from.at, message: `"${title(installation.id)}" reads the queue` },
          ],
          help: 'add a rule for it, or say who else handles it',
          event: kind,
          ...(unheard[0] === undefined ? {} : { pool: unheard[0].pool.id }),
        };
      }
    }
  },
});

/** The queue that it reads, where some rule feeds it: a queue without any is another matter. */
function fedQueue(system: System, { id, exists }: Installation) {
  const poll = system.polls.find(({ installation, open }) => installation === id && open === true);
  const queue = system.queues.find((candidate) => candidate.id === poll?.queue);
  return exists === true && queue !== undefined && feedsInto(system, queue).length > 0
    ? queue
    : undefined;
}

/** Gaps that the installation would fill if only a rule matched, by the kind of event. */
function unheardBy(
  { id }: Installation,
  verdicts: readonly JudgedVerdict[],
): ReadonlyMap<EventKind, readonly JudgedVerdict[]> {
  const found = new Map<EventKind, JudgedVerdict[]>();
  for (const verdict of verdicts) {
    if (verdict.state !== 'gap') continue;
    const unheard = verdict.claims.some(
      (claim) =>
        claim.installation === id &&
        isActing(claim) &&
        claim.gates.every(({ name, open }) => open !== false || name === 'pattern') &&
        claim.gates.some(({ name, open }) => open === false && name === 'pattern'),
    );
    if (!unheard) continue;
    const { kind } = verdict.event;
    found.set(kind, [...(found.get(kind) ?? []), verdict]);
  }
  return found;
}
