terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = "~> 2.12" }
  }
}

module "addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.16.2"

  cluster_name      = "fleet"
  cluster_endpoint  = var.endpoint
  cluster_version   = "1.29"
  oidc_provider_arn = var.oidc_provider_arn

  enable_aws_node_termination_handler = true
  aws_node_termination_handler_asg_arns = [
    "batch",
    "arn:aws:autoscaling:eu-west-1:111122223333:autoScalingGroupName/reports",
  ]
}

variable "endpoint" { type = string }
variable "oidc_provider_arn" { type = string }
