/** A second handler on nodes that EKS itself already drains. */
import { actorsOf } from '../../model/expect.js';
import { titlesOf } from '../../model/titles.js';
import { isActing } from '../../model/verdict.js';
import { defineRule } from '../rule.js';
import { chainOf, clusterOf, eventsText, groupByPool } from '../words.js';

export default defineRule({
  id: 'redundant-handler',
  family: 'ownership',
  severities: ['error'],
  summary: 'A second handler is put on nodes that EKS itself already drains.',
  rationale:
    'EKS drains managed node groups and Auto Mode nodes by itself. Another handler that drains at once takes away the replacement that EKS would have started first, and answers the lifecycle hook that EKS is waiting on.',
  remedy: 'Keep the other handler off managed node groups and Auto Mode nodes.',
  since: '0.1.0',
  sources: [
    'EKS user guide, managed-node-groups (snapshot 2024-12-18)',
    'aws/aws-node-termination-handler@v1.25.6 README.md',
  ],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    const conflicts = verdicts.filter(
      ({ state, claims }) =>
        state === 'conflict' && claims.some((claim) => claim.handler === 'eks' && isActing(claim)),
    );
    for (const { pool, group } of groupByPool(conflicts)) {
      const [verdict] = group;
      const other = actorsOf(verdict).find(({ handler }) => handler !== 'eks');
      if (other === undefined) continue;
      yield {
        at: other.from.at,
        message: `"${title(other.installation)}" drains nodes of "${pool.id}" for ${eventsText(group)}, which EKS already does`,
        related: [{ at: pool.from.at, message: `"${pool.id}" is here, of kind ${pool.kind}` }],
        help: `it acts because ${chainOf(other)}: change that, and EKS alone drains`,
        pool: pool.id,
        event: verdict.event.kind,
        ...clusterOf(system, pool),
      };
    }
  },
});
