/** A field that this API version does not have. Reported by the check of manifests. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unknown-field',
  family: 'versions',
  severities: ['error'],
  summary: 'A field that this API version does not have.',
  rationale:
    'The API server refuses an object with a field that it does not know; without strict validation it drops the field, and with it what was meant.',
  remedy: 'Write the field that was meant; the finding names the nearest.',
  since: '0.1.0',
  sources: ['aws/karpenter-provider-aws@v1.14.1 pkg/apis/crds'],
});
