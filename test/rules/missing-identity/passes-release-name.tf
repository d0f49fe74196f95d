resource "aws_sqs_queue" "karpenter" {
  name = "fleet-karpenter"
}

resource "aws_sqs_queue_policy" "karpenter" {
  queue_url = aws_sqs_queue.karpenter.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "events.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.karpenter.arn
    }]
  })
}

resource "aws_cloudwatch_event_rule" "interruption" {
  event_pattern = jsonencode({
    source        = ["aws.ec2", "aws.health"]
    "detail-type" = ["AWS Health Event", "EC2 Spot Instance Interruption Warning", "EC2 Instance Rebalance Recommendation", "EC2 Instance State-change Notification"]
  })
}

resource "aws_cloudwatch_event_target" "interruption" {
  rule = aws_cloudwatch_event_rule.interruption.name
  arn  = aws_sqs_queue.karpenter.arn
}

resource "aws_iam_role" "karpenter" {
  name = "fleet-karpenter"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRoleWithWebIdentity"
      Principal = { Federated = "arn:aws:iam::111122223333:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE" }
      Condition = {
        StringEquals = {
          "oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE:sub" = "system:serviceaccount:karpenter:scaler-karpenter" # OK: the chart adds its own name to that of the release
        }
      }
    }]
  })
}

resource "aws_iam_role_policy" "karpenter" {
  role = aws_iam_role.karpenter.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = ["ec2:*", "iam:*", "pricing:GetProducts", "ssm:GetParameter", "eks:DescribeCluster"], Resource = "*" },
      { Effect = "Allow", Action = ["sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"], Resource = aws_sqs_queue.karpenter.arn },
    ]
  })
}

resource "helm_release" "karpenter" {
  name       = "scaler"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.2.1"
  values = [yamlencode({
    settings = { clusterName = "fleet", interruptionQueue = aws_sqs_queue.karpenter.name },
    serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.karpenter.arn } }
  })]
}
