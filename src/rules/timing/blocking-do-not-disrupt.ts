/** do-not-disrupt keeps pods from graceful eviction at this Karpenter version. */
import { landsOn } from '../../model/fit.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'blocking-do-not-disrupt',
  family: 'timing',
  severities: ['warning'],
  summary:
    'The annotation do-not-disrupt keeps pods from graceful eviction at this Karpenter version.',
  rationale:
    'Up to 0.37 an interruption evicted such pods; from 1.0 on it waits for them, and on Spot they die with the instance.',
  remedy: 'Bind what must not be moved to on-demand capacity, or leave the annotation out on Spot.',
  since: '0.1.0',
  sources: [
    'kubernetes-sigs/karpenter@v0.37.0 pkg/utils/pod/scheduling.go',
    'kubernetes-sigs/karpenter@v1.0.0 pkg/utils/pod/scheduling.go',
  ],

  *check({ system, timing }) {
    const told = new Set<unknown>();
    for (const one of timing.pools) {
      const { pool, shape } = one;
      if (pool.can.spot !== true || !one.waitsForProtected) continue;
      for (const { workload, by, from, because } of timing.immovable(one)) {
        if (by !== 'protection' || told.has(workload)) continue;
        if (!landsOn(workload, shape).includes('spot')) continue;
        told.add(workload);
        yield {
          at: from.at,
          message: `"${workload.id}" is not evicted when Spot nodes of "${pool.id}" are interrupted (${because}): it dies with the instance`,
          related: [{ at: pool.from.at, message: 'its nodes may be Spot' }],
          help: 'bind it to on-demand nodes, or remove the annotation',
          pool: pool.id,
          event: 'spot-interruption',
          ...clusterOf(system, pool),
        };
      }
    }
  },
});
