resource "aws_iam_policy" "handler" {
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = ["autoscaling:CompleteLifecycleAction"], Resource = var.groups }]
  })
}

variable "groups" { default = [] }
