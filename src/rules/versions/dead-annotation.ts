/** An annotation that this version no longer reads, or does not read yet. */
import { deadReason } from '../../model/protection.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'dead-annotation',
  family: 'versions',
  severities: ['warning', 'note'],
  summary: 'An annotation that this version no longer reads, or does not read yet.',
  rationale: 'It looks like protection and is none: the pods are moved like any others.',
  remedy: 'Write the annotation that the release in use reads.',
  since: '0.1.0',
  sources: [
    'kubernetes-sigs/karpenter@v0.32.1 pkg/utils/pod/scheduling.go',
    'kubernetes-sigs/karpenter@v1.0.0 pkg/utils/pod/scheduling.go',
  ],

  *check({ timing }) {
    const releases = timing.releases;
    if (releases.length === 0) return;
    for (const workload of timing.workloads.workloads)
      for (const protection of workload.protection) {
        const reasons = releases.map((release) => deadReason(protection, release));
        const [reason] = reasons;
        if (reason === undefined || reasons.includes(undefined)) continue;
        yield {
          ...(reason.early ? { severity: 'note' as const } : {}),
          at: protection.from.at,
          message: `${protection.annotation} of "${workload.id}" ${reason.says}`,
          help: reason.help,
        };
      }
  },
});
