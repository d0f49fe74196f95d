/** The summaries of terraform-aws-modules/eks/aws and its submodules, parsed from summaries/eks*.tf when Interlock is built. */
import type { ModuleSource } from '../terraform/syntax/module.js';
import fargateProfile from './generated/eks-fargate-profile-summary.json' with { type: 'json' };
import karpenter from './generated/eks-karpenter-summary.json' with { type: 'json' };
import managed from './generated/eks-managed-node-group-summary.json' with { type: 'json' };
import selfManaged from './generated/eks-self-managed-node-group-summary.json' with {
  type: 'json',
};
import eks from './generated/eks-summary.json' with { type: 'json' };
import eksV17 from './generated/eks-v17-summary.json' with { type: 'json' };

const module = (data: unknown): ModuleSource => data as ModuleSource;

export const eksSummaries = {
  eks: module(eks),
  eksV17: module(eksV17),
  eksKarpenter: module(karpenter),
  eksManagedNodeGroup: module(managed),
  eksSelfManagedNodeGroup: module(selfManaged),
  eksFargateProfile: module(fargateProfile),
} as const;
