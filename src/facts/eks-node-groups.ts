/** The node group and Fargate submodules of terraform-aws-modules/eks/aws; `fargate` and `nodeGroups` are v17's. */
import managed from './data/eks/eks-managed-node-group.json' with { type: 'json' };
import fargate from './data/eks/fargate.json' with { type: 'json' };
import fargateProfile from './data/eks/fargate-profile.json' with { type: 'json' };
import nodeGroups from './data/eks/node-groups.json' with { type: 'json' };
import selfManaged from './data/eks/self-managed-node-group.json' with { type: 'json' };
import { type ModuleFacts, moduleFacts } from './module.js';

/** By the submodule's folder name. */
export const eksNodeGroups: Readonly<Record<string, ModuleFacts>> = {
  'eks-managed-node-group': moduleFacts(managed),
  'self-managed-node-group': moduleFacts(selfManaged),
  'fargate-profile': moduleFacts(fargateProfile),
  fargate: moduleFacts(fargate),
  node_groups: moduleFacts(nodeGroups),
};
