# What aws-ia/eks-blueprints-addon/aws makes: one Helm release with a role for its service account.
# Sources: aws-ia/terraform-aws-eks-blueprints-addon@v1.0.0..v1.1.1 main.tf.

variable "create" { default = true }
variable "create_release" { default = true }
variable "name" { default = "" }
variable "namespace" { default = null }
variable "chart" { default = "" }
variable "chart_version" { default = null }
variable "repository" { default = null }
variable "values" { default = null }
variable "set" { default = [] }
variable "set_sensitive" { default = [] }
variable "create_role" { default = false }
variable "set_irsa_names" { default = [] }
variable "oidc_providers" { default = {} }
variable "create_policy" { default = true }
variable "policy_statements" { default = [] }

resource "aws_iam_role" "this" {
  count = var.create && var.create_role ? 1 : 0
}

resource "helm_release" "this" {
  count = var.create && var.create_release ? 1 : 0

  name       = try(coalesce(var.name, var.chart), "")
  namespace  = var.namespace
  repository = var.repository
  chart      = var.chart
  version    = var.chart_version
  values     = var.values == null ? [] : var.values

  dynamic "set" {
    for_each = var.set == null ? [] : var.set
    content {
      name  = set.value.name
      value = set.value.value
      type  = try(set.value.type, null)
    }
  }
  dynamic "set" {
    for_each = [for name in var.set_irsa_names : name if var.create && var.create_role]
    content {
      name  = set.value
      value = aws_iam_role.this[0].arn
    }
  }
}

output "iam_role_arn" { value = try(aws_iam_role.this[0].arn, null) }
output "iam_role_name" { value = try(aws_iam_role.this[0].name, null) }
