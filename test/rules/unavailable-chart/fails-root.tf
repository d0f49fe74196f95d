resource "helm_release" "nth" {
  name       = "nth"
  namespace  = "kube-system"
  repository = "https://aws.github.io/eks-charts"
  chart      = "aws-node-termination-handler"
  version    = "0.27.3"
  values = [yamlencode({
    enableRebalanceDraining = false
  })]
}
