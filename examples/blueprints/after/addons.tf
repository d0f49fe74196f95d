module "eks_blueprints_addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.16.2"

  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = module.eks.cluster_version
  oidc_provider_arn = module.eks.oidc_provider_arn

  enable_metrics_server               = true
  enable_aws_load_balancer_controller = true

  enable_karpenter                           = module.interlock.enable_karpenter
  enable_aws_node_termination_handler        = module.interlock.enable_aws_node_termination_handler
  karpenter_enable_spot_termination          = module.interlock.karpenter_enable_spot_termination
  karpenter_enable_instance_profile_creation = module.interlock.karpenter_enable_instance_profile_creation
  karpenter_node                             = module.interlock.karpenter_node
  aws_node_termination_handler_asg_arns      = module.interlock.aws_node_termination_handler_asg_arns
  aws_node_termination_handler               = module.interlock.aws_node_termination_handler

  karpenter = merge(module.interlock.karpenter, {
    repository_username = data.aws_ecrpublic_authorization_token.token.user_name
    repository_password = data.aws_ecrpublic_authorization_token.token.password
  })
}

module "interlock" {
  source = "./interlock"

  batch_autoscaling_group_arn = module.eks.self_managed_node_groups["batch"].autoscaling_group_arn
}

# What the release lacks, after what it makes: NodePools go before the Karpenter that runs them.
module "interlock_beside" {
  source = "./interlock/beside"

  karpenter_node_role_arn     = module.eks_blueprints_addons.karpenter.node_iam_role_arn
  batch_autoscaling_group_arn = module.eks.self_managed_node_groups["batch"].autoscaling_group_arn

  depends_on = [module.eks_blueprints_addons]
}
