/** A workload that is meant for a pool in sight, and that no pool can take. */
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'unschedulable-workload',
  family: 'timing',
  severities: ['warning', 'note'],
  summary: 'A workload that is meant for a pool in sight, and that no pool can take.',
  rationale:
    'Its pods stay pending: Karpenter launches nothing that would not take them, and after an interruption they have nowhere to go.',
  remedy:
    "Make node selector, affinity and tolerations agree with the pool's labels, requirements and taints.",
  since: '0.1.0',
  sources: ['kubernetes-sigs/karpenter@v1.9.1 pkg/scheduling/requirements.go'],

  *check({ system, timing }) {
    for (const { workload, pool, obstacle, sure } of timing.unschedulable)
      yield {
        ...(sure ? {} : { severity: 'note' as const }),
        at: (obstacle.from ?? workload.from).at,
        message: `no pool in sight can take "${workload.id}": ${obstacle.says} on "${pool.id}"`,
        related: [{ at: pool.from.at, message: 'the pool that it seems to be meant for' }],
        help: obstacle.help,
        pool: pool.id,
        ...clusterOf(system, pool),
      };
  },
});
