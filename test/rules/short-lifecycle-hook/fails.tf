resource "aws_autoscaling_group" "batch" {
  name                = "batch"
  min_size            = 0
  max_size            = 20
  vpc_zone_identifier = ["subnet-0123456789abcdef0"]

  launch_template {
    id = "lt-0123456789abcdef0"
  }
  tag {
    key                 = "aws-node-termination-handler/managed"
    value               = "true"
    propagate_at_launch = true
  }
  tag {
    key                 = "kubernetes.io/cluster/orders"
    value               = "owned"
    propagate_at_launch = true
  }
}

resource "aws_autoscaling_lifecycle_hook" "batch" {
  name                   = "nth"
  autoscaling_group_name = aws_autoscaling_group.batch.name
  lifecycle_transition   = "autoscaling:EC2_INSTANCE_TERMINATING"
  heartbeat_timeout      = 300
  default_result         = "CONTINUE"
}

resource "aws_sqs_queue" "nth" {
  name                      = "orders-nth"
  message_retention_seconds = 300
  sqs_managed_sse_enabled   = true
}

resource "aws_sqs_queue_policy" "nth" {
  queue_url = aws_sqs_queue.nth.id
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "events.amazonaws.com" }, Action = "sqs:SendMessage", Resource = aws_sqs_queue.nth.arn }]
  })
}

resource "aws_cloudwatch_event_rule" "nth" {
  for_each = {
    termination = { source = ["aws.autoscaling"], "detail-type" = ["EC2 Instance-terminate Lifecycle Action"] }
    spot        = { source = ["aws.ec2"], "detail-type" = ["EC2 Spot Instance Interruption Warning"] }
    health      = { source = ["aws.health"], "detail-type" = ["AWS Health Event"] }
  }
  name          = "orders-nth-${each.key}"
  event_pattern = jsonencode(each.value)
}

resource "aws_cloudwatch_event_target" "nth" {
  for_each = aws_cloudwatch_event_rule.nth
  rule     = each.value.name
  arn      = aws_sqs_queue.nth.arn
}

resource "helm_release" "nth" {
  name       = "nth"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/aws-ec2/helm"
  chart      = "aws-node-termination-handler"
  version    = "0.27.1"
  values = [yamlencode({
    enableSqsTerminationDraining = true
    queueURL                     = aws_sqs_queue.nth.url
    awsRegion                    = "eu-central-1"
    nodeTerminationGracePeriod   = 1500 # BAD: the hook gives 300 s
    serviceAccount               = { annotations = { "eks.amazonaws.com/role-arn" = "arn:aws:iam::111122223333:role/nth" } }
  })]
}
