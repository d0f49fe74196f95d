/** A PodDisruptionBudget that allows no eviction. */
import { type BlockedPods, blockingBudgets, doublyHeld } from '../../model/pdb.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'blocking-pdb',
  family: 'timing',
  severities: ['warning'],
  summary: 'A PodDisruptionBudget that allows no eviction.',
  rationale:
    'Every drain evicts, and the API refuses each time. On a Spot notice the pod then dies with the instance, without its grace.',
  remedy: 'Let one pod go at a time (maxUnavailable: 1), or run one pod more than has to be there.',
  since: '0.1.0',
  sources: ['kubernetes/kubernetes@v1.31.0 pkg/controller/disruption/disruption.go'],

  *check({ timing }) {
    const { budgets, workloads } = timing.workloads;
    for (const group of byBudget(blockingBudgets(budgets, workloads))) {
      const [{ budget, because }] = group;
      const held = group.flatMap(({ workload }) => workload ?? []);
      const [first] = held;
      yield {
        at: (budget.maxUnavailable ?? budget.minAvailable ?? budget).from.at,
        message: `the budget "${budget.name}" lets no pod${first === undefined ? '' : ` of "${first.id}"`} be evicted: ${because}`,
        ...(first && { related: [{ at: first.from.at, message: 'its pods are held' }] }),
        help: 'write maxUnavailable: 1',
      };
    }
    for (const { workload, budgets: held } of doublyHeld(budgets, workloads)) {
      const [first, second] = held;
      if (first === undefined || second === undefined) continue;
      yield {
        at: second.from.at,
        message: `pods of "${workload.id}" are under two budgets, "${first.name}" and "${second.name}": no eviction of them is allowed`,
        related: [{ at: first.from.at, message: 'the other budget' }],
        help: 'keep one of them',
      };
    }
  },
});

function byBudget(blocked: readonly BlockedPods[]): readonly [BlockedPods, ...BlockedPods[]][] {
  const groups = new Map<BlockedPods['budget'], [BlockedPods, ...BlockedPods[]]>();
  for (const one of blocked) {
    const group = groups.get(one.budget);
    if (group === undefined) groups.set(one.budget, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
