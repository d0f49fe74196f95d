variable "cluster_name" {}

resource "aws_eks_cluster" "fleet" {
  name     = var.cluster_name
  role_arn = "arn:aws:iam::111122223333:role/fleet"
  vpc_config { subnet_ids = ["subnet-1", "subnet-2"] }
}

resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.8.1"

  set = [
    { name = "settings.clusterName", value = aws_eks_cluster.fleet.name },
    { name = "settings.interruptionQueue", value = aws_eks_cluster.fleet.name },
    { name = "clusterEndpoint", value = aws_eks_cluster.fleet.endpoint }, # BAD: it is a setting; the finding is here, and not where the endpoint is made
    { name = "controller.serviceAccount.name", value = "karpenter" },     # BAD: it is read at the top
    { name = "webhook.enabled", value = "false" },                        # BAD: gone, and no other "enabled" is meant
  ]
}
