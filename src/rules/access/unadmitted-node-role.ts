/** The role of Karpenter's nodes is admitted by others. Reported by the compiler. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unadmitted-node-role',
  family: 'access',
  severities: ['note'],
  summary: "The role of Karpenter's nodes is admitted by others.",
  rationale: 'A node whose role is not admitted launches, costs money and never joins.',
  remedy: 'Add the role to aws-auth, or let an access entry admit it.',
  since: '0.1.0',
  sources: ['aws-ia/terraform-aws-eks-blueprints-addons@v1.24.3 main.tf'],
});
