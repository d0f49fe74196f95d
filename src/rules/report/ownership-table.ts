/** Who acts on what, as found: one note for each pool. */

import { actorsOf, ownerOf } from '../../model/expect.js';
import { type Titles, titlesOf } from '../../model/titles.js';
import { eventName, type Verdict } from '../../model/verdict.js';
import { defineRule } from '../rule.js';
import { clusterOf, groupByPool } from '../words.js';

export default defineRule({
  id: 'ownership-table',
  family: 'report',
  severities: ['note'],
  summary: 'Who acts on what, as found.',
  rationale: 'Flags say what is switched on, not what happens. This is what happens.',
  remedy: 'Nothing is to be fixed; "interlock prove" shows the whole table with its chains.',
  since: '0.1.0',
  sources: [],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    const real = verdicts.filter(({ state }) => state !== 'not-applicable');
    for (const { pool, group } of groupByPool(real)) {
      const owners = new Map<string, string[]>();
      for (const verdict of group) {
        const owner = ownerText(verdict, title);
        owners.set(owner, [...(owners.get(owner) ?? []), eventName(verdict.event)]);
      }
      yield {
        at: pool.from.at,
        message: `"${pool.id}" (${pool.kind}): ${[...owners]
          .map(([owner, events]) => `${fold(events).join(', ')} -> ${owner}`)
          .join('; ')}`,
        pool: pool.id,
        ...clusterOf(system, pool),
      };
    }
  },
});

function ownerText(verdict: Verdict, title: Titles): string {
  switch (verdict.state) {
    case 'owned':
      return title(ownerOf(verdict)?.installation ?? 'owned');
    case 'conflict':
      return `conflict of ${actorsOf(verdict)
        .map((claim) => title(claim.installation))
        .join(' and ')}`;
    case 'accepted':
      return 'nobody, as said';
    case 'gap':
      return 'nobody';
    default:
      return verdict.state;
  }
}

/** `instance-state-change/stopping, .../stopped` reads as one event where every variant is alike. */
const fold = (events: readonly string[]): readonly string[] => [
  ...new Set(events.map((event) => event.split('/')[0] ?? event)),
];
