/** The cluster's Kubernetes version is outside the chart's range. Reported by the policy reader. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unsupported-kubernetes',
  family: 'versions',
  severities: ['error', 'warning'],
  summary: "The cluster's Kubernetes version is outside the chart's range.",
  rationale: 'The controller only logs it; what then fails is found in production.',
  remedy: 'Use a chart whose range holds the version.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 hack/docs/compatibilitymatrix_gen/compatibility.yaml',
  ],
});
