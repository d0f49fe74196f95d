/** An event that takes nodes away and that no handler acts on. */

import type { Severity } from '../../diagnostics/finding.js';
import type { JudgedVerdict } from '../../model/expect.js';
import { titlesOf } from '../../model/titles.js';
import { isActing } from '../../model/verdict.js';
import { defineRule } from '../rule.js';
import { clusterOf, eventsText, groupByPool, shutGate } from '../words.js';

export default defineRule({
  id: 'unhandled-event',
  family: 'ownership',
  severities: ['error', 'warning', 'note'],
  summary: 'No handler acts on an event that takes nodes of this pool away.',
  rationale:
    'Pods on the node get no eviction and no time: they end with the instance, and their volumes stay attached until the cloud lets go of them.',
  remedy:
    'Give the event an owner, or say in the policy that it has none, with the reason (an exception with owner: none).',
  since: '0.1.0',
  sources: ['kubernetes-sigs/karpenter issue 1145'],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    for (const severity of ['error', 'warning', 'note'] as const) {
      const gaps = verdicts.filter(
        (verdict) =>
          verdict.state === 'gap' && verdict.wrong !== true && severityOf(verdict) === severity,
      );
      for (const { pool, group } of groupByPool(gaps)) {
        const nearest = group[0].claims.find(isActing);
        const gate = nearest === undefined ? undefined : shutGate(nearest);
        yield {
          severity,
          at: pool.from.at,
          message: `nobody drains nodes of "${pool.id}" for ${eventsText(group)}`,
          ...(nearest === undefined || gate === undefined
            ? {}
            : {
                related: [
                  {
                    at: gate.from.at,
                    message: `"${title(nearest.installation)}" ${gate.partly === true ? 'does so in part' : 'does not'}: ${gate.says}`,
                  },
                ],
              }),
          help: 'give the event an owner, or say with a reason that it has none',
          pool: pool.id,
          event: group[0].event.kind,
          ...clusterOf(system, pool),
        };
      }
    }
  },
});

/** Pools that nobody has seen may have no Spot capacity at all: no error is made of that. */
function severityOf({ gap, pool }: JudgedVerdict): Severity | undefined {
  if (gap === null) return undefined;
  return pool.presence === 'supposed' && gap === 'error' ? 'warning' : gap;
}
