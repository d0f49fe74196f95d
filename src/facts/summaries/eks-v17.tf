# What terraform-aws-modules/eks/aws makes in v17, whose worker groups are lists of groups, as far as it matters for
# interruptions. Sources: terraform-aws-modules/terraform-aws-eks@v17.0.0..v17.24.0 locals.tf, workers.tf,
# workers_launch_template.tf, modules/node_groups, fargate.tf, outputs.tf.

variable "create_eks" { default = true }
variable "cluster_name" { default = "" }
variable "cluster_version" { default = null }
variable "enable_irsa" { default = false }
variable "tags" { default = {} }
variable "worker_groups" { default = [] }
variable "worker_groups_launch_template" { default = [] }
variable "workers_group_defaults" { default = {} }
variable "worker_create_initial_lifecycle_hooks" { default = false }
variable "node_groups" { default = {} }
variable "node_groups_defaults" { default = {} }
variable "fargate_profiles" { default = {} }

locals {
  defaults = merge({
    tags                                     = []
    asg_initial_lifecycle_hooks              = []
    spot_price                               = ""
    pre_userdata                             = ""
    bootstrap_extra_args                     = ""
    kubelet_extra_args                       = ""
    market_type                              = null
    override_instance_types                  = null
    on_demand_allocation_strategy            = null
    on_demand_base_capacity                  = "0"
    on_demand_percentage_above_base_capacity = "0"
    max_instance_lifetime                    = 0
    capacity_rebalance                       = false
    suspended_processes                      = ["AZRebalance"]
  }, var.workers_group_defaults)

  by_configuration = [for place, group in var.worker_groups : merge({ name = place }, local.defaults, group)]
  by_template      = [for place, group in var.worker_groups_launch_template : merge({ name = place }, local.defaults, group)]
  managed = {
    for name, group in var.node_groups : name => merge({ taints = [], create_launch_template = false, launch_template_id = null }, var.node_groups_defaults, group)
  }
}

resource "aws_eks_cluster" "this" {
  count = var.create_eks ? 1 : 0

  name    = var.cluster_name
  version = var.cluster_version
}

resource "aws_iam_openid_connect_provider" "oidc_provider" {
  count = var.enable_irsa && var.create_eks ? 1 : 0
}

resource "aws_launch_configuration" "workers" {
  count = var.create_eks ? length(local.by_configuration) : 0

  spot_price = local.by_configuration[count.index].spot_price
  user_data  = "${local.by_configuration[count.index].pre_userdata}\n${local.by_configuration[count.index].bootstrap_extra_args}\n${local.by_configuration[count.index].kubelet_extra_args}"
}

resource "aws_autoscaling_group" "workers" {
  count = var.create_eks ? length(local.by_configuration) : 0

  name_prefix           = "${var.cluster_name}-${local.by_configuration[count.index].name}"
  launch_configuration  = aws_launch_configuration.workers[count.index].id
  capacity_rebalance    = local.by_configuration[count.index].capacity_rebalance
  max_instance_lifetime = local.by_configuration[count.index].max_instance_lifetime
  suspended_processes   = local.by_configuration[count.index].suspended_processes

  dynamic "initial_lifecycle_hook" {
    for_each = var.worker_create_initial_lifecycle_hooks ? local.by_configuration[count.index].asg_initial_lifecycle_hooks : []
    content {
      name                 = initial_lifecycle_hook.value.name
      lifecycle_transition = initial_lifecycle_hook.value.lifecycle_transition
      heartbeat_timeout    = try(initial_lifecycle_hook.value.heartbeat_timeout, null)
      default_result       = try(initial_lifecycle_hook.value.default_result, null)
    }
  }
  dynamic "tag" {
    for_each = concat(
      [{ key = "kubernetes.io/cluster/${var.cluster_name}", value = "owned", propagate_at_launch = true }],
      [for key, value in var.tags : { key = key, value = value, propagate_at_launch = true }],
      local.by_configuration[count.index].tags,
    )
    content {
      key                 = tag.value.key
      value               = tag.value.value
      propagate_at_launch = tag.value.propagate_at_launch
    }
  }
}

resource "aws_launch_template" "workers_launch_template" {
  count = var.create_eks ? length(local.by_template) : 0

  user_data = "${local.by_template[count.index].pre_userdata}\n${local.by_template[count.index].bootstrap_extra_args}\n${local.by_template[count.index].kubelet_extra_args}"

  dynamic "instance_market_options" {
    for_each = local.by_template[count.index].market_type == null ? [] : [local.by_template[count.index].market_type]
    content {
      market_type = instance_market_options.value
    }
  }
  tag_specifications {
    resource_type = "instance"
    tags          = merge(var.tags, { for tag in local.by_template[count.index].tags : tag.key => tag.value if tag.key != "Name" && tag.propagate_at_launch })
  }
}

resource "aws_autoscaling_group" "workers_launch_template" {
  count = var.create_eks ? length(local.by_template) : 0

  name_prefix           = "${var.cluster_name}-${local.by_template[count.index].name}"
  capacity_rebalance    = local.by_template[count.index].capacity_rebalance
  max_instance_lifetime = local.by_template[count.index].max_instance_lifetime
  suspended_processes   = local.by_template[count.index].suspended_processes

  dynamic "mixed_instances_policy" {
    for_each = local.by_template[count.index].override_instance_types != null || local.by_template[count.index].on_demand_allocation_strategy != null ? [local.by_template[count.index]] : []
    content {
      instances_distribution {
        on_demand_base_capacity                  = mixed_instances_policy.value.on_demand_base_capacity
        on_demand_percentage_above_base_capacity = mixed_instances_policy.value.on_demand_percentage_above_base_capacity
      }
      launch_template {
        launch_template_specification {
          launch_template_id = aws_launch_template.workers_launch_template[count.index].id
        }
      }
    }
  }
  dynamic "launch_template" {
    for_each = local.by_template[count.index].override_instance_types != null || local.by_template[count.index].on_demand_allocation_strategy != null ? [] : [1]
    content {
      id = aws_launch_template.workers_launch_template[count.index].id
    }
  }
  dynamic "initial_lifecycle_hook" {
    for_each = var.worker_create_initial_lifecycle_hooks ? local.by_template[count.index].asg_initial_lifecycle_hooks : []
    content {
      name                 = initial_lifecycle_hook.value.name
      lifecycle_transition = initial_lifecycle_hook.value.lifecycle_transition
      heartbeat_timeout    = try(initial_lifecycle_hook.value.heartbeat_timeout, null)
      default_result       = try(initial_lifecycle_hook.value.default_result, null)
    }
  }
  dynamic "tag" {
    for_each = concat(
      [{ key = "kubernetes.io/cluster/${var.cluster_name}", value = "owned", propagate_at_launch = true }],
      [for key, value in var.tags : { key = key, value = value, propagate_at_launch = true }],
      local.by_template[count.index].tags,
    )
    content {
      key                 = tag.value.key
      value               = tag.value.value
      propagate_at_launch = tag.value.propagate_at_launch
    }
  }
}

resource "aws_launch_template" "node_groups" {
  for_each = { for name, group in local.managed : name => group if var.create_eks && group.create_launch_template }

  user_data = "${try(each.value.pre_userdata, "")}\n${try(each.value.kubelet_extra_args, "")}"
  tag_specifications {
    resource_type = "instance"
    tags          = merge(var.tags, try(var.node_groups_defaults.additional_tags, {}), try(each.value.additional_tags, {}))
  }
}

resource "aws_eks_node_group" "workers" {
  for_each = { for name, group in local.managed : name => group if var.create_eks }

  cluster_name           = var.cluster_name
  node_group_name        = try(each.value.name, null)
  node_group_name_prefix = try(each.value.name, null) == null ? try(each.value.name_prefix, "${var.cluster_name}-${each.key}") : null
  capacity_type          = try(each.value.capacity_type, null)
  instance_types         = try(each.value.instance_types, null)
  labels                 = merge(try(var.node_groups_defaults.k8s_labels, {}), try(each.value.k8s_labels, {}))

  dynamic "launch_template" {
    for_each = each.value.launch_template_id != null || each.value.create_launch_template ? [1] : []
    content {
      id = each.value.launch_template_id != null ? each.value.launch_template_id : aws_launch_template.node_groups[each.key].id
    }
  }
  dynamic "taint" {
    for_each = each.value.taints
    content {
      key    = taint.value.key
      value  = try(taint.value.value, null)
      effect = taint.value.effect
    }
  }
}

resource "aws_eks_fargate_profile" "this" {
  for_each = { for name, profile in var.fargate_profiles : name => profile if var.create_eks }

  cluster_name         = var.cluster_name
  fargate_profile_name = try(each.value.name, each.key)
  dynamic "selector" {
    for_each = try(each.value.selectors, [])
    content {
      namespace = selector.value.namespace
      labels    = try(selector.value.labels, null)
    }
  }
}

output "cluster_id" { value = try(aws_eks_cluster.this[0].name, "") }
output "cluster_arn" { value = try(aws_eks_cluster.this[0].arn, "") }
output "cluster_endpoint" { value = try(aws_eks_cluster.this[0].endpoint, "") }
output "cluster_version" { value = try(aws_eks_cluster.this[0].version, "") }
output "cluster_certificate_authority_data" { value = try(aws_eks_cluster.this[0].certificate_authority[0].data, "") }
output "cluster_oidc_issuer_url" { value = try(aws_eks_cluster.this[0].identity[0].oidc[0].issuer, "") }
output "oidc_provider_arn" { value = try(aws_iam_openid_connect_provider.oidc_provider[0].arn, null) }
output "workers_asg_arns" { value = concat(aws_autoscaling_group.workers[*].arn, aws_autoscaling_group.workers_launch_template[*].arn) }
output "workers_asg_names" { value = concat(aws_autoscaling_group.workers[*].id, aws_autoscaling_group.workers_launch_template[*].id) }
output "node_groups" { value = aws_eks_node_group.workers }
