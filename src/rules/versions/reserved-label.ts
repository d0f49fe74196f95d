/** A reserved label on nodes it does not belong to. Reported by the check of manifests. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'reserved-label',
  family: 'versions',
  severities: ['warning'],
  summary: 'A reserved label on nodes it does not belong to.',
  rationale:
    'Others tell kinds of nodes apart by such labels: handlers, add-ons and people then take the nodes for what they are not.',
  remedy: 'Use a label of a domain of your own.',
  since: '0.1.0',
  sources: ['EKS user guide, managed-node-groups'],
});
