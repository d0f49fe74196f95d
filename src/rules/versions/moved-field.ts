/** A field that moved in this API version. Reported by the check of manifests. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'moved-field',
  family: 'versions',
  severities: ['error'],
  summary: 'A field that moved in this API version.',
  rationale:
    'The API server refuses an object with a field that it does not know; without strict validation it drops the field, and with it what was meant.',
  remedy: 'Write the field where this API version has it, or run "interlock convert".',
  since: '0.1.0',
  sources: ['kubernetes-sigs/karpenter@v1.0.9 pkg/apis/v1/nodepool_conversion.go'],
});
