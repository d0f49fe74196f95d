/** A Spot pool with too few instance types to survive a reclaim wave. */
import { boundOf, typesAtMost } from '../../model/flexibility.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

/** From this number on Karpenter itself no longer warns. */
const ENOUGH = 5;

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
    for (const { pool, drain } of timing?.pools ?? []) {
      if (drain === undefined || pool.can.spot !== true) continue;
      const types = typesAtMost(drain.requirements);
      if (types === undefined || types >= ENOUGH) continue;
      const alone = pool.can['on-demand'] === false && pool.can.reserved === false;
      yield {
        ...(alone ? {} : { severity: 'note' as const }),
        at: (boundOf(drain.requirements) ?? drain).from.at,
        message: `Spot nodes of "${pool.id}" can be of ${types} instance ${types === 1 ? 'type' : 'types'} at most`,
        help: 'allow at least five, better fifteen',
        pool: pool.id,
        event: 'spot-interruption',
        ...clusterOf(system, pool),
      };
    }
  },
});
