/** The handler cannot start every drain of the declared wave within the notice. */
import { titlesOf } from '../../model/titles.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'wave-exceeds-throughput',
  family: 'timing',
  severities: ['warning'],
  summary: 'The handler cannot start every drain of the declared wave within the notice.',
  rationale:
    'NTH drains as many nodes at once as it has workers; when a wave is larger, the rest is reclaimed before its turn comes.',
  remedy:
    'Raise workers and replicas, shorten the grace, or spread the pool so that fewer nodes go at once.',
  since: '0.1.0',
  sources: ['aws/aws-node-termination-handler@v1.25.6 cmd/node-termination-handler.go'],

  *check({ system, timing }) {
    const title = titlesOf(system);
    for (const { pool, installation, nodes, drained, seconds, from } of timing.waves)
      yield {
        at: from.at,
        message: `of ${nodes} nodes of "${pool.id}" interrupted at once, "${title(installation.id)}" can drain ${drained} in time (${seconds} s each)`,
        related: [{ at: installation.from.at, message: 'its workers and replicas decide' }],
        help: 'raise workers and replicas, or shorten the grace of the pods',
        pool: pool.id,
        event: 'spot-interruption',
        ...clusterOf(system, pool),
      };
  },
});
