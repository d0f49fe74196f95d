terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = "~> 2.12" }
  }
}

module "eks" {
  source          = "terraform-aws-modules/eks/aws"
  version         = "~> 20.8"
  cluster_name    = "fleet"
  cluster_version = "1.29"
  eks_managed_node_groups = { system = { instance_types = ["m6i.large"] } }
  self_managed_node_groups = {
    batch = {
      instance_type = "m6i.large"
    }
  }
}

module "addons" {
  source            = "aws-ia/eks-blueprints-addons/aws"
  version           = "1.16.2"
  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = module.eks.cluster_version
  oidc_provider_arn = module.eks.oidc_provider_arn

  enable_aws_node_termination_handler   = true
  aws_node_termination_handler_asg_arns = [for g in module.eks.self_managed_node_groups : g.autoscaling_group_arn]
}
