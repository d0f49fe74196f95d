/** A key inside an any-typed object that the module never reads. Reported by the compiler. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unread-module-key',
  family: 'settings',
  severities: ['error'],
  summary: 'A key inside an any-typed object that the module never reads.',
  rationale: 'It plans cleanly and does nothing.',
  remedy: 'Write the key that the message names, or leave it out.',
  since: '0.1.0',
  sources: ['aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf'],
});
