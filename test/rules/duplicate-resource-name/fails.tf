terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = "~> 2.12" }
  }
}

module "addons" {
  for_each = toset(["blue", "green"])
  source   = "aws-ia/eks-blueprints-addons/aws"
  version  = "1.16.2"

  cluster_name      = "fleet-${each.key}"
  cluster_endpoint  = var.endpoints[each.key]
  cluster_version   = "1.29"
  oidc_provider_arn = var.oidc_provider_arns[each.key]

  enable_karpenter = true
  karpenter_sqs    = { queue_name = "interruptions" }
}

variable "endpoints" { type = map(string) }
variable "oidc_provider_arns" { type = map(string) }
