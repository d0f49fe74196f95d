/** A Spot pool with too few instance types to survive a reclaim wave. */
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'narrow-spot-pool',
  family: 'timing',
  severities: ['warning', 'note'],
  summary: 'A Spot pool with too few instance types to survive a reclaim wave.',
  rationale:
    'AWS reclaims Spot capacity by instance type and zone. With few types the replacements are refused where the nodes went.',
  remedy: 'Allow more types, sizes and generations; Spot-to-Spot consolidation needs fifteen.',
  since: '0.1.0',
  sources: ['aws/karpenter-provider-aws@v1.14.1 pkg/providers/instance/instance.go'],

  *check({ system, timing }) {
    for (const { pool, narrow } of timing.pools) {
      if (narrow === undefined) continue;
      const { types, enough, alone, from } = narrow;
      yield {
        ...(alone ? {} : { severity: 'note' as const }),
        at: from.at,
        message: `Spot nodes of "${pool.id}" can be of ${types} instance ${types === 1 ? 'type' : 'types'} at most`,
        help: `allow at least ${enough}; Spot-to-Spot consolidation needs fifteen`,
        pool: pool.id,
        event: 'spot-interruption',
        ...clusterOf(system, pool),
      };
    }
  },
});
