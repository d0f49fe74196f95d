/** A kind or apiVersion that this chart version does not serve. Reported by the policy reader. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'removed-api',
  family: 'versions',
  severities: ['error', 'note'],
  summary: 'A kind or apiVersion that this chart version does not serve.',
  rationale: 'The API server refuses the object, and the release that carries it fails.',
  remedy: 'Use a version that serves it, or convert the object.',
  since: '0.1.0',
  sources: ['aws/karpenter-provider-aws@v1.1.0 pkg/apis/crds'],
});
