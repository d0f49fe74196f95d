module "addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.16.2"

  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = module.eks.cluster_version
  oidc_provider_arn = module.eks.oidc_provider_arn

  enable_aws_node_termination_handler   = true
  aws_node_termination_handler_asg_arns = [for g in module.eks.eks_managed_node_groups : g.node_group_autoscaling_group_names[0]]
}

module "eks" {
  source          = "terraform-aws-modules/eks/aws"
  version         = "20.37.2"
  cluster_name    = "checkout"
  cluster_version = "1.29"

  eks_managed_node_groups = {
    system = {
      instance_types = ["m5.xlarge"]
      tags           = { "aws-node-termination-handler/managed" = "true" } # BAD: EKS drains it already
    }
  }
}

terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = ">= 2.9, < 3.0" }
  }
}
