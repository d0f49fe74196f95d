/** A required argument of the module is absent. Reported by the read-back. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'missing-module-input',
  family: 'settings',
  severities: ['error'],
  summary: 'A required argument of the module is absent.',
  rationale: 'Terraform refuses the whole root, so nothing of what was proved comes to be.',
  remedy: 'Write the argument that the message names.',
  since: '0.1.0',
  sources: ['aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 variables.tf'],
});
