# What the Karpenter and NTH parts of aws-ia/eks-blueprints-addons/aws make, as far as it matters for
# interruptions: our own blocks, evaluated like a local module. `release.*` holds what differs from
# release to release (addons-parameters.json). Sources: aws-ia/terraform-aws-eks-blueprints-addons@v1.0.0..v1.24.3
# main.tf, aws-ia/terraform-aws-eks-blueprints-addon@v1.0.0..v1.1.1 main.tf, terraform-aws-modules/terraform-aws-sqs@v4.0.1.

variable "cluster_name" {}
variable "cluster_endpoint" {}
variable "cluster_version" {}
variable "oidc_provider_arn" {}

variable "create_kubernetes_resources" { default = true }

variable "enable_karpenter" { default = false }
variable "karpenter" { default = {} }
variable "karpenter_enable_spot_termination" { default = true }
variable "karpenter_enable_instance_profile_creation" { default = true }
variable "karpenter_sqs" { default = {} }
variable "karpenter_node" { default = {} }

variable "enable_aws_node_termination_handler" { default = false }
variable "aws_node_termination_handler" { default = {} }
variable "aws_node_termination_handler_sqs" { default = {} }
variable "aws_node_termination_handler_asg_arns" { default = [] }
variable "aws_node_termination_handler_asg_names" { default = [] }

variable "helm_releases" { default = {} }

data "aws_region" "current" {}
data "aws_partition" "current" {}
data "aws_caller_identity" "current" {}

locals {
  region = data.aws_region.current.name

  # A service principal of the partition's DNS suffix is none in China; later releases write the right one everywhere.
  principals = release.events_principal == "dns-suffix" ? [
    "events.${data.aws_partition.current.dns_suffix}", "sqs.${data.aws_partition.current.dns_suffix}",
    ] : [
    "events.amazonaws.com", "sqs.amazonaws.com",
  ]

  filtered = length(var.aws_node_termination_handler_asg_names) > 0
  filter   = { detail = { AutoScalingGroupName = var.aws_node_termination_handler_asg_names } }

  ec2_patterns = {
    health_event          = { source = ["aws.health"], "detail-type" = ["AWS Health Event"] }
    spot_interupt         = { source = ["aws.ec2"], "detail-type" = ["EC2 Spot Instance Interruption Warning"] }
    instance_rebalance    = { source = ["aws.ec2"], "detail-type" = ["EC2 Instance Rebalance Recommendation"] }
    instance_state_change = { source = ["aws.ec2"], "detail-type" = ["EC2 Instance State-change Notification"] }
  }
  asg_pattern = { source = ["aws.autoscaling"], "detail-type" = ["EC2 Instance-terminate Lifecycle Action"] }

  # Karpenter's rules are made of the same patterns, so a filter on group names reaches them too.
  ec2_events = {
    for name, pattern in local.ec2_patterns : name => release.asg_names_filter == "all-rules" && local.filtered ? merge(pattern, local.filter) : pattern
  }
  nth_events = merge(
    { autoscaling_terminate = release.asg_names_filter != "none" && local.filtered ? merge(local.asg_pattern, local.filter) : local.asg_pattern },
    local.ec2_events,
  )

  karpenter_queue_on = var.enable_karpenter && var.karpenter_enable_spot_termination

  karpenter_namespace       = try(var.karpenter.namespace, "karpenter")
  karpenter_service_account = try(var.karpenter.service_account_name, "karpenter")
  nth_namespace             = try(var.aws_node_termination_handler.namespace, "aws-node-termination-handler")
  nth_service_account       = try(var.aws_node_termination_handler.service_account_name, "aws-node-termination-handler-sa")

  karpenter_node_role_name = try(var.karpenter_node.iam_role_name, "karpenter-${var.cluster_name}")
  karpenter_node_role_arn  = try(aws_iam_role.karpenter_node[0].arn, var.karpenter_node.iam_role_arn, "")

  karpenter_values = {
    "cluster-name"     = var.cluster_name
    "cluster-endpoint" = var.cluster_endpoint
    "queue-name"       = local.karpenter_queue_on ? try(var.karpenter_sqs.queue_name, "karpenter-${var.cluster_name}") : null
    "service-account"  = local.karpenter_service_account
    "instance-profile" = try(aws_iam_instance_profile.karpenter[0].name, var.karpenter_node.instance_profile_name, "")
  }
  karpenter_set = [
    for setting in release.karpenter_settings : { name = setting.name, value = local.karpenter_values[setting.value] }
    if (setting.value != "queue-name" || local.karpenter_queue_on) && try(setting.when.karpenter_enable_instance_profile_creation == var.karpenter_enable_instance_profile_creation, true)
  ]
}

# Karpenter

resource "aws_sqs_queue" "karpenter" {
  count = local.karpenter_queue_on ? 1 : 0

  name                      = try(var.karpenter_sqs.queue_name, "karpenter-${var.cluster_name}")
  message_retention_seconds = try(var.karpenter_sqs.message_retention_seconds, 300)
  sqs_managed_sse_enabled   = try(var.karpenter_sqs.kms_master_key_id, null) != null ? null : try(var.karpenter_sqs.sse_enabled, true)
  kms_master_key_id         = try(var.karpenter_sqs.kms_master_key_id, null)
}

resource "aws_sqs_queue_policy" "karpenter" {
  count = local.karpenter_queue_on ? 1 : 0

  queue_url = aws_sqs_queue.karpenter[0].url
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "SendEventsToQueue"
      Effect    = "Allow"
      Action    = "sqs:SendMessage"
      Principal = { Service = local.principals }
      Resource  = aws_sqs_queue.karpenter[0].arn
    }]
  })
}

resource "aws_cloudwatch_event_rule" "karpenter" {
  for_each = { for name, pattern in local.ec2_events : name => pattern if local.karpenter_queue_on }

  event_pattern = jsonencode(each.value)
}

resource "aws_cloudwatch_event_target" "karpenter" {
  for_each = { for name, pattern in local.ec2_events : name => pattern if local.karpenter_queue_on }

  rule      = aws_cloudwatch_event_rule.karpenter[each.key].name
  target_id = "KarpenterQueueTarget"
  arn       = aws_sqs_queue.karpenter[0].arn
}

resource "aws_iam_role" "karpenter_node" {
  count = var.enable_karpenter && try(var.karpenter_node.create_iam_role, true) ? 1 : 0

  name        = try(var.karpenter_node.iam_role_use_name_prefix, true) ? null : local.karpenter_node_role_name
  name_prefix = try(var.karpenter_node.iam_role_use_name_prefix, true) ? "${local.karpenter_node_role_name}-" : null
}

resource "aws_iam_instance_profile" "karpenter" {
  count = var.enable_karpenter && try(var.karpenter_node.create_instance_profile, true) ? 1 : 0

  name        = try(var.karpenter_node.iam_role_use_name_prefix, true) ? null : try(var.karpenter_node.instance_profile_name, local.karpenter_node_role_name)
  name_prefix = try(var.karpenter_node.iam_role_use_name_prefix, true) ? "${try(var.karpenter_node.instance_profile_name, local.karpenter_node_role_name)}-" : null
}

data "aws_iam_policy_document" "karpenter" {
  count = var.enable_karpenter ? 1 : 0

  statement {
    actions = concat(
      release.karpenter_read_actions,
      ["ec2:CreateFleet", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:DeleteLaunchTemplate", "ec2:RunInstances", "ec2:TerminateInstances"],
      var.karpenter_enable_instance_profile_creation ? release.instance_profile_actions : [],
    )
    resources = ["*"]
  }
  statement {
    actions   = ["iam:PassRole"]
    resources = [local.karpenter_node_role_arn]
  }
  dynamic "statement" {
    for_each = local.karpenter_queue_on ? [1] : []
    content {
      actions   = ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:ReceiveMessage"]
      resources = [aws_sqs_queue.karpenter[0].arn]
    }
  }
  dynamic "statement" {
    for_each = try(var.karpenter.policy_statements, [])
    content {
      actions   = try(statement.value.actions, null)
      effect    = try(statement.value.effect, null)
      resources = try(statement.value.resources, null)
    }
  }
}

resource "aws_iam_role" "karpenter" {
  count = var.enable_karpenter && try(var.karpenter.create_role, true) ? 1 : 0

  name_prefix = "${try(var.karpenter.role_name, "karpenter")}-"
  assume_role_policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRoleWithWebIdentity"
      Principal = { Federated = var.oidc_provider_arn }
      Condition = {
        StringEquals = {
          "${replace(var.oidc_provider_arn, "/^(.*provider/)/", "")}:sub" = "system:serviceaccount:${local.karpenter_namespace}:${local.karpenter_service_account}"
        }
      }
    }]
  })
}

resource "aws_iam_role_policy" "karpenter" {
  count = var.enable_karpenter && try(var.karpenter.create_role, true) ? 1 : 0

  role   = aws_iam_role.karpenter[0].name
  policy = data.aws_iam_policy_document.karpenter[0].json
}

resource "helm_release" "karpenter" {
  count = var.enable_karpenter && var.create_kubernetes_resources ? 1 : 0

  name             = try(var.karpenter.name, "karpenter")
  namespace        = local.karpenter_namespace
  create_namespace = try(var.karpenter.create_namespace, true)
  repository       = try(var.karpenter.repository, "oci://public.ecr.aws/karpenter")
  chart            = try(var.karpenter.chart, "karpenter")
  version          = try(var.karpenter.chart_version, release.karpenter_chart)
  values           = try(var.karpenter.values, [])
  skip_crds        = try(var.karpenter.skip_crds, null)
  wait             = try(var.karpenter.wait, false)

  dynamic "set" {
    for_each = concat(local.karpenter_set, try(var.karpenter.set, []))
    content {
      name  = set.value.name
      value = set.value.value
      type  = try(set.value.type, null)
    }
  }
  dynamic "set" {
    for_each = aws_iam_role.karpenter[*].arn
    content {
      name  = "serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn"
      value = set.value
    }
  }
}

# AWS Node Termination Handler

resource "aws_sqs_queue" "aws_node_termination_handler" {
  count = var.enable_aws_node_termination_handler ? 1 : 0

  name                      = try(var.aws_node_termination_handler_sqs.queue_name, "aws-nth-${var.cluster_name}")
  message_retention_seconds = try(var.aws_node_termination_handler_sqs.message_retention_seconds, 300)
  sqs_managed_sse_enabled   = try(var.aws_node_termination_handler_sqs.kms_master_key_id, null) != null ? null : try(var.aws_node_termination_handler_sqs.sse_enabled, true)
  kms_master_key_id         = try(var.aws_node_termination_handler_sqs.kms_master_key_id, null)
}

resource "aws_sqs_queue_policy" "aws_node_termination_handler" {
  count = var.enable_aws_node_termination_handler ? 1 : 0

  queue_url = aws_sqs_queue.aws_node_termination_handler[0].url
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "SendEventsToQueue"
      Effect    = "Allow"
      Action    = "sqs:SendMessage"
      Principal = { Service = local.principals }
      Resource  = aws_sqs_queue.aws_node_termination_handler[0].arn
    }]
  })
}

resource "aws_autoscaling_lifecycle_hook" "aws_node_termination_handler" {
  for_each = { for place, arn in var.aws_node_termination_handler_asg_arns : place => arn if var.enable_aws_node_termination_handler }

  name                   = "aws_node_termination_handler"
  autoscaling_group_name = replace(each.value, "/^.*:autoScalingGroupName//", "")
  default_result         = "CONTINUE"
  heartbeat_timeout      = 300
  lifecycle_transition   = "autoscaling:EC2_INSTANCE_TERMINATING"
}

resource "aws_autoscaling_group_tag" "aws_node_termination_handler" {
  for_each = { for place, arn in var.aws_node_termination_handler_asg_arns : place => arn if var.enable_aws_node_termination_handler }

  autoscaling_group_name = replace(each.value, "/^.*:autoScalingGroupName//", "")
  tag {
    key                 = "aws-node-termination-handler/managed"
    value               = "true"
    propagate_at_launch = true
  }
}

resource "aws_cloudwatch_event_rule" "aws_node_termination_handler" {
  for_each = { for name, pattern in local.nth_events : name => pattern if var.enable_aws_node_termination_handler }

  event_pattern = jsonencode(each.value)
}

resource "aws_cloudwatch_event_target" "aws_node_termination_handler" {
  for_each = { for name, pattern in local.nth_events : name => pattern if var.enable_aws_node_termination_handler }

  rule      = aws_cloudwatch_event_rule.aws_node_termination_handler[each.key].name
  target_id = "AWSNodeTerminationHandlerQueueTarget"
  arn       = aws_sqs_queue.aws_node_termination_handler[0].arn
}

data "aws_iam_policy_document" "aws_node_termination_handler" {
  count = var.enable_aws_node_termination_handler ? 1 : 0

  statement {
    actions   = ["autoscaling:DescribeAutoScalingInstances", "autoscaling:DescribeTags", "ec2:DescribeInstances"]
    resources = ["*"]
  }
  statement {
    actions   = ["autoscaling:CompleteLifecycleAction"]
    resources = var.aws_node_termination_handler_asg_arns
  }
  statement {
    actions   = ["sqs:DeleteMessage", "sqs:ReceiveMessage"]
    resources = [aws_sqs_queue.aws_node_termination_handler[0].arn]
  }
  dynamic "statement" {
    for_each = try(var.aws_node_termination_handler.policy_statements, [])
    content {
      actions   = try(statement.value.actions, null)
      effect    = try(statement.value.effect, null)
      resources = try(statement.value.resources, null)
    }
  }
}

resource "aws_iam_role" "aws_node_termination_handler" {
  count = var.enable_aws_node_termination_handler && try(var.aws_node_termination_handler.create_role, true) ? 1 : 0

  name_prefix = "${try(var.aws_node_termination_handler.role_name, "aws-node-termination-handler")}-"
  assume_role_policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRoleWithWebIdentity"
      Principal = { Federated = var.oidc_provider_arn }
      Condition = {
        StringEquals = {
          "${replace(var.oidc_provider_arn, "/^(.*provider/)/", "")}:sub" = "system:serviceaccount:${local.nth_namespace}:${local.nth_service_account}"
        }
      }
    }]
  })
}

resource "aws_iam_role_policy" "aws_node_termination_handler" {
  count = var.enable_aws_node_termination_handler && try(var.aws_node_termination_handler.create_role, true) ? 1 : 0

  role   = aws_iam_role.aws_node_termination_handler[0].name
  policy = data.aws_iam_policy_document.aws_node_termination_handler[0].json
}

resource "helm_release" "aws_node_termination_handler" {
  count = var.enable_aws_node_termination_handler && var.create_kubernetes_resources ? 1 : 0

  name             = try(var.aws_node_termination_handler.name, "aws-node-termination-handler")
  namespace        = local.nth_namespace
  create_namespace = try(var.aws_node_termination_handler.create_namespace, true)
  repository       = try(var.aws_node_termination_handler.repository, "https://aws.github.io/eks-charts")
  chart            = try(var.aws_node_termination_handler.chart, "aws-node-termination-handler")
  version          = try(var.aws_node_termination_handler.chart_version, release.nth_chart)
  values           = try(var.aws_node_termination_handler.values, [])
  wait             = try(var.aws_node_termination_handler.wait, false)

  dynamic "set" {
    for_each = concat([
      { name = "serviceAccount.name", value = local.nth_service_account },
      { name = "awsRegion", value = local.region },
      { name = "queueURL", value = aws_sqs_queue.aws_node_termination_handler[0].url },
      { name = "enableSqsTerminationDraining", value = true },
    ], try(var.aws_node_termination_handler.set, []))
    content {
      name  = set.value.name
      value = set.value.value
      type  = try(set.value.type, null)
    }
  }
  dynamic "set" {
    for_each = aws_iam_role.aws_node_termination_handler[*].arn
    content {
      name  = "serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn"
      value = set.value
    }
  }
}

# Charts that the caller adds: any of them may be a handler.

resource "helm_release" "this" {
  for_each = { for name, chart in var.helm_releases : name => chart if var.create_kubernetes_resources }

  name       = try(each.value.name, each.key)
  namespace  = try(each.value.namespace, "default")
  repository = try(each.value.repository, null)
  chart      = try(each.value.chart, null)
  version    = try(each.value.chart_version, null)
  values     = try(each.value.values, [])

  dynamic "set" {
    for_each = try(each.value.set, [])
    content {
      name  = set.value.name
      value = set.value.value
      type  = try(set.value.type, null)
    }
  }
}

output "karpenter" {
  value = {
    node_iam_role_arn          = local.karpenter_node_role_arn
    node_iam_role_name         = try(aws_iam_role.karpenter_node[0].name, "")
    node_instance_profile_name = try(aws_iam_instance_profile.karpenter[0].name, "")
    iam_role_arn               = try(aws_iam_role.karpenter[0].arn, null)
    sqs = {
      queue_arn  = try(aws_sqs_queue.karpenter[0].arn, null)
      queue_name = try(aws_sqs_queue.karpenter[0].name, null)
      queue_url  = try(aws_sqs_queue.karpenter[0].url, null)
    }
  }
}

output "aws_node_termination_handler" {
  value = {
    iam_role_arn = try(aws_iam_role.aws_node_termination_handler[0].arn, null)
    sqs = {
      queue_arn  = try(aws_sqs_queue.aws_node_termination_handler[0].arn, null)
      queue_name = try(aws_sqs_queue.aws_node_termination_handler[0].name, null)
      queue_url  = try(aws_sqs_queue.aws_node_termination_handler[0].url, null)
    }
  }
}

output "gitops_metadata" {
  value = merge(
    var.enable_karpenter ? {
      karpenter_iam_role_arn               = try(aws_iam_role.karpenter[0].arn, null)
      karpenter_namespace                  = local.karpenter_namespace
      karpenter_service_account            = local.karpenter_service_account
      karpenter_sqs_queue_name             = try(aws_sqs_queue.karpenter[0].name, null)
      karpenter_node_instance_profile_name = try(aws_iam_instance_profile.karpenter[0].name, "")
      karpenter_node_iam_role_name         = try(aws_iam_role.karpenter_node[0].name, "")
    } : {},
    var.enable_aws_node_termination_handler ? {
      aws_node_termination_handler_iam_role_arn    = try(aws_iam_role.aws_node_termination_handler[0].arn, null)
      aws_node_termination_handler_namespace       = local.nth_namespace
      aws_node_termination_handler_service_account = local.nth_service_account
      aws_node_termination_handler_sqs_queue_url   = try(aws_sqs_queue.aws_node_termination_handler[0].url, null)
    } : {},
  )
}
