/** Two installations that would act on the same nodes for the same event. */
import { actorsOf } from '../../model/expect.js';
import { titlesOf } from '../../model/titles.js';
import { isActing } from '../../model/verdict.js';
import { defineRule } from '../rule.js';
import { chainOf, clusterOf, eventsText, groupByPool } from '../words.js';

export default defineRule({
  id: 'duplicate-handler',
  family: 'ownership',
  severities: ['error'],
  summary: 'Two handlers would drain, cordon or terminate the same nodes for the same event.',
  rationale:
    'Both cordon or taint the node and evict its pods; each works from its own view of the node, with its own grace periods, and the slower one meets a node that is already gone.',
  remedy:
    'Keep one owner for each event of a pool: Karpenter for NodePools, EKS for managed node groups, NTH for self-managed node groups.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption/controller.go',
    'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent/sqs-monitor.go',
  ],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    const conflicts = verdicts.filter(
      ({ state, claims }) =>
        state === 'conflict' && !claims.some((claim) => claim.handler === 'eks' && isActing(claim)),
    );
    for (const { pool, group } of groupByPool(conflicts)) {
      const [first, second] = actorsOf(group[0]);
      if (first === undefined || second === undefined) continue;
      yield {
        at: second.from.at,
        message: `"${title(second.installation)}" and "${title(first.installation)}" both act on nodes of "${pool.id}" for ${eventsText(group)}`,
        related: [
          {
            at: first.from.at,
            message: `"${title(first.installation)}" acts because ${chainOf(first)}`,
          },
          { at: pool.from.at, message: `"${pool.id}" is here` },
        ],
        help: `"${title(second.installation)}" acts because ${chainOf(second)}: change that, or switch these events off for the other`,
        pool: pool.id,
        event: group[0].event.kind,
        ...clusterOf(system, pool),
      };
    }
  },
});
