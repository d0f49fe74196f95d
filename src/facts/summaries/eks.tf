# What the root of terraform-aws-modules/eks/aws makes from v18 on, as far as it matters for interruptions. Its node
# groups are calls of its submodules, as upstream writes them. `release.*` holds what differs from release to release.
# Sources: terraform-aws-modules/terraform-aws-eks@v18.0.0..v21.19.0 main.tf, node_groups.tf, outputs.tf.

variable "create" { default = true }
variable "tags" { default = {} }

# v21 drops the prefix of these.
variable "cluster_name" { default = null }
variable "cluster_version" { default = null }
variable "cluster_compute_config" { default = {} }
variable "name" { default = null }
variable "kubernetes_version" { default = null }
variable "compute_config" { default = null }

variable "authentication_mode" { default = release.authentication_mode }
variable "enable_irsa" { default = true }
variable "create_auto_mode_iam_resources" { default = false }
variable "access_entries" { default = {} }
variable "enable_cluster_creator_admin_permissions" { default = false }

variable "eks_managed_node_groups" { default = {} }
variable "eks_managed_node_group_defaults" { default = {} }
variable "self_managed_node_groups" { default = {} }
variable "self_managed_node_group_defaults" { default = {} }
variable "fargate_profiles" { default = {} }
variable "fargate_profile_defaults" { default = {} }

locals {
  name    = release.prefixed ? var.cluster_name : var.name
  version = release.prefixed ? var.cluster_version : var.kubernetes_version
  compute = release.prefixed ? var.cluster_compute_config : var.compute_config

  auto_mode_enabled = try(local.compute.enabled, false)
}

resource "aws_eks_cluster" "this" {
  count = var.create ? 1 : 0

  name    = local.name
  version = local.version

  access_config {
    authentication_mode = var.authentication_mode
  }

  dynamic "compute_config" {
    for_each = local.auto_mode_enabled ? [local.compute] : []
    content {
      enabled       = true
      node_pools    = try(compute_config.value.node_pools, [])
      node_role_arn = try(compute_config.value.node_role_arn, aws_iam_role.eks_auto[0].arn, null)
    }
  }
}

resource "aws_iam_openid_connect_provider" "oidc_provider" {
  count = var.create && var.enable_irsa ? 1 : 0

  url = try(aws_eks_cluster.this[0].identity[0].oidc[0].issuer, null)
}

resource "aws_iam_role" "eks_auto" {
  count = var.create && (local.auto_mode_enabled || var.create_auto_mode_iam_resources) ? 1 : 0
}

resource "aws_eks_access_entry" "this" {
  for_each = { for name, entry in var.access_entries : name => entry if var.create }

  cluster_name  = local.name
  principal_arn = each.value.principal_arn
  type          = try(each.value.type, "STANDARD")
}

module "fargate_profile" {
  source   = "./modules/fargate-profile"
  for_each = { for name, profile in(var.fargate_profiles == null ? {} : var.fargate_profiles) : name => profile if var.create }

  create       = try(each.value.create, true)
  cluster_name = local.name
  name         = try(each.value.name, each.key)
  selectors    = try(each.value.selectors, var.fargate_profile_defaults.selectors, [])
}

module "eks_managed_node_group" {
  source   = "./modules/eks-managed-node-group"
  for_each = { for name, group in(var.eks_managed_node_groups == null ? {} : var.eks_managed_node_groups) : name => group if var.create }

  create          = try(each.value.create, true)
  cluster_name    = local.name
  name            = try(each.value.name, each.key)
  use_name_prefix = try(each.value.use_name_prefix, var.eks_managed_node_group_defaults.use_name_prefix, true)

  capacity_type      = try(each.value.capacity_type, var.eks_managed_node_group_defaults.capacity_type, null)
  instance_types     = try(each.value.instance_types, var.eks_managed_node_group_defaults.instance_types, null)
  labels             = try(each.value.labels, var.eks_managed_node_group_defaults.labels, null)
  taints             = try(each.value.taints, var.eks_managed_node_group_defaults.taints, {})
  node_repair_config = try(each.value.node_repair_config, var.eks_managed_node_group_defaults.node_repair_config, null)

  create_launch_template     = try(each.value.create_launch_template, var.eks_managed_node_group_defaults.create_launch_template, true)
  use_custom_launch_template = try(each.value.use_custom_launch_template, var.eks_managed_node_group_defaults.use_custom_launch_template, true)
  launch_template_id         = try(each.value.launch_template_id, var.eks_managed_node_group_defaults.launch_template_id, "")
  launch_template_tags       = try(each.value.launch_template_tags, var.eks_managed_node_group_defaults.launch_template_tags, {})
  tag_specifications         = try(each.value.tag_specifications, var.eks_managed_node_group_defaults.tag_specifications, ["instance", "volume", "network-interface"])
  pre_bootstrap_user_data    = try(each.value.pre_bootstrap_user_data, var.eks_managed_node_group_defaults.pre_bootstrap_user_data, "")
  bootstrap_extra_args       = try(each.value.bootstrap_extra_args, var.eks_managed_node_group_defaults.bootstrap_extra_args, "")
  cloudinit_pre_nodeadm      = try(each.value.cloudinit_pre_nodeadm, var.eks_managed_node_group_defaults.cloudinit_pre_nodeadm, [])

  create_iam_role = try(each.value.create_iam_role, var.eks_managed_node_group_defaults.create_iam_role, true)
  iam_role_arn    = try(each.value.iam_role_arn, var.eks_managed_node_group_defaults.iam_role_arn, null)

  tags = merge(var.tags, try(each.value.tags, var.eks_managed_node_group_defaults.tags, {}))
}

module "self_managed_node_group" {
  source   = "./modules/self-managed-node-group"
  for_each = { for name, group in(var.self_managed_node_groups == null ? {} : var.self_managed_node_groups) : name => group if var.create }

  create                   = try(each.value.create, true)
  create_autoscaling_group = try(each.value.create_autoscaling_group, var.self_managed_node_group_defaults.create_autoscaling_group, true)
  cluster_name             = local.name
  name                     = try(each.value.name, each.key)
  use_name_prefix          = try(each.value.use_name_prefix, var.self_managed_node_group_defaults.use_name_prefix, true)

  capacity_rebalance         = try(each.value.capacity_rebalance, var.self_managed_node_group_defaults.capacity_rebalance, null)
  max_instance_lifetime      = try(each.value.max_instance_lifetime, var.self_managed_node_group_defaults.max_instance_lifetime, null)
  suspended_processes        = try(each.value.suspended_processes, var.self_managed_node_group_defaults.suspended_processes, [])
  initial_lifecycle_hooks    = try(each.value.initial_lifecycle_hooks, var.self_managed_node_group_defaults.initial_lifecycle_hooks, [])
  use_mixed_instances_policy = try(each.value.use_mixed_instances_policy, var.self_managed_node_group_defaults.use_mixed_instances_policy, false)
  mixed_instances_policy     = try(each.value.mixed_instances_policy, var.self_managed_node_group_defaults.mixed_instances_policy, null)
  autoscaling_group_tags     = try(each.value.autoscaling_group_tags, var.self_managed_node_group_defaults.autoscaling_group_tags, {})

  instance_type           = try(each.value.instance_type, var.self_managed_node_group_defaults.instance_type, "m6i.large")
  instance_market_options = try(each.value.instance_market_options, var.self_managed_node_group_defaults.instance_market_options, {})
  create_launch_template  = try(each.value.create_launch_template, var.self_managed_node_group_defaults.create_launch_template, true)
  launch_template_id      = try(each.value.launch_template_id, var.self_managed_node_group_defaults.launch_template_id, "")
  launch_template_tags    = try(each.value.launch_template_tags, var.self_managed_node_group_defaults.launch_template_tags, {})
  tag_specifications      = try(each.value.tag_specifications, var.self_managed_node_group_defaults.tag_specifications, ["instance", "volume", "network-interface"])
  pre_bootstrap_user_data = try(each.value.pre_bootstrap_user_data, var.self_managed_node_group_defaults.pre_bootstrap_user_data, "")
  bootstrap_extra_args    = try(each.value.bootstrap_extra_args, var.self_managed_node_group_defaults.bootstrap_extra_args, "")
  cloudinit_pre_nodeadm   = try(each.value.cloudinit_pre_nodeadm, var.self_managed_node_group_defaults.cloudinit_pre_nodeadm, [])

  create_iam_instance_profile = try(each.value.create_iam_instance_profile, var.self_managed_node_group_defaults.create_iam_instance_profile, true)
  iam_role_arn                = try(each.value.iam_role_arn, var.self_managed_node_group_defaults.iam_role_arn, null)

  tags = merge(var.tags, try(each.value.tags, var.self_managed_node_group_defaults.tags, {}))
}

output "cluster_arn" { value = try(aws_eks_cluster.this[0].arn, null) }
output "cluster_certificate_authority_data" { value = try(aws_eks_cluster.this[0].certificate_authority[0].data, null) }
output "cluster_endpoint" { value = try(aws_eks_cluster.this[0].endpoint, null) }
output "cluster_id" { value = release.cluster_id_is_name ? try(aws_eks_cluster.this[0].name, "") : try(aws_eks_cluster.this[0].cluster_id, "") }
output "cluster_name" { value = try(aws_eks_cluster.this[0].name, "") }
output "cluster_oidc_issuer_url" { value = try(aws_eks_cluster.this[0].identity[0].oidc[0].issuer, null) }
output "cluster_version" { value = try(aws_eks_cluster.this[0].version, null) }
output "oidc_provider" { value = try(replace(aws_eks_cluster.this[0].identity[0].oidc[0].issuer, "https://", ""), null) }
output "oidc_provider_arn" { value = try(aws_iam_openid_connect_provider.oidc_provider[0].arn, null) }
output "node_iam_role_arn" { value = try(aws_iam_role.eks_auto[0].arn, null) }
output "node_iam_role_name" { value = try(aws_iam_role.eks_auto[0].name, null) }
output "fargate_profiles" { value = module.fargate_profile }
output "eks_managed_node_groups" { value = module.eks_managed_node_group }
output "eks_managed_node_groups_autoscaling_group_names" { value = compact(flatten([for group in module.eks_managed_node_group : group.node_group_autoscaling_group_names])) }
output "self_managed_node_groups" { value = module.self_managed_node_group }
output "self_managed_node_groups_autoscaling_group_names" { value = compact([for group in module.self_managed_node_group : group.autoscaling_group_name]) }
