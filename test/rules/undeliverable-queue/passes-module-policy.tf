data "aws_caller_identity" "here" {}

data "aws_iam_policy_document" "events" {
  statement {
    actions   = ["sqs:SendMessage"]
    resources = ["arn:aws:sqs:eu-west-1:${data.aws_caller_identity.here.account_id}:fleet-nth"]
    principals {
      type        = "Service"
      identifiers = ["events.amazonaws.com", "sqs.amazonaws.com"]
    }
  }
}

module "queue" {
  source                    = "terraform-aws-modules/sqs/aws"
  version                   = "~> 3.0"
  name                      = "fleet-nth"
  message_retention_seconds = 300
  policy                    = data.aws_iam_policy_document.events.json # OK: up to v3 the module takes the policy as a text
}

resource "aws_cloudwatch_event_rule" "spot" {
  event_pattern = jsonencode({
    source        = ["aws.ec2"]
    "detail-type" = ["EC2 Spot Instance Interruption Warning"]
  })
}

resource "aws_cloudwatch_event_target" "spot" {
  rule = aws_cloudwatch_event_rule.spot.name
  arn  = module.queue.sqs_queue_arn
}

resource "helm_release" "nth" {
  name       = "nth"
  namespace  = "kube-system"
  repository = "https://aws.github.io/eks-charts"
  chart      = "aws-node-termination-handler"
  version    = "0.21.0"
  values = [yamlencode({
    enableSqsTerminationDraining = true
    queueURL                     = module.queue.sqs_queue_id
  })]
}
