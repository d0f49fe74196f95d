/** Text that a later stage would run as a template. Reported by the policy reader. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'template-in-text',
  family: 'syntax',
  severities: ['error'],
  summary: 'Text that a later stage would run as a template.',
  rationale:
    'Text from a policy is data. Where no escape can keep it data on its way through cdktf, Terraform and Helm, it is refused.',
  remedy: 'Write the text without the marker; a Terraform value is said as { terraform: ... }.',
  since: '0.1.0',
  sources: ['hashicorp/terraform-cdk@v0.21.0 packages/cdktf/lib/tokens/private/encoding.ts'],
});
