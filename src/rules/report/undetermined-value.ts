/** A value that only Terraform knows decides the answer. */

import { defineRule } from '../rule.js';
import { clusterOf, eventsText, groupByPool } from '../words.js';

export default defineRule({
  id: 'undetermined-value',
  family: 'report',
  severities: ['note'],
  summary: 'A value that only Terraform knows decides the answer; names it.',
  rationale: 'A guess in either direction would be a lie about production nodes.',
  remedy: 'Give the value a default or a tfvars file, or judge a plan ("terraform show -json").',
  since: '0.1.0',
  sources: [],

  *check({ system, verdicts }) {
    const open = verdicts.filter(({ state }) => state === 'undetermined');
    for (const { pool, group } of groupByPool(open)) {
      const unknown = group[0].unknowns[0];
      yield {
        at: unknown?.from.at ?? pool.from.at,
        message: `who acts on ${eventsText(group)} of "${pool.id}" cannot be told without knowing ${unknown?.term ?? 'what decides it'}`,
        help: 'give it a value (a default, a tfvars file, a manifest, --assume), or judge a Terraform plan',
        pool: pool.id,
        event: group[0].event.kind,
        ...clusterOf(system, pool),
      };
    }
  },
});
