provider "aws" {
  region = "us-gov-west-1"
}

resource "aws_cloudwatch_event_rule" "spot" {
  event_pattern = jsonencode({ source = ["aws.ec2"], "detail-type" = ["EC2 Spot Instance Interruption Warning"] })
}

resource "aws_cloudwatch_event_target" "spot" {
  rule = aws_cloudwatch_event_rule.spot.name
  arn  = "arn:aws:sqs:us-gov-west-1:111122223333:fleet-karpenter"
}
