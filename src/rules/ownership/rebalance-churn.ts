/** NTH drains on rebalance recommendations on nodes that Karpenter relaunches. */
import { titlesOf } from '../../model/titles.js';
import { isDraining } from '../../model/verdict.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'rebalance-churn',
  family: 'ownership',
  severities: ['warning'],
  summary: 'NTH drains on rebalance recommendations on nodes that Karpenter relaunches.',
  rationale:
    'A recommendation is no notice: most of the nodes would have lived on. Karpenter relaunches from the same pools, which get the next recommendation.',
  remedy:
    'Take the rebalance rule away from the queue of NTH, or accept the churn with a reason in a policy.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption/controller.go',
    'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent/rebalance-recommendation-event.go',
  ],

  *check({ system, verdicts }) {
    const title = titlesOf(system);
    const drained = verdicts.filter(
      ({ event, pool }) => event.kind === 'rebalance-recommendation' && pool.kind === 'NodePool',
    );
    for (const { pool, claims, expected } of drained) {
      const claim = claims.find(
        (one) => one.handler === 'nth' && one.holds === true && isDraining(one),
      );
      // A policy that gives the event to NTH has said that it wants it.
      if (claim === undefined || expected?.owner === 'nth') continue;
      yield {
        at: claim.from.at,
        message: `"${title(claim.installation)}" drains nodes of "${pool.id}" on every rebalance recommendation, and Karpenter relaunches them`,
        related: [{ at: pool.from.at, message: `"${pool.id}" is here` }],
        help: 'take the rebalance rule away from its queue (or enableRebalanceDraining in IMDS mode)',
        pool: pool.id,
        event: 'rebalance-recommendation',
        ...clusterOf(system, pool),
      };
    }
  },
});
