module "karpenter" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = "~> 20.24"

  cluster_name = "fleet"
}

output "role" { value = module.karpenter.iam_role_arn }
output "old" { value = try(module.karpenter.irsa_arn, "") }
