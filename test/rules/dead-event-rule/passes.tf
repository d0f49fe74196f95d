resource "aws_cloudwatch_event_rule" "lifecycle" {
  event_pattern = jsonencode({
    source        = ["aws.autoscaling"]
    "detail-type" = ["EC2 Instance-terminate Lifecycle Action"]
    detail        = { AutoScalingGroupName = ["batch"] }
  })
}

resource "aws_cloudwatch_event_rule" "objects" {
  event_pattern = jsonencode({ source = ["aws.s3"], "detail-type" = ["Object Created"] })
}
