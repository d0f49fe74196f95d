module "eks_blueprints_addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.16.2"

  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = module.eks.cluster_version
  oidc_provider_arn = module.eks.oidc_provider_arn

  enable_metrics_server               = true
  enable_aws_load_balancer_controller = true

  # "They cooperate", somebody wrote. What happens on a Spot notice?
  enable_karpenter                    = true
  enable_aws_node_termination_handler = true

  karpenter = {
    chart_version       = "1.8.8"
    repository_username = data.aws_ecrpublic_authorization_token.token.user_name
    repository_password = data.aws_ecrpublic_authorization_token.token.password
  }

  # NodePools name the role, so its name must not be made up at each apply.
  karpenter_node = {
    iam_role_use_name_prefix = false
  }

  aws_node_termination_handler_asg_arns = [
    module.eks.self_managed_node_groups["batch"].autoscaling_group_arn,
  ]
}
