/** A conversion changes what a manifest does, or keeps it in other words. Reported by interlock convert. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'changed-behaviour',
  family: 'versions',
  severities: ['note'],
  summary:
    'A conversion that keeps the letter of a manifest and changes what it does, or keeps what it did in other words.',
  rationale:
    'APIs differ in what they do without being told: who only renames fields has other nodes afterwards.',
  remedy: 'Read what is written out and why; remove what you do not want to keep.',
  since: '0.1.0',
  sources: [
    'kubernetes-sigs/karpenter@v1.0.9 pkg/apis/v1/nodepool_conversion.go',
    'aws/karpenter-provider-aws@v1.0.14 pkg/apis/v1/ec2nodeclass_conversion.go',
    'aws/karpenter-provider-aws@v0.32.10 pkg/utils/nodeclass/nodeclass.go',
  ],
});
