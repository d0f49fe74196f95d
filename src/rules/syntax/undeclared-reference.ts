/** A name that the Terraform refers to and does not declare. Reported by the read-back. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'undeclared-reference',
  family: 'syntax',
  severities: ['error'],
  summary: 'The Terraform refers to something that it does not declare.',
  rationale: 'Terraform refuses the whole root, so nothing of what was proved comes to be.',
  remedy: 'Declare it, or mend the name.',
  since: '0.1.0',
  sources: ['Terraform language documentation, References to Named Values'],
});
