# What the Karpenter and NTH parts of aws-ia/terraform-aws-eks-blueprints v4, modules/kubernetes-addons, make. Both are
# installed by Helm, or left to Argo CD by `argocd_manage_add_ons`. `release.*` holds what differs from release to release.
# Sources: aws-ia/terraform-aws-eks-blueprints@v4.0.0..v4.32.1 modules/kubernetes-addons main.tf, karpenter, aws-node-termination-handler.

variable "eks_cluster_id" { default = "" }
variable "eks_cluster_endpoint" { default = null }
variable "argocd_manage_add_ons" { default = false }
variable "auto_scaling_group_names" { default = [] }

variable "enable_karpenter" { default = false }
variable "karpenter_helm_config" { default = {} }
variable "karpenter_node_iam_instance_profile" { default = "" }
variable "karpenter_enable_spot_termination_handling" { default = false }
variable "karpenter_sqs_queue_arn" { default = "" }
variable "sqs_queue_managed_sse_enabled" { default = true }
variable "sqs_queue_kms_master_key_id" { default = null }

variable "enable_aws_node_termination_handler" { default = false }
variable "aws_node_termination_handler_helm_config" { default = {} }

data "aws_partition" "current" {}

locals {
  grouped  = length(var.auto_scaling_group_names) > 0
  nth_on   = var.enable_aws_node_termination_handler && (local.grouped || (release.nth_without_groups && var.enable_karpenter))
  queue_on = var.enable_karpenter && release.queue_setting == "own-queue" && var.karpenter_enable_spot_termination_handling
  queue_name = {
    none              = ""
    given-arn         = var.karpenter_sqs_queue_arn
    name-of-given-arn = replace(var.karpenter_sqs_queue_arn, "/^.*:/", "")
    own-queue         = try(aws_sqs_queue.karpenter[0].name, "")
  }

  karpenter = merge({
    name       = "karpenter"
    chart      = "karpenter"
    namespace  = "karpenter"
    repository = "oci://public.ecr.aws/karpenter"
    version    = release.karpenter_chart
    values = [yamlencode({
      clusterName = var.eks_cluster_id
      settings = {
        aws = {
          clusterName           = var.eks_cluster_id
          clusterEndpoint       = var.eks_cluster_endpoint
          interruptionQueueName = local.queue_name[release.queue_setting]
        }
      }
    })]
  }, var.karpenter_helm_config)

  nth = merge({
    name       = "aws-node-termination-handler"
    chart      = "aws-node-termination-handler"
    namespace  = "kube-system"
    repository = "https://aws.github.io/eks-charts"
    version    = release.nth_chart
    values = [yamlencode(merge(
      { enableSqsTerminationDraining = true, enablePrometheusServer = true },
      release.nth_tag_check_off && !local.grouped ? { checkASGTagBeforeDraining = false } : {},
    ))]
  }, var.aws_node_termination_handler_helm_config)
}

resource "aws_sqs_queue" "karpenter" {
  count = local.queue_on ? 1 : 0

  name                      = "karpenter-${var.eks_cluster_id}"
  message_retention_seconds = 300
  sqs_managed_sse_enabled   = var.sqs_queue_managed_sse_enabled
  kms_master_key_id         = var.sqs_queue_kms_master_key_id
}

resource "aws_sqs_queue_policy" "karpenter" {
  count = local.queue_on ? 1 : 0

  queue_url = aws_sqs_queue.karpenter[0].id
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Action    = "sqs:SendMessage"
      Principal = { Service = ["events.${data.aws_partition.current.dns_suffix}", "sqs.${data.aws_partition.current.dns_suffix}"] }
      Resource  = aws_sqs_queue.karpenter[0].arn
    }]
  })
}

resource "aws_cloudwatch_event_rule" "karpenter" {
  for_each = { for rule in release.karpenter_rules : rule.name => rule if local.queue_on }

  event_pattern = jsonencode(merge(
    { source = [each.value.source], "detail-type" = [each.value.detailType] },
    try({ detail = each.value.detail }, {}),
  ))
}

resource "aws_cloudwatch_event_target" "karpenter" {
  for_each = { for rule in release.karpenter_rules : rule.name => rule if local.queue_on }

  rule = aws_cloudwatch_event_rule.karpenter[each.key].name
  arn  = aws_sqs_queue.karpenter[0].arn
}

data "aws_iam_policy_document" "karpenter" {
  count = local.queue_on ? 1 : 0

  statement {
    actions   = ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:ReceiveMessage"]
    resources = [aws_sqs_queue.karpenter[0].arn]
  }
}

resource "helm_release" "karpenter" {
  count = var.enable_karpenter && !var.argocd_manage_add_ons ? 1 : 0

  name       = local.karpenter.name
  namespace  = local.karpenter.namespace
  repository = local.karpenter.repository
  chart      = local.karpenter.chart
  version    = local.karpenter.version
  values     = local.karpenter.values

  dynamic "set" {
    for_each = try(local.karpenter.set, [])
    content {
      name  = set.value.name
      value = set.value.value
    }
  }
}

resource "aws_sqs_queue" "aws_node_termination_handler" {
  count = local.nth_on ? 1 : 0

  name_prefix               = "aws_node_termination_handler"
  message_retention_seconds = "300"
  sqs_managed_sse_enabled   = true
}

resource "aws_sqs_queue_policy" "aws_node_termination_handler" {
  count = local.nth_on ? 1 : 0

  queue_url = aws_sqs_queue.aws_node_termination_handler[0].id
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Action    = "sqs:SendMessage"
      Principal = { Service = ["events.amazonaws.com", "sqs.amazonaws.com"] }
      Resource  = aws_sqs_queue.aws_node_termination_handler[0].arn
    }]
  })
}

resource "aws_cloudwatch_event_rule" "aws_node_termination_handler" {
  for_each = { for rule in release.nth_rules : rule.name => rule if local.nth_on && (local.grouped || try(rule.when, "") != "groups") }

  event_pattern = jsonencode({ source = [each.value.source], "detail-type" = [each.value.detailType] })
}

resource "aws_cloudwatch_event_target" "aws_node_termination_handler" {
  for_each = { for rule in release.nth_rules : rule.name => rule if local.nth_on && (local.grouped || try(rule.when, "") != "groups") }

  rule = aws_cloudwatch_event_rule.aws_node_termination_handler[each.key].id
  arn  = aws_sqs_queue.aws_node_termination_handler[0].arn
}

resource "aws_autoscaling_lifecycle_hook" "aws_node_termination_handler" {
  count = local.nth_on ? length(var.auto_scaling_group_names) : 0

  name                   = "aws_node_termination_handler_hook"
  autoscaling_group_name = var.auto_scaling_group_names[count.index]
  default_result         = "CONTINUE"
  heartbeat_timeout      = 300
  lifecycle_transition   = "autoscaling:EC2_INSTANCE_TERMINATING"
}

resource "aws_autoscaling_group_tag" "aws_node_termination_handler" {
  count = local.nth_on ? length(var.auto_scaling_group_names) : 0

  autoscaling_group_name = var.auto_scaling_group_names[count.index]
  tag {
    key                 = "aws-node-termination-handler/managed"
    value               = "true"
    propagate_at_launch = true
  }
}

resource "helm_release" "aws_node_termination_handler" {
  count = local.nth_on && !var.argocd_manage_add_ons ? 1 : 0

  name       = local.nth.name
  namespace  = local.nth.namespace
  repository = local.nth.repository
  chart      = local.nth.chart
  version    = local.nth.version
  values     = local.nth.values

  dynamic "set" {
    for_each = concat([{ name = "queueURL", value = aws_sqs_queue.aws_node_termination_handler[0].url }], try(local.nth.set, []))
    content {
      name  = set.value.name
      value = set.value.value
    }
  }
}
