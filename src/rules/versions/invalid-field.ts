/** A value or a missing required field that the API refuses, CEL rules included. Reported by the check of manifests. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'invalid-field',
  family: 'versions',
  severities: ['error', 'warning'],
  summary: 'A value or a missing required field that the API refuses, CEL rules included.',
  rationale: 'The object is not applied, or it is applied and Karpenter can do nothing with it.',
  remedy: 'Write a value that the release in use takes; the finding lists them where they are few.',
  since: '0.1.0',
  sources: ['aws/karpenter-provider-aws@v1.14.1 pkg/apis/crds'],
});
