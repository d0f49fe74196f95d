/** A lifetime that Auto Mode will not honour. */
import { defineRule } from '../rule.js';
import { clusterOf, spanText } from '../words.js';

export default defineRule({
  id: 'auto-mode-lifetime',
  family: 'timing',
  severities: ['warning'],
  summary: 'A lifetime that Auto Mode will not honour.',
  rationale:
    'EKS Auto Mode replaces nodes after 21 days, drain included, whatever a NodePool says.',
  remedy:
    'Keep the sum of expireAfter and terminationGracePeriod (24h where it is not written) within 504h.',
  since: '0.1.0',
  sources: ['EKS user guide, automode'],

  *check({ system, timing }) {
    for (const { pool, overLifetime } of timing.pools) {
      if (overLifetime === undefined) continue;
      const { seconds, most, from } = overLifetime;
      yield {
        at: from.at,
        message:
          seconds === undefined
            ? `"${pool.id}" never expires its nodes, which Auto Mode does after ${spanText(most)}`
            : `nodes of "${pool.id}" would live ${spanText(seconds)} with their drain; Auto Mode ends them after ${spanText(most)}`,
        help: `keep expireAfter and terminationGracePeriod within ${spanText(most)} together`,
        pool: pool.id,
        ...clusterOf(system, pool),
      };
    }
  },
});
