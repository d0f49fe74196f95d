resource "helm_release" "nth" {
  name       = "nth"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/aws-ec2/helm"
  chart      = "aws-node-termination-handler"
  version    = "0.27.3"
  values = [yamlencode({
    enableRebalanceDraining = false
  })]
}
