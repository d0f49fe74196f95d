/** The lifecycle hook ends before the drain window does and no heartbeat extends it. */
import { titlesOf } from '../../model/titles.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'short-lifecycle-hook',
  family: 'timing',
  severities: ['error'],
  summary: 'The lifecycle hook ends before the drain window does and no heartbeat extends it.',
  rationale:
    'Auto Scaling terminates the instance when the hook times out, in the middle of the drain.',
  remedy:
    'Raise the timeout of the hook, lower nodeTerminationGracePeriod, or use a chart with heartbeats (0.27.0 and later).',
  since: '0.1.0',
  sources: [
    'aws/aws-node-termination-handler@v1.25.6 pkg/node/node.go',
    'aws/aws-node-termination-handler@v1.24.0 pkg/monitor/sqsevent/asg-lifecycle-event.go',
  ],

  *check({ system, timing }) {
    const title = titlesOf(system);
    const told = new Set<string>();
    for (const { pool, who, needs, limit, from, hookFrom } of timing.shortHooks) {
      const key = `${pool?.id} ${limit} ${who} ${needs}`;
      if (told.has(key)) continue;
      told.add(key);
      const hook = pool === undefined ? 'the lifecycle hook' : `the lifecycle hook of "${pool.id}"`;
      yield {
        at: from.at,
        message: `"${title(who)}" may take ${needs} s, and ${hook} ends after ${limit} s`,
        ...(hookFrom && {
          related: [{ at: hookFrom.at, message: 'Auto Scaling goes on after this' }],
        }),
        help: `raise the hook's heartbeat_timeout above ${needs}, or have NTH send heartbeats`,
        ...(pool && { pool: pool.id, ...clusterOf(system, pool) }),
        event: 'asg-termination',
      };
    }
  },
});
