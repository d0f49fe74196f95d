/** One incident, many events: owners split inside it drain the node twice. */

import { splitIncidents } from '../../model/incident.js';
import { titlesOf } from '../../model/titles.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'split-incident',
  family: 'ownership',
  severities: ['warning'],
  summary:
    'Owners split inside one incident drain the same node twice although each event has one owner.',
  rationale:
    'Rebalance recommendation, Spot notice, shutting-down and lifecycle hook tell the story of one node. With two owners in it the node is drained by the first and again by the second.',
  remedy: 'Give all events of one incident to one handler.',
  since: '0.1.0',
  sources: ['aws/karpenter-provider-aws@v1.14.1 website/content/en/docs/troubleshooting.md'],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    for (const { pool, owners } of splitIncidents(verdicts)) {
      const [first, second] = owners;
      if (first === undefined || second === undefined) continue;
      yield {
        at: second.claim.from.at,
        message: `one incident of "${pool.id}" has two owners: "${title(first.claim.installation)}" for ${fold(first.events)}, "${title(second.claim.installation)}" for ${fold(second.events)}`,
        related: [
          { at: first.claim.from.at, message: `"${title(first.claim.installation)}" acts here` },
          { at: pool.from.at, message: `"${pool.id}" is here` },
        ],
        help: 'give the events of one incident to one handler',
        pool: pool.id,
        ...clusterOf(system, pool),
      };
    }
  },
});

/** Variants of one event read as one. */
const fold = (events: readonly string[]): string =>
  [...new Set(events.map((event) => event.split('/')[0] ?? event))].join(', ');
