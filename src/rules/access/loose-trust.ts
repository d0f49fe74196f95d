/** An IRSA trust policy without a condition on the service account. */
import { entry } from '../../value/read.js';
import { isUnknown, type Value } from '../../value/value.js';
import { knownPolicies, namesAction } from '../policies.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'loose-trust',
  family: 'access',
  severities: ['warning'],
  summary: 'An IRSA trust policy without a condition on the service account.',
  rationale:
    'Every pod of the cluster may take the role, and with it terminate instances or read the queue.',
  remedy: 'Add a condition on the subject: system:serviceaccount:NAMESPACE:NAME.',
  since: '0.1.0',
  sources: ['Amazon EKS User Guide associate-service-account-role'],

  *check({ system }) {
    const roles = system.as.charts.flatMap(({ values }) => roleOf(values));
    for (const { address, statements, from } of knownPolicies(system, 'trust')) {
      // Roles that no handler in sight takes are not ours to judge.
      if (!roles.includes(`${address}.arn`)) continue;
      const loose = statements.find(
        ({ effect, actions, principals, conditions }) =>
          effect === 'Allow' &&
          namesAction(actions, 'sts:AssumeRoleWithWebIdentity') &&
          (principals.get('Federated') ?? []).length > 0 &&
          conditions.every(({ key }) => key !== '' && !key.endsWith(':sub')),
      );
      if (loose === undefined) continue;
      yield {
        at: from.at,
        message: `${address} may be assumed by any service account of the cluster`,
        help: 'add a condition StringEquals on "<provider>:sub" with system:serviceaccount:NAMESPACE:NAME',
      };
    }
  },
});

/** The role that a chart's service account is annotated with, as a term. */
function roleOf(values: Value): readonly string[] {
  const role = entry(values, 'serviceAccount', 'annotations', 'eks.amazonaws.com/role-arn');
  return role !== undefined && isUnknown(role) ? [role.term] : [];
}
