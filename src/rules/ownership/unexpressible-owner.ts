/** The owner cannot be given this event: by its nature, or by the chosen target at this version. Reported by the policy reader and the compiler. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unexpressible-owner',
  family: 'ownership',
  severities: ['error'],
  summary:
    'The owner cannot be given this event: by its nature, or by the chosen target at this version.',
  rationale: 'A compiler that gives another owner than the policy says is worse than none.',
  remedy: 'Choose an owner that the message names, or a target that can.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption/utils.go',
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf',
  ],
});
