/** What was compiled, or stands, gives an event to another handler than the policy does. */

import { ownerOf } from '../../model/expect.js';
import { titlesOf } from '../../model/titles.js';
import { isActing } from '../../model/verdict.js';
import { defineRule } from '../rule.js';
import { chainOf, clusterOf, eventsText, groupByPool, shutGate } from '../words.js';

export default defineRule({
  id: 'wrong-owner',
  family: 'ownership',
  severities: ['error'],
  summary: 'The Terraform gives an event to another handler than the policy does.',
  rationale:
    'The policy is what people read and review. Where the Terraform does something else, nobody knows what happens when the event comes.',
  remedy: 'Change the policy to what is meant, or the setting that stands in its way.',
  since: '0.1.0',
  sources: [],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    const wrong = verdicts.filter((verdict) => verdict.wrong === true);
    for (const { pool, group } of groupByPool(wrong)) {
      const [verdict] = group;
      if (verdict.expected === undefined) continue;
      const owner = ownerOf(verdict);
      const wanted = verdict.expected.owner;
      const missing = verdict.claims.find((claim) => claim.handler === wanted && isActing(claim));
      const gate = missing === undefined ? undefined : shutGate(missing);
      yield {
        at: verdict.expected.from.at,
        message: `the policy gives ${eventsText(group)} of "${pool.id}" to "${wanted}", but ${owner === undefined ? 'nobody acts' : `"${title(owner.installation)}" acts`}`,
        related: [
          ...(owner === undefined
            ? []
            : [
                {
                  at: owner.from.at,
                  message: `"${title(owner.installation)}" acts because ${chainOf(owner)}`,
                },
              ]),
          ...(gate === undefined
            ? []
            : [{ at: gate.from.at, message: `"${wanted}" does not: ${gate.says}` }]),
        ],
        help: 'change the owner in the policy, or the setting named here',
        pool: pool.id,
        event: verdict.event.kind,
        ...clusterOf(system, pool),
      };
    }
  },
});
