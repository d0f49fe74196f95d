/** The node's drain deadline is shorter than a pod's grace period. */
import type { Timeline } from '../../model/timeline.js';
import { titlesOf } from '../../model/titles.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'grace-exceeds-node-deadline',
  family: 'timing',
  severities: ['error', 'warning'],
  summary: "The node's drain deadline is shorter than a pod's grace period.",
  rationale:
    'Karpenter deletes a pod so that its grace ends with the deadline. Where the grace is longer, that moment has passed: the pod is deleted when the drain starts, budgets and do-not-disrupt bypassed, and its grace is cut.',
  remedy: 'Make terminationGracePeriod of the NodePool longer than the longest grace on its nodes.',
  since: '0.1.0',
  sources: [
    'kubernetes-sigs/karpenter@v1.9.1 pkg/controllers/node/termination/terminator/eviction.go',
    'aws/aws-node-termination-handler@v1.25.6 pkg/node/node.go',
  ],

  *check({ system, timing }) {
    const title = titlesOf(system);
    const told = new Set<string>();
    for (const line of timing.timelines) {
      const { workload, pool } = line;
      const cut = cutBy(line);
      if (workload === undefined || cut === undefined) continue;
      const key = `${pool.id} ${cut.deadline.name} ${workload.id}`;
      if (told.has(key)) continue;
      told.add(key);
      const node = cut.deadline.name === 'node-deadline';
      yield {
        ...(node ? {} : { severity: 'warning' as const }),
        at: cut.step.from?.at ?? workload.from.at,
        message: node
          ? `"${workload.id}" needs ${cut.step.seconds} s to stop, and nodes of "${pool.id}" give a drain ${cut.left} s: its pods are deleted at once`
          : `"${workload.id}" needs ${cut.step.seconds} s to stop, and "${title(line.installation?.id ?? '')}" gives a drain up after ${cut.left} s`,
        ...(cut.deadline.from && {
          related: [{ at: cut.deadline.from.at, message: 'the drain ends here' }],
        }),
        help: node
          ? `raise terminationGracePeriod of "${pool.id}" above ${cut.step.seconds} s`
          : `raise nodeTerminationGracePeriod above ${cut.step.seconds}`,
        pool: pool.id,
        ...clusterOf(system, pool),
      };
    }
  },
});

/** A Spot notice is shorter than a drain that NTH gives up; that is another finding. */
const cutBy = ({ breaks, event }: Timeline): Timeline['breaks'][number] | undefined =>
  breaks.find(
    ({ deadline, step }) =>
      step.name === 'grace' &&
      (deadline.name === 'node-deadline' ||
        (deadline.name === 'window' && event === 'asg-termination')),
  );
