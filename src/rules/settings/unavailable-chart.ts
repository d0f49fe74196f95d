/** This chart version is not published in this repository. Reported by the policy reader. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unavailable-chart',
  family: 'settings',
  severities: ['error'],
  summary: 'This chart version is not published in this repository.',
  rationale: 'The apply fails, or an older pod goes on running.',
  remedy: 'Use a version that is published there, or the repository that has it.',
  since: '0.1.0',
  sources: [
    'aws/eks-charts@0b3680f README.md',
    'aws/aws-node-termination-handler@v1.25.6 README.md',
  ],
});
