# Nodes of the index group went away without a drain, so a termination handler was added for "all nodes".
resource "aws_sqs_queue" "nth" {
  name                      = "nth-${var.name}"
  message_retention_seconds = 300
  sqs_managed_sse_enabled   = true
}

resource "aws_sqs_queue_policy" "nth" {
  queue_url = aws_sqs_queue.nth.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = ["events.amazonaws.com", "sqs.amazonaws.com"] }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.nth.arn
    }]
  })
}

locals {
  nth_events = {
    spot      = { source = ["aws.ec2"], "detail-type" = ["EC2 Spot Instance Interruption Warning"] }
    rebalance = { source = ["aws.ec2"], "detail-type" = ["EC2 Instance Rebalance Recommendation"] }
    state     = { source = ["aws.ec2"], "detail-type" = ["EC2 Instance State-change Notification"] }
    health    = { source = ["aws.health"], "detail-type" = ["AWS Health Event"] }
    lifecycle = { source = ["aws.autoscaling"], "detail-type" = ["EC2 Instance-terminate Lifecycle Action"] }
  }
}

resource "aws_cloudwatch_event_rule" "nth" {
  for_each = local.nth_events

  name          = "nth-${var.name}-${each.key}"
  event_pattern = jsonencode(each.value)
}

resource "aws_cloudwatch_event_target" "nth" {
  for_each = local.nth_events

  rule = aws_cloudwatch_event_rule.nth[each.key].name
  arn  = aws_sqs_queue.nth.arn
}

resource "aws_autoscaling_lifecycle_hook" "index" {
  name                   = "nth"
  autoscaling_group_name = module.eks.self_managed_node_groups["index"].autoscaling_group_name
  lifecycle_transition   = "autoscaling:EC2_INSTANCE_TERMINATING"
  heartbeat_timeout      = 300
  default_result         = "CONTINUE"
}

module "nth_role" {
  source  = "terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks"
  version = "5.60.0"

  role_name                              = "nth-${var.name}"
  attach_node_termination_handler_policy = true
  node_termination_handler_sqs_queue_arns = [
    aws_sqs_queue.nth.arn,
  ]

  oidc_providers = {
    this = {
      provider_arn               = module.eks.oidc_provider_arn
      namespace_service_accounts = ["kube-system:aws-node-termination-handler"]
    }
  }
}

resource "helm_release" "nth" {
  name       = "aws-node-termination-handler"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/aws-ec2/helm"
  chart      = "aws-node-termination-handler"
  version    = "0.27.6"

  values = [yamlencode({
    awsRegion                      = var.region
    enableSqsTerminationDraining   = true
    queueURL                       = aws_sqs_queue.nth.url
    checkTagBeforeDraining         = false
    enableSpotInterruptionDraining = true
    enableRebalanceDraining        = true
    serviceAccount = {
      name        = "aws-node-termination-handler"
      annotations = { "eks.amazonaws.com/role-arn" = module.nth_role.iam_role_arn }
    }
  })]
}
