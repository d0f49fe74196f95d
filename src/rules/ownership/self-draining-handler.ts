/** A handler may run on the nodes that it drains, or on capacity that is interrupted. Reported by the policy reader. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'self-draining-handler',
  family: 'ownership',
  severities: ['warning'],
  summary: 'A handler may run on the nodes that it drains, or on capacity that is interrupted.',
  rationale:
    "A handler that is evicted in the middle of a drain leaves the rest of the node's pods to the interruption.",
  remedy: 'Run it on an on-demand managed node group or a Fargate profile.',
  since: '0.1.0',
  sources: ['aws/aws-node-termination-handler@v1.25.6 pkg/node/node.go'],
});
