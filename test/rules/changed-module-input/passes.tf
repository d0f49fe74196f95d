module "karpenter" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = "~> 20.24"

  cluster_name = "fleet"
  iam_role_name      = "fleet-controller"
  node_iam_role_name = "fleet-node"
}
