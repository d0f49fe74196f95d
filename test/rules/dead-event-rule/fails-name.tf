resource "aws_cloudwatch_event_rule" "spot" {
  event_pattern = jsonencode({
    source        = ["aws.ec2"]
    "detail-type" = ["EC2 Spot Instance Interruption Warnings"]
  })
}
