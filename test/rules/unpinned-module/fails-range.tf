module "karpenter" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = ">= 19.0"

  cluster_name = "fleet"
}
