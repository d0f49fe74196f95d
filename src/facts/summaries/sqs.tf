# What terraform-aws-modules/sqs/aws makes: a queue and its policy. Up to v3 the policy is a text and outputs are named
# sqs_queue_*; from v4 it is made of statements. No name means one thing before and another after, so one summary does.
# Sources: terraform-aws-modules/terraform-aws-sqs@v3.0.0..v3.5.0 and v4.0.1..v5.0.0 main.tf.

variable "create" { default = true }
variable "name" { default = null }
variable "name_prefix" { default = null }
variable "use_name_prefix" { default = false }
variable "policy" { default = null }
variable "fifo_queue" { default = false }
variable "delay_seconds" { default = null }
variable "max_message_size" { default = null }
variable "message_retention_seconds" { default = null }
variable "visibility_timeout_seconds" { default = null }
variable "kms_master_key_id" { default = null }
variable "sqs_managed_sse_enabled" { default = true }
variable "create_queue_policy" { default = false }
variable "source_queue_policy_documents" { default = [] }
variable "override_queue_policy_documents" { default = [] }
variable "queue_policy_statements" { default = {} }

resource "aws_sqs_queue" "this" {
  count = var.create ? 1 : 0

  name                       = var.use_name_prefix ? null : var.fifo_queue ? "${var.name}.fifo" : var.name
  name_prefix                = var.use_name_prefix ? "${var.name}-" : var.name_prefix
  policy                     = var.policy
  fifo_queue                 = var.fifo_queue
  delay_seconds              = var.delay_seconds
  max_message_size           = var.max_message_size
  message_retention_seconds  = var.message_retention_seconds
  visibility_timeout_seconds = var.visibility_timeout_seconds
  kms_master_key_id          = var.kms_master_key_id
  sqs_managed_sse_enabled    = var.kms_master_key_id != null ? null : var.sqs_managed_sse_enabled
}

data "aws_iam_policy_document" "this" {
  count = var.create && var.create_queue_policy ? 1 : 0

  source_policy_documents   = var.source_queue_policy_documents
  override_policy_documents = var.override_queue_policy_documents

  dynamic "statement" {
    for_each = var.queue_policy_statements == null ? {} : var.queue_policy_statements
    content {
      effect    = try(statement.value.effect, null)
      actions   = try(statement.value.actions, null)
      resources = try(statement.value.resources, [aws_sqs_queue.this[0].arn])
      dynamic "principals" {
        for_each = try(coalesce(statement.value.principals, []), [])
        content {
          type        = principals.value.type
          identifiers = principals.value.identifiers
        }
      }
      dynamic "condition" {
        for_each = try(coalesce(statement.value.conditions, statement.value.condition, []), [])
        content {
          test     = condition.value.test
          variable = condition.value.variable
          values   = condition.value.values
        }
      }
    }
  }
}

resource "aws_sqs_queue_policy" "this" {
  count = var.create && var.create_queue_policy ? 1 : 0

  queue_url = aws_sqs_queue.this[0].url
  policy    = data.aws_iam_policy_document.this[0].json
}

output "queue_id" { value = try(aws_sqs_queue.this[0].id, null) }
output "queue_arn" { value = try(aws_sqs_queue.this[0].arn, null) }
output "queue_url" { value = try(aws_sqs_queue.this[0].url, null) }
output "queue_name" { value = try(aws_sqs_queue.this[0].name, null) }
output "sqs_queue_id" { value = try(aws_sqs_queue.this[0].id, "") }
output "sqs_queue_arn" { value = try(aws_sqs_queue.this[0].arn, "") }
output "sqs_queue_name" { value = try(aws_sqs_queue.this[0].name, "") }
