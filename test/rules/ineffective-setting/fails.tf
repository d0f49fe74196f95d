resource "aws_sqs_queue" "nth" {
  name = "fleet-nth"
}

resource "aws_sqs_queue_policy" "nth" {
  queue_url = aws_sqs_queue.nth.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "events.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.nth.arn
    }]
  })
}

resource "aws_cloudwatch_event_rule" "nth" {
  event_pattern = jsonencode({
    source        = ["aws.ec2", "aws.health"]
    "detail-type" = ["AWS Health Event", "EC2 Spot Instance Interruption Warning", "EC2 Instance Rebalance Recommendation", "EC2 Instance State-change Notification"]
  })
}

resource "aws_cloudwatch_event_target" "nth" {
  rule = aws_cloudwatch_event_rule.nth.name
  arn  = aws_sqs_queue.nth.arn
}

resource "helm_release" "nth" {
  name       = "nth"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/aws-ec2/helm"
  chart      = "aws-node-termination-handler"
  version    = "0.27.3"
  values = [yamlencode({
    enableSqsTerminationDraining = true
    queueURL                     = aws_sqs_queue.nth.url
    enableSpotInterruptionDraining = false
  })]
}
