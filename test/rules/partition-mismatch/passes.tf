provider "aws" {
  region = "us-gov-west-1"
}

data "aws_partition" "current" {}

resource "aws_cloudwatch_event_rule" "spot" {
  event_pattern = jsonencode({ source = ["aws.ec2"], "detail-type" = ["EC2 Spot Instance Interruption Warning"] })
}

resource "aws_cloudwatch_event_target" "spot" {
  rule = aws_cloudwatch_event_rule.spot.name
  arn  = "arn:${data.aws_partition.current.partition}:sqs:us-gov-west-1:111122223333:fleet-karpenter"
}
