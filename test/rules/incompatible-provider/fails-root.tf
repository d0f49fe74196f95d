terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.40" }
  }
}

module "addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.16.2"

  cluster_name      = "fleet"
  cluster_endpoint  = var.endpoint
  cluster_version   = "1.29"
  oidc_provider_arn = var.oidc_provider_arn
  enable_karpenter = true
}

variable "endpoint" { type = string }
variable "oidc_provider_arn" { type = string }
