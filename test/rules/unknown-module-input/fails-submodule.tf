module "karpenter" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = "~> 21.1"

  cluster_name = "fleet"
  enable_irsa = true
}
