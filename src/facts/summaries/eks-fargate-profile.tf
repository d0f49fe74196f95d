# What terraform-aws-modules/eks/aws//modules/fargate-profile makes.
# Sources: terraform-aws-modules/terraform-aws-eks@v18.0.0..v21.19.0 modules/fargate-profile main.tf, outputs.tf.

variable "create" { default = true }
variable "name" { default = "" }
variable "cluster_name" { default = null }
variable "selectors" { default = [] }
variable "create_iam_role" { default = true }
variable "iam_role_arn" { default = null }

resource "aws_iam_role" "this" {
  count = var.create && var.create_iam_role ? 1 : 0
}

resource "aws_eks_fargate_profile" "this" {
  count = var.create ? 1 : 0

  cluster_name           = var.cluster_name
  fargate_profile_name   = var.name
  pod_execution_role_arn = var.create_iam_role ? aws_iam_role.this[0].arn : var.iam_role_arn

  dynamic "selector" {
    for_each = var.selectors
    content {
      namespace = selector.value.namespace
      labels    = try(selector.value.labels, null)
    }
  }
}

output "iam_role_arn" { value = try(aws_iam_role.this[0].arn, var.iam_role_arn) }
output "iam_role_name" { value = try(aws_iam_role.this[0].name, null) }
output "fargate_profile_arn" { value = try(aws_eks_fargate_profile.this[0].arn, null) }
output "fargate_profile_id" { value = try(aws_eks_fargate_profile.this[0].id, null) }
