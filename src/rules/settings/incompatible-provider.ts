/** Provider constraints that the module release cannot work with. Reported by the policy reader. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'incompatible-provider',
  family: 'settings',
  severities: ['error', 'note'],
  summary: 'Provider constraints that the module release cannot work with.',
  rationale: 'The plan fails with a message that names neither.',
  remedy: 'Use a release and a constraint that work together.',
  since: '0.1.0',
  sources: ['aws-ia/terraform-aws-eks-blueprints-addons@v1.24.1 versions.tf'],
});
