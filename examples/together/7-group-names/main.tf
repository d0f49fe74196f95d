# From 1.23.0, groups by name filter the rules of both handlers, and no Spot notice names a group.
module "eks_addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.23.0"

  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = module.eks.cluster_version
  oidc_provider_arn = module.eks.oidc_provider_arn

  enable_karpenter                    = true
  enable_aws_node_termination_handler = true
  aws_node_termination_handler_asg_names = [
    module.eks.self_managed_node_groups["batch"].autoscaling_group_name,
  ]
  aws_node_termination_handler_asg_arns = [
    module.eks.self_managed_node_groups["batch"].autoscaling_group_arn,
  ]
}

module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "20.8.4"

  cluster_name    = "shop"
  cluster_version = "1.29"

  self_managed_node_groups = {
    batch = {
      use_mixed_instances_policy = true
      mixed_instances_policy = {
        instances_distribution = { on_demand_percentage_above_base_capacity = 0 }
      }
      tags = { "aws-node-termination-handler/managed" = "true" }
    }
  }
}

terraform {
  required_providers {
    helm = {
      source  = "hashicorp/helm"
      version = ">= 2.9, < 3.0"
    }
  }
}
