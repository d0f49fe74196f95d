module "eks" {
  source           = "terraform-aws-modules/eks/aws"
  version          = "~> 21.1"
  name             = "fleet"
  fargate_profiles = { system = { selectors = [{ namespace = "karpenter" }] } }
}

module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "~> 21.1"
  cluster_name = module.eks.cluster_name
  namespace    = "karpenter"
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.6.3"
  values = [yamlencode({
    settings = { clusterName = module.eks.cluster_name, interruptionQueue = module.karpenter.queue_name }
  })]
}
