terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = "~> 3.0" }
  }
}

provider "helm" {
  kubernetes = { host = var.host }
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.2.1"
  set = [{ name = "settings.clusterName", value = "fleet" }]
}

variable "host" { type = string }
