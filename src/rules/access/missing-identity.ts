/** A controller without any usable AWS identity. */
import { titlesOf } from '../../model/titles.js';
import { isHandler } from '../queues.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'missing-identity',
  family: 'access',
  severities: ['warning'],
  summary: 'A controller without any usable AWS identity.',
  rationale:
    'Its calls to AWS are refused: it reads no queue, and Karpenter launches and terminates nothing.',
  remedy:
    'Annotate the service account with a role that trusts it, or associate one by EKS Pod Identity, which works on EC2 nodes only.',
  since: '0.1.0',
  sources: [
    'Amazon EKS User Guide pod-identities',
    'terraform-aws-modules/terraform-aws-eks@v21.1.0 docs/UPGRADE-21.0.md',
  ],

  *check({ system }) {
    const title = titlesOf(system);
    for (const { id, from, conditions = [], exists, ...installation } of system.installations) {
      if (exists === false || !isHandler({ id, from, exists, ...installation })) continue;
      const shut = conditions.find(({ name, open }) => name === 'identity' && open === false);
      if (shut === undefined) continue;
      yield {
        at: from.at,
        message: `"${title(id)}" has no AWS identity that it can use: ${shut.says}`,
        related: [{ at: shut.from.at, message: 'this decides it' }],
        help: 'annotate its service account with a role that trusts it (eks.amazonaws.com/role-arn)',
      };
    }
  },
});
