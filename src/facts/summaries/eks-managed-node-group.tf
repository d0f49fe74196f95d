# What terraform-aws-modules/eks/aws//modules/eks-managed-node-group makes, as far as it matters for interruptions.
# Sources: terraform-aws-modules/terraform-aws-eks@v18.0.0..v21.19.0 modules/eks-managed-node-group main.tf, outputs.tf.

variable "create" { default = true }
variable "name" { default = "" }
variable "use_name_prefix" { default = true }
variable "cluster_name" { default = null }
variable "capacity_type" { default = null }
variable "instance_types" { default = null }
variable "labels" { default = null }
variable "taints" { default = {} }
variable "node_repair_config" { default = null }
variable "update_config" { default = {} }
variable "create_launch_template" { default = true }
variable "use_custom_launch_template" { default = true }
variable "launch_template_id" { default = "" }
variable "launch_template_tags" { default = {} }
variable "tag_specifications" { default = ["instance", "volume", "network-interface"] }
variable "pre_bootstrap_user_data" { default = "" }
variable "bootstrap_extra_args" { default = "" }
variable "post_bootstrap_user_data" { default = "" }
variable "cloudinit_pre_nodeadm" { default = [] }
variable "cloudinit_post_nodeadm" { default = [] }
variable "iam_role_arn" { default = null }
variable "create_iam_role" { default = true }
variable "tags" { default = {} }

resource "aws_launch_template" "this" {
  count = var.create && var.create_launch_template && var.use_custom_launch_template ? 1 : 0

  user_data = join("\n", concat(
    [try(var.pre_bootstrap_user_data, ""), try(var.bootstrap_extra_args, ""), try(var.post_bootstrap_user_data, "")],
    [for part in try(coalesce(var.cloudinit_pre_nodeadm, []), []) : part.content],
    [for part in try(coalesce(var.cloudinit_post_nodeadm, []), []) : part.content],
  ))

  dynamic "tag_specifications" {
    for_each = toset(var.tag_specifications)
    content {
      resource_type = tag_specifications.key
      tags          = merge(var.tags, { Name = var.name }, var.launch_template_tags)
    }
  }
}

resource "aws_iam_role" "this" {
  count = var.create && var.create_iam_role ? 1 : 0
}

resource "aws_eks_node_group" "this" {
  count = var.create ? 1 : 0

  cluster_name           = var.cluster_name
  node_group_name        = var.use_name_prefix ? null : var.name
  node_group_name_prefix = var.use_name_prefix ? "${var.name}-" : null
  node_role_arn          = var.create_iam_role ? aws_iam_role.this[0].arn : var.iam_role_arn

  capacity_type  = var.capacity_type
  instance_types = var.instance_types
  labels         = var.labels

  dynamic "launch_template" {
    for_each = var.use_custom_launch_template ? [1] : []
    content {
      id = var.create_launch_template ? aws_launch_template.this[0].id : var.launch_template_id
    }
  }

  dynamic "taint" {
    for_each = var.taints == null ? {} : var.taints
    content {
      key    = try(taint.value.key, taint.key)
      value  = try(taint.value.value, null)
      effect = taint.value.effect
    }
  }

  dynamic "node_repair_config" {
    for_each = var.node_repair_config != null ? [var.node_repair_config] : []
    content {
      enabled = node_repair_config.value.enabled
    }
  }

  tags = merge(var.tags, { Name = var.name })
}

output "node_group_arn" { value = try(aws_eks_node_group.this[0].arn, null) }
output "node_group_id" { value = try(aws_eks_node_group.this[0].id, null) }
output "node_group_resources" { value = try(aws_eks_node_group.this[0].resources, null) }
output "node_group_autoscaling_group_names" { value = try(flatten(aws_eks_node_group.this[0].resources[*].autoscaling_groups[*].name), []) }
output "node_group_status" { value = try(aws_eks_node_group.this[0].status, null) }
output "node_group_labels" { value = try(aws_eks_node_group.this[0].labels, {}) }
output "node_group_taints" { value = try(aws_eks_node_group.this[0].taint, []) }
output "launch_template_id" { value = try(aws_launch_template.this[0].id, null) }
output "launch_template_arn" { value = try(aws_launch_template.this[0].arn, null) }
output "iam_role_name" { value = try(aws_iam_role.this[0].name, null) }
output "iam_role_arn" { value = try(aws_iam_role.this[0].arn, var.iam_role_arn) }
