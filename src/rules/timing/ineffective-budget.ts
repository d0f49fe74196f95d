/** A disruption budget cannot limit this kind of disruption, or its schedule never opens. */
import { idleBudgets } from '../../model/budgets.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'ineffective-budget',
  family: 'timing',
  severities: ['warning'],
  summary: 'A disruption budget cannot limit this kind of disruption, or its schedule never opens.',
  rationale:
    'Budgets are about consolidation and drift. Interruption and, from Karpenter 1.0 on, expiry never ask them, and of several budgets the least counts.',
  remedy:
    'Say lifetimes with expireAfter and deadlines with terminationGracePeriod; keep one budget for each time.',
  since: '0.1.0',
  sources: ['kubernetes-sigs/karpenter@v1.9.1 pkg/apis/v1/nodepool.go'],

  *check({ system, timing }) {
    for (const { pool, drain } of timing.pools)
      for (const { budget, because, by } of idleBudgets(drain?.budgets ?? []))
        yield {
          at: budget.from.at,
          message: `the budget of ${budget.nodes} for "${pool.id}" limits nothing: ${because}`,
          ...(by && { related: [{ at: by.from.at, message: 'this one counts' }] }),
          help: by === undefined ? 'remove it' : 'remove it, or give the other one a schedule',
          pool: pool.id,
          ...clusterOf(system, pool),
        };
  },
});
