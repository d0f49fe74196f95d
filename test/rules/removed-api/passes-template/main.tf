resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "v0.34.6"
  values     = [yamlencode({ settings = { clusterName = "fleet", interruptionQueue = "fleet" } })]
}

resource "kubectl_manifest" "class" {
  yaml_body = templatefile("${path.module}/class.tftpl", { name = "default" }) # OK: 0.34.6 serves v1beta1
}
