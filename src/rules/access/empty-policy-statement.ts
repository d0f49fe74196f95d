/** An IAM statement is left without resources, so the apply fails. */
import { knownPolicies } from '../policies.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'empty-policy-statement',
  family: 'access',
  severities: ['error'],
  summary: 'An IAM statement is left without resources, so apply fails.',
  rationale:
    'IAM refuses the whole document as malformed, after half of the plan has been applied.',
  remedy: 'Give the list that the statement is made of, or leave out what makes the statement.',
  since: '0.1.0',
  sources: [
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf',
    'AWS IAM User Guide reference_policies_grammar',
  ],

  *check({ system }) {
    const said = new Set<string>();
    for (const { address, kind, statements, from } of knownPolicies(
      system,
      'role',
      'document',
      'queue',
    )) {
      const empty = statements.find(
        ({ negative, resources, actions }) =>
          !negative && kind !== 'trust' && (resources.length === 0 || actions.length === 0),
      );
      if (empty === undefined || said.has(address)) continue;
      said.add(address);
      const lacks = empty.resources.length === 0 ? 'resource' : 'action';
      const actions = empty.actions.flatMap((action) =>
        'value' in action ? [String(action.value)] : [],
      );
      const about = actions.length === 0 ? '' : ` that allows ${actions.join(', ')}`;
      yield {
        at: from.at,
        message: `the policy of ${address} has a statement${about} without any ${lacks}, which IAM refuses`,
        help: address.includes('node_termination_handler')
          ? 'give aws_node_termination_handler_asg_arns at least one group, or leave NTH off'
          : 'give the list that the statement is made of at least one element',
      };
    }
  },
});
