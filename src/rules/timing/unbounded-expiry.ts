/** Nodes expire but nothing bounds the drain. */
import type { Immovable } from '../../model/immovable.js';
import { isUnbounded, lifetimeOf } from '../../model/pool-timing.js';
import { defineRule } from '../rule.js';
import { clusterOf, spanText } from '../words.js';

export default defineRule({
  id: 'unbounded-expiry',
  family: 'timing',
  severities: ['warning', 'note'],
  summary: 'Nodes expire but nothing bounds the drain.',
  rationale:
    'From Karpenter 1.0 on, expiry starts whatever budgets say, and a pod that no eviction moves holds the node in its drain for ever: tainted, paid for, too old.',
  remedy: 'Set terminationGracePeriod in spec.template.spec, or expireAfter: Never.',
  since: '0.1.0',
  sources: [
    'kubernetes-sigs/karpenter@v1.0.0 pkg/controllers/nodeclaim/expiration/controller.go',
    'kubernetes-sigs/karpenter issue 1789',
  ],

  *check({ system, timing }) {
    for (const one of timing.pools) {
      const { pool, drain } = one;
      const lifetime = lifetimeOf(one);
      if (drain === undefined || lifetime === undefined) continue;
      if (drain.apiVersion !== 'karpenter.sh/v1' || !isUnbounded(one)) continue;
      const [blocked] = timing.immovable(one);
      // A default that nothing in sight makes worse is not worth a line for every pool.
      if (blocked === undefined && !drain.expireAfterWritten) continue;
      const age = `${spanText(lifetime)}${drain.expireAfterWritten ? '' : ' (the default)'}`;
      yield {
        ...(blocked === undefined ? { severity: 'note' as const } : {}),
        at: drain.expireAfter.from.at,
        message: `"${pool.id}" expires nodes after ${age} without a bound on their drain${blocked === undefined ? '' : `, and ${because(blocked)}`}`,
        ...(blocked && { related: [{ at: blocked.from.at, message: 'no eviction moves it' }] }),
        help: 'add terminationGracePeriod to spec.template.spec, or write expireAfter: Never',
        pool: pool.id,
        ...clusterOf(system, pool),
      };
    }
  },
});

const because = ({ workload, because: why }: Immovable): string =>
  `"${workload.id}" cannot be evicted (${why})`;
