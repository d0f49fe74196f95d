# What terraform-aws-modules/eks/aws//modules/self-managed-node-group makes, as far as it matters for interruptions.
# Sources: terraform-aws-modules/terraform-aws-eks@v18.0.0..v21.19.0 modules/self-managed-node-group main.tf, outputs.tf.

variable "create" { default = true }
variable "create_autoscaling_group" { default = true }
variable "name" { default = "" }
variable "use_name_prefix" { default = true }
variable "cluster_name" { default = "" }
variable "capacity_rebalance" { default = null }
variable "max_instance_lifetime" { default = null }
variable "suspended_processes" { default = [] }
variable "initial_lifecycle_hooks" { default = [] }
variable "use_mixed_instances_policy" { default = false }
variable "mixed_instances_policy" { default = null }
variable "instance_type" { default = null }
variable "instance_market_options" { default = null }
variable "capacity_reservation_specification" { default = null }
variable "create_launch_template" { default = true }
variable "launch_template_id" { default = "" }
variable "launch_template_tags" { default = {} }
variable "tag_specifications" { default = ["instance", "volume", "network-interface"] }
variable "autoscaling_group_tags" { default = {} }
variable "pre_bootstrap_user_data" { default = "" }
variable "bootstrap_extra_args" { default = "" }
variable "post_bootstrap_user_data" { default = "" }
variable "cloudinit_pre_nodeadm" { default = [] }
variable "cloudinit_post_nodeadm" { default = [] }
variable "create_iam_instance_profile" { default = true }
variable "iam_role_arn" { default = null }
variable "tags" { default = {} }

locals {
  launch_template_id = var.create && var.create_launch_template ? try(aws_launch_template.this[0].id, null) : var.launch_template_id
}

resource "aws_launch_template" "this" {
  count = var.create && var.create_launch_template ? 1 : 0

  instance_type = var.instance_type
  user_data = join("\n", concat(
    [try(var.pre_bootstrap_user_data, ""), try(var.bootstrap_extra_args, ""), try(var.post_bootstrap_user_data, "")],
    [for part in try(coalesce(var.cloudinit_pre_nodeadm, []), []) : part.content],
    [for part in try(coalesce(var.cloudinit_post_nodeadm, []), []) : part.content],
  ))

  dynamic "instance_market_options" {
    for_each = try([var.instance_market_options.market_type], [])
    content {
      market_type = instance_market_options.value
    }
  }

  dynamic "capacity_reservation_specification" {
    for_each = try([var.capacity_reservation_specification.capacity_reservation_target], [])
    content {
      capacity_reservation_target = [capacity_reservation_specification.value]
    }
  }

  dynamic "tag_specifications" {
    for_each = toset(var.tag_specifications)
    content {
      resource_type = tag_specifications.key
      tags          = merge(var.tags, { Name = var.name }, var.launch_template_tags)
    }
  }
}

resource "aws_autoscaling_group" "this" {
  count = var.create && var.create_autoscaling_group ? 1 : 0

  name                  = var.use_name_prefix ? null : var.name
  name_prefix           = var.use_name_prefix ? "${var.name}-" : null
  capacity_rebalance    = var.capacity_rebalance
  max_instance_lifetime = var.max_instance_lifetime
  suspended_processes   = var.suspended_processes

  dynamic "initial_lifecycle_hook" {
    for_each = var.initial_lifecycle_hooks == null ? [] : var.initial_lifecycle_hooks
    content {
      name                 = initial_lifecycle_hook.value.name
      default_result       = try(initial_lifecycle_hook.value.default_result, null)
      heartbeat_timeout    = try(initial_lifecycle_hook.value.heartbeat_timeout, null)
      lifecycle_transition = initial_lifecycle_hook.value.lifecycle_transition
    }
  }

  dynamic "launch_template" {
    for_each = var.use_mixed_instances_policy ? [] : [1]
    content {
      id = local.launch_template_id
    }
  }

  dynamic "mixed_instances_policy" {
    for_each = var.use_mixed_instances_policy ? [var.mixed_instances_policy] : []
    content {
      dynamic "instances_distribution" {
        for_each = try([mixed_instances_policy.value.instances_distribution], [])
        content {
          on_demand_base_capacity                  = try(instances_distribution.value.on_demand_base_capacity, null)
          on_demand_percentage_above_base_capacity = try(instances_distribution.value.on_demand_percentage_above_base_capacity, null)
        }
      }
      launch_template {
        launch_template_specification {
          launch_template_id = local.launch_template_id
        }
        dynamic "override" {
          for_each = try(mixed_instances_policy.value.override, mixed_instances_policy.value.launch_template.override, [])
          content {
            instance_type = try(override.value.instance_type, null)
          }
        }
      }
    }
  }

  dynamic "tag" {
    for_each = merge(
      {
        Name                                        = var.name
        "kubernetes.io/cluster/${var.cluster_name}" = "owned"
        "k8s.io/cluster/${var.cluster_name}"        = "owned"
      },
      var.tags,
    )
    content {
      key                 = tag.key
      value               = tag.value
      propagate_at_launch = true
    }
  }

  dynamic "tag" {
    for_each = var.autoscaling_group_tags == null ? {} : var.autoscaling_group_tags
    content {
      key                 = tag.key
      value               = tag.value
      propagate_at_launch = false
    }
  }
}

resource "aws_iam_role" "this" {
  count = var.create && var.create_iam_instance_profile ? 1 : 0
}

output "launch_template_id" { value = try(aws_launch_template.this[0].id, null) }
output "launch_template_arn" { value = try(aws_launch_template.this[0].arn, null) }
output "autoscaling_group_arn" { value = try(aws_autoscaling_group.this[0].arn, null) }
output "autoscaling_group_id" { value = try(aws_autoscaling_group.this[0].id, null) }
output "autoscaling_group_name" { value = try(aws_autoscaling_group.this[0].name, null) }
output "iam_role_name" { value = try(aws_iam_role.this[0].name, null) }
output "iam_role_arn" { value = try(aws_iam_role.this[0].arn, var.iam_role_arn) }
