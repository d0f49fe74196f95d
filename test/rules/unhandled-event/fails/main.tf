resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.2.1"
  values = [yamlencode({
    settings = { clusterName = "fleet", interruptionQueue = "" }
  })]
}
