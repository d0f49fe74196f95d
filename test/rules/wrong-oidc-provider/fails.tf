terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = "~> 2.12" }
  }
}

module "eks" {
  source       = "terraform-aws-modules/eks/aws"
  version      = "~> 20.8"
  cluster_name = "fleet"
}

module "addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.16.2"

  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = "1.29"
  oidc_provider_arn = module.eks.oidc_provider
  enable_karpenter = true
}
