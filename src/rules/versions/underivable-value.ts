/** A value that the older manifest does not say and the newer one needs. Reported by interlock convert. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'underivable-value',
  family: 'versions',
  severities: ['error', 'warning'],
  summary: 'A value that the older manifest does not say and the newer one needs.',
  rationale:
    "A guess here would be somebody else's decision: a role, an image, how long a drain may take.",
  remedy: 'Write the line that the finding gives.',
  since: '0.1.0',
  sources: [
    'kubernetes-sigs/karpenter@v1.0.9 pkg/apis/v1/nodepool_conversion.go',
    'aws/karpenter-provider-aws@v1.0.14 pkg/apis/v1/ec2nodeclass_conversion.go',
    'aws/karpenter-provider-aws@v0.32.10 pkg/utils/nodeclass/nodeclass.go',
  ],
});
