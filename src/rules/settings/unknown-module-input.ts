/** An argument that no allowed release of the module declares. Reported by the compiler. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unknown-module-input',
  family: 'settings',
  severities: ['error'],
  summary: 'An argument that no allowed release of the module declares.',
  rationale: 'Terraform refuses it at init or plan.',
  remedy: 'Write the input that the message names, or use a release that has it.',
  since: '0.1.0',
  sources: ['aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 variables.tf'],
});
