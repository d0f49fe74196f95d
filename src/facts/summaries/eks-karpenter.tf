# What terraform-aws-modules/eks/aws//modules/karpenter makes: queue, rules and roles for a Karpenter that somebody else
# installs. `release.*` holds what differs from release to release.
# Sources: terraform-aws-modules/terraform-aws-eks@v18.31.0..v21.19.0 modules/karpenter main.tf, policy.tf, outputs.tf.

variable "create" { default = true }
variable "cluster_name" { default = "" }

variable "enable_spot_termination" { default = true }
variable "queue_name" { default = null }
variable "queue_managed_sse_enabled" { default = true }
variable "queue_kms_master_key_id" { default = null }
variable "queue_policy_statements" { default = null }

variable "namespace" { default = "kube-system" }
variable "service_account" { default = "karpenter" }
variable "irsa_oidc_provider_arn" { default = "" }
variable "irsa_namespace_service_accounts" { default = ["karpenter:karpenter"] }

# Up to v19 the controller's role is the IRSA role and `iam_role_*` is the role of the nodes.
variable "create_irsa" { default = true }
variable "enable_karpenter_instance_profile_creation" { default = false }
variable "create_iam_role" { default = true }
variable "iam_role_arn" { default = null }
variable "iam_role_name" { default = null }
variable "iam_role_use_name_prefix" { default = true }

# From v20 on `iam_role_*` is the controller's role.
variable "enable_irsa" { default = false }
variable "enable_pod_identity" { default = true }
variable "enable_v1_permissions" { default = false }
variable "create_pod_identity_association" { default = release.associates }
variable "iam_policy_statements" { default = [] }
variable "create_node_iam_role" { default = true }
variable "node_iam_role_arn" { default = null }
variable "node_iam_role_name" { default = null }
variable "node_iam_role_use_name_prefix" { default = true }
variable "create_access_entry" { default = true }
variable "access_entry_type" { default = "EC2_LINUX" }
variable "create_instance_profile" { default = release.profile }

data "aws_partition" "current" {}

locals {
  queue_on   = var.create && var.enable_spot_termination
  queue_name = coalesce(var.queue_name, "Karpenter-${var.cluster_name}")

  controller_on  = var.create && (release.split_roles ? var.create_iam_role : var.create_irsa)
  irsa_on        = release.split_roles ? release.irsa && var.enable_irsa : true
  pod_identity   = release.split_roles && release.pod_identity && (release.irsa ? var.enable_pod_identity : true)
  node_role_on   = var.create && (release.split_roles ? var.create_node_iam_role : var.create_iam_role)
  node_role_name = coalesce(release.split_roles ? var.node_iam_role_name : var.iam_role_name, "Karpenter-${var.cluster_name}")
  node_prefixed  = release.split_roles ? var.node_iam_role_use_name_prefix : var.iam_role_use_name_prefix
  node_role_arn  = release.split_roles ? var.node_iam_role_arn : var.iam_role_arn

  principals = release.events_principal == "dns-suffix" ? [
    "events.${data.aws_partition.current.dns_suffix}", "sqs.${data.aws_partition.current.dns_suffix}",
    ] : [
    "events.amazonaws.com", "sqs.amazonaws.com",
  ]
  actions = release.v1_switch && !var.enable_v1_permissions ? release.actions_v033 : release.actions
}

resource "aws_sqs_queue" "this" {
  count = local.queue_on ? 1 : 0

  name                      = local.queue_name
  message_retention_seconds = 300
  sqs_managed_sse_enabled   = var.queue_managed_sse_enabled ? var.queue_managed_sse_enabled : null
  kms_master_key_id         = var.queue_kms_master_key_id
}

data "aws_iam_policy_document" "queue" {
  count = local.queue_on ? 1 : 0

  statement {
    sid       = "SqsWrite"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.this[0].arn]
    principals {
      type        = "Service"
      identifiers = local.principals
    }
  }
  dynamic "statement" {
    for_each = release.denies_http == null ? [] : [release.denies_http]
    content {
      sid       = "DenyHTTP"
      effect    = "Deny"
      actions   = ["sqs:*"]
      resources = [aws_sqs_queue.this[0].arn]
      principals {
        type        = "*"
        identifiers = ["*"]
      }
      condition {
        test     = statement.value
        variable = "aws:SecureTransport"
        values   = ["false"]
      }
    }
  }
  dynamic "statement" {
    for_each = var.queue_policy_statements != null ? var.queue_policy_statements : {}
    content {
      effect    = try(statement.value.effect, null)
      actions   = try(statement.value.actions, null)
      resources = try(statement.value.resources, null)
      dynamic "principals" {
        for_each = try(coalesce(statement.value.principals, []), [])
        content {
          type        = principals.value.type
          identifiers = principals.value.identifiers
        }
      }
      dynamic "condition" {
        for_each = try(coalesce(statement.value.condition, statement.value.conditions, []), [])
        content {
          test     = condition.value.test
          variable = condition.value.variable
          values   = condition.value.values
        }
      }
    }
  }
}

resource "aws_sqs_queue_policy" "this" {
  count = local.queue_on ? 1 : 0

  queue_url = aws_sqs_queue.this[0].url
  policy    = data.aws_iam_policy_document.queue[0].json
}

resource "aws_cloudwatch_event_rule" "this" {
  for_each = { for rule in release.rules : rule.name => rule if local.queue_on }

  event_pattern = jsonencode({ source = [each.value.source], "detail-type" = [each.value.detailType] })
}

resource "aws_cloudwatch_event_target" "this" {
  for_each = { for rule in release.rules : rule.name => rule if local.queue_on }

  rule      = aws_cloudwatch_event_rule.this[each.key].name
  target_id = "KarpenterInterruptionQueueTarget"
  arn       = aws_sqs_queue.this[0].arn
}

data "aws_iam_policy_document" "controller_assume_role" {
  count = local.controller_on ? 1 : 0

  dynamic "statement" {
    for_each = local.pod_identity ? [1] : []
    content {
      actions = ["sts:AssumeRole", "sts:TagSession"]
      principals {
        type        = "Service"
        identifiers = ["pods.eks.amazonaws.com"]
      }
    }
  }
  dynamic "statement" {
    for_each = local.irsa_on ? [1] : []
    content {
      actions = ["sts:AssumeRoleWithWebIdentity"]
      principals {
        type        = "Federated"
        identifiers = [var.irsa_oidc_provider_arn]
      }
      condition {
        test     = "StringEquals"
        variable = "${replace(var.irsa_oidc_provider_arn, "/^(.*provider/)/", "")}:sub"
        values   = [for account in var.irsa_namespace_service_accounts : "system:serviceaccount:${account}"]
      }
    }
  }
}

resource "aws_iam_role" "controller" {
  count = local.controller_on ? 1 : 0

  assume_role_policy = data.aws_iam_policy_document.controller_assume_role[0].json
}

data "aws_iam_policy_document" "controller" {
  count = local.controller_on ? 1 : 0

  statement {
    actions   = local.actions
    resources = ["*"]
  }
  dynamic "statement" {
    for_each = release.profile_switch && var.enable_karpenter_instance_profile_creation ? [1] : []
    content {
      actions   = release.profile_actions
      resources = ["*"]
    }
  }
  dynamic "statement" {
    for_each = local.queue_on ? [1] : []
    content {
      actions   = release.queue_actions
      resources = [aws_sqs_queue.this[0].arn]
    }
  }
  dynamic "statement" {
    for_each = var.iam_policy_statements == null ? [] : var.iam_policy_statements
    content {
      effect    = try(statement.value.effect, null)
      actions   = try(statement.value.actions, null)
      resources = try(statement.value.resources, null)
    }
  }
}

resource "aws_iam_role_policy" "controller" {
  count = local.controller_on ? 1 : 0

  role   = aws_iam_role.controller[0].name
  policy = data.aws_iam_policy_document.controller[0].json
}

resource "aws_eks_pod_identity_association" "karpenter" {
  count = local.controller_on && local.pod_identity && var.create_pod_identity_association ? 1 : 0

  cluster_name    = var.cluster_name
  namespace       = var.namespace
  service_account = var.service_account
  role_arn        = aws_iam_role.controller[0].arn
}

resource "aws_iam_role" "node" {
  count = local.node_role_on ? 1 : 0

  name        = local.node_prefixed ? null : local.node_role_name
  name_prefix = local.node_prefixed ? "${local.node_role_name}-" : null
}

resource "aws_eks_access_entry" "node" {
  count = release.split_roles && var.create && var.create_access_entry ? 1 : 0

  cluster_name  = var.cluster_name
  principal_arn = local.node_role_on ? aws_iam_role.node[0].arn : var.node_iam_role_arn
  type          = var.access_entry_type
}

resource "aws_iam_instance_profile" "this" {
  count = var.create && var.create_instance_profile ? 1 : 0

  name        = local.node_prefixed ? null : local.node_role_name
  name_prefix = local.node_prefixed ? "${local.node_role_name}-" : null
}

output "queue_arn" { value = try(aws_sqs_queue.this[0].arn, null) }
output "queue_name" { value = try(aws_sqs_queue.this[0].name, null) }
output "queue_url" { value = try(aws_sqs_queue.this[0].url, null) }
output "event_rules" { value = aws_cloudwatch_event_rule.this }
output "irsa_name" { value = try(aws_iam_role.controller[0].name, null) }
output "irsa_arn" { value = try(aws_iam_role.controller[0].arn, null) }
output "role_name" { value = try(aws_iam_role.node[0].name, null) }
output "role_arn" { value = try(aws_iam_role.node[0].arn, local.node_role_arn) }
output "iam_role_name" { value = try(aws_iam_role.controller[0].name, null) }
output "iam_role_arn" { value = try(aws_iam_role.controller[0].arn, null) }
output "node_iam_role_name" { value = try(aws_iam_role.node[0].name, null) }
output "node_iam_role_arn" { value = try(aws_iam_role.node[0].arn, local.node_role_arn) }
output "node_access_entry_arn" { value = try(aws_eks_access_entry.node[0].access_entry_arn, null) }
output "instance_profile_name" { value = try(aws_iam_instance_profile.this[0].name, null) }
output "instance_profile_arn" { value = try(aws_iam_instance_profile.this[0].arn, null) }
output "instance_profile_id" { value = try(aws_iam_instance_profile.this[0].id, null) }
output "namespace" { value = var.namespace }
output "service_account" { value = var.service_account }
