# Tests of the invariant: every event of every pool reaches the queue of its owner, and no other.
# They need Terraform 1.7 and neither an AWS account nor a cluster: terraform init && terraform test

mock_provider "aws" {
  override_data {
    target = data.aws_eks_cluster.this
    values = {
      arn      = "arn:aws:eks:eu-west-1:123456789012:cluster/sample"
      endpoint = "https://sample.eks.eu-west-1.amazonaws.com"
      version  = "1.33"
      identity = [{ oidc = [{ issuer = "https://oidc.eks.eu-west-1.amazonaws.com/id/sample" }] }]
      access_config = [
        { authentication_mode = "API", bootstrap_cluster_creator_admin_permissions = false },
      ]
    }
  }

  override_data {
    target = data.aws_autoscaling_group.nth_index
    values = {
      tag = [
        {
          key                 = "aws-node-termination-handler/managed"
          value               = "true"
          propagate_at_launch = true
        },
      ]
    }
  }

  override_resource {
    target = aws_sqs_queue.karpenter
    values = {
      arn = "arn:aws:sqs:eu-west-1:123456789012:karpenter"
      url = "https://sqs.eu-west-1.amazonaws.com/123456789012/karpenter"
    }
  }

  override_resource {
    target = aws_iam_role.karpenter
    values = { arn = "arn:aws:iam::123456789012:role/karpenter" }
  }

  override_resource {
    target = aws_iam_role.karpenter_node
    values = { arn = "arn:aws:iam::123456789012:role/karpenter_node" }
  }

  override_resource {
    target = aws_sqs_queue.nth
    values = {
      arn = "arn:aws:sqs:eu-west-1:123456789012:nth"
      url = "https://sqs.eu-west-1.amazonaws.com/123456789012/nth"
    }
  }

  override_resource {
    target = aws_iam_role.nth
    values = { arn = "arn:aws:iam::123456789012:role/nth" }
  }
}

mock_provider "helm" {}

variables {
  cluster_endpoint            = "https://sample.eks.eu-west-1.amazonaws.com"
  cluster_name                = "sample"
  cluster_version             = "1.33"
  index_autoscaling_group_arn = "arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:00000000-0000-4000-8000-000000000000:autoScalingGroupName/index"
  oidc_provider_arn           = "arn:aws:iam::123456789012:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/sample"
}

run "every_event_reaches_the_queue_of_its_owner" {
  command = apply

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.karpenter_spot_interruption.event_pattern) == jsondecode(jsonencode({ source = ["aws.ec2"], detail-type = ["EC2 Spot Instance Interruption Warning"] }))
    error_message = "The rule karpenter_spot_interruption must match spot-interruption and nothing else."
  }

  assert {
    condition     = aws_cloudwatch_event_target.karpenter_spot_interruption.rule == aws_cloudwatch_event_rule.karpenter_spot_interruption.name
    error_message = "The target karpenter_spot_interruption must be that of its rule."
  }

  assert {
    condition     = aws_cloudwatch_event_target.karpenter_spot_interruption.arn == aws_sqs_queue.karpenter.arn
    error_message = "The owner of spot-interruption is karpenter: its queue must get the event."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.karpenter_scheduled_change.event_pattern) == jsondecode(jsonencode({ source = ["aws.health"], detail-type = ["AWS Health Event"], detail = { service = ["EC2"], eventTypeCategory = ["scheduledChange"] } }))
    error_message = "The rule karpenter_scheduled_change must match scheduled-change and nothing else."
  }

  assert {
    condition     = aws_cloudwatch_event_target.karpenter_scheduled_change.rule == aws_cloudwatch_event_rule.karpenter_scheduled_change.name
    error_message = "The target karpenter_scheduled_change must be that of its rule."
  }

  assert {
    condition     = aws_cloudwatch_event_target.karpenter_scheduled_change.arn == aws_sqs_queue.karpenter.arn
    error_message = "The owner of scheduled-change is karpenter: its queue must get the event."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.karpenter_instance_state_change.event_pattern) == jsondecode(jsonencode({ source = ["aws.ec2"], detail-type = ["EC2 Instance State-change Notification"], detail = { state = ["stopping", "stopped", "shutting-down", "terminated"] } }))
    error_message = "The rule karpenter_instance_state_change must match instance-state-change and nothing else."
  }

  assert {
    condition     = aws_cloudwatch_event_target.karpenter_instance_state_change.rule == aws_cloudwatch_event_rule.karpenter_instance_state_change.name
    error_message = "The target karpenter_instance_state_change must be that of its rule."
  }

  assert {
    condition     = aws_cloudwatch_event_target.karpenter_instance_state_change.arn == aws_sqs_queue.karpenter.arn
    error_message = "The owner of instance-state-change is karpenter: its queue must get the event."
  }

  assert {
    condition     = toset(jsondecode(aws_sqs_queue_policy.karpenter.policy).Statement[0].Condition.ArnEquals["aws:SourceArn"]) == toset([aws_cloudwatch_event_rule.karpenter_spot_interruption.arn, aws_cloudwatch_event_rule.karpenter_scheduled_change.arn, aws_cloudwatch_event_rule.karpenter_instance_state_change.arn])
    error_message = "The rules of karpenter, and no others, may send to its queue."
  }

  assert {
    condition     = jsondecode(helm_release.karpenter.values[0]).settings.interruptionQueue == aws_sqs_queue.karpenter.name
    error_message = "Karpenter must read its own queue."
  }

  assert {
    condition     = jsondecode(helm_release.karpenter.values[0]).serviceAccount.annotations["eks.amazonaws.com/role-arn"] == aws_iam_role.karpenter.arn
    error_message = "The pods of karpenter must take its role."
  }

  assert {
    condition     = strcontains(aws_iam_role.karpenter.assume_role_policy, "\"system:serviceaccount:kube-system:karpenter\"") == true
    error_message = "The role of karpenter must trust its service account."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.nth_spot_interruption.event_pattern) == jsondecode(jsonencode({ source = ["aws.ec2"], detail-type = ["EC2 Spot Instance Interruption Warning"] }))
    error_message = "The rule nth_spot_interruption must match spot-interruption and nothing else."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_spot_interruption.rule == aws_cloudwatch_event_rule.nth_spot_interruption.name
    error_message = "The target nth_spot_interruption must be that of its rule."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_spot_interruption.arn == aws_sqs_queue.nth.arn
    error_message = "The owner of spot-interruption is aws-node-termination-handler: its queue must get the event."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.nth_rebalance_recommendation.event_pattern) == jsondecode(jsonencode({ source = ["aws.ec2"], detail-type = ["EC2 Instance Rebalance Recommendation"] }))
    error_message = "The rule nth_rebalance_recommendation must match rebalance-recommendation and nothing else."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_rebalance_recommendation.rule == aws_cloudwatch_event_rule.nth_rebalance_recommendation.name
    error_message = "The target nth_rebalance_recommendation must be that of its rule."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_rebalance_recommendation.arn == aws_sqs_queue.nth.arn
    error_message = "The owner of rebalance-recommendation is aws-node-termination-handler: its queue must get the event."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.nth_scheduled_change.event_pattern) == jsondecode(jsonencode({ source = ["aws.health"], detail-type = ["AWS Health Event"], detail = { service = ["EC2"], eventTypeCategory = ["scheduledChange"] } }))
    error_message = "The rule nth_scheduled_change must match scheduled-change and nothing else."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_scheduled_change.rule == aws_cloudwatch_event_rule.nth_scheduled_change.name
    error_message = "The target nth_scheduled_change must be that of its rule."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_scheduled_change.arn == aws_sqs_queue.nth.arn
    error_message = "The owner of scheduled-change is aws-node-termination-handler: its queue must get the event."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.nth_instance_state_change.event_pattern) == jsondecode(jsonencode({ source = ["aws.ec2"], detail-type = ["EC2 Instance State-change Notification"], detail = { state = ["stopping", "stopped", "shutting-down", "terminated"] } }))
    error_message = "The rule nth_instance_state_change must match instance-state-change and nothing else."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_instance_state_change.rule == aws_cloudwatch_event_rule.nth_instance_state_change.name
    error_message = "The target nth_instance_state_change must be that of its rule."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_instance_state_change.arn == aws_sqs_queue.nth.arn
    error_message = "The owner of instance-state-change is aws-node-termination-handler: its queue must get the event."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.nth_asg_termination.event_pattern) == jsondecode(jsonencode({ source = ["aws.autoscaling"], detail-type = ["EC2 Instance-terminate Lifecycle Action"] }))
    error_message = "The rule nth_asg_termination must match asg-termination and nothing else."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_asg_termination.rule == aws_cloudwatch_event_rule.nth_asg_termination.name
    error_message = "The target nth_asg_termination must be that of its rule."
  }

  assert {
    condition     = aws_cloudwatch_event_target.nth_asg_termination.arn == aws_sqs_queue.nth.arn
    error_message = "The owner of asg-termination is aws-node-termination-handler: its queue must get the event."
  }

  assert {
    condition     = toset(jsondecode(aws_sqs_queue_policy.nth.policy).Statement[0].Condition.ArnEquals["aws:SourceArn"]) == toset([aws_cloudwatch_event_rule.nth_spot_interruption.arn, aws_cloudwatch_event_rule.nth_rebalance_recommendation.arn, aws_cloudwatch_event_rule.nth_scheduled_change.arn, aws_cloudwatch_event_rule.nth_instance_state_change.arn, aws_cloudwatch_event_rule.nth_asg_termination.arn])
    error_message = "The rules of aws-node-termination-handler, and no others, may send to its queue."
  }

  assert {
    condition     = jsondecode(helm_release.nth.values[0]).queueURL == aws_sqs_queue.nth.url
    error_message = "aws-node-termination-handler must read its own queue."
  }

  assert {
    condition     = jsondecode(helm_release.nth.values[0]).checkTagBeforeDraining == true
    error_message = "aws-node-termination-handler must leave nodes alone that it does not manage."
  }

  assert {
    condition     = jsondecode(helm_release.nth.values[0]).managedTag == "aws-node-termination-handler/managed"
    error_message = "aws-node-termination-handler must know its nodes by its own tag."
  }

  assert {
    condition     = jsondecode(helm_release.nth.values[0]).serviceAccount.annotations["eks.amazonaws.com/role-arn"] == aws_iam_role.nth.arn
    error_message = "The pods of aws-node-termination-handler must take its role."
  }

  assert {
    condition     = strcontains(aws_iam_role.nth.assume_role_policy, "\"system:serviceaccount:kube-system:aws-node-termination-handler\"") == true
    error_message = "The role of aws-node-termination-handler must trust its service account."
  }

  assert {
    condition     = jsondecode(helm_release.interlock_nodepools.values[0]).objects[0].spec.role == aws_iam_role.karpenter_node.name
    error_message = "The nodes of the class default must have the role that is made for them."
  }

  assert {
    condition     = aws_eks_access_entry.karpenter_node.principal_arn == aws_iam_role.karpenter_node.arn
    error_message = "The cluster must admit the role of the nodes."
  }
}

run "refuses_endpoint_without_tls" {
  command         = plan
  expect_failures = [var.cluster_endpoint]

  variables {
    cluster_endpoint = "http://example.com"
  }
}

run "refuses_empty_cluster_name" {
  command         = plan
  expect_failures = [var.cluster_name]

  variables {
    cluster_name = ""
  }
}

run "refuses_cluster_name_that_is_none" {
  command         = plan
  expect_failures = [var.cluster_name]

  variables {
    cluster_name = "a/b"
  }
}

run "refuses_cluster_name_too_long" {
  command         = plan
  expect_failures = [var.cluster_name]

  variables {
    cluster_name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  }
}

run "refuses_cluster_version_other_than_the_policy_says" {
  command         = plan
  expect_failures = [var.cluster_version]

  variables {
    cluster_version = "1.330"
  }
}

run "refuses_index_autoscaling_group_arn_that_is_a_name" {
  command         = plan
  expect_failures = [var.index_autoscaling_group_arn]

  variables {
    index_autoscaling_group_arn = "index"
  }
}

run "refuses_index_autoscaling_group_arn_of_another_region" {
  command         = plan
  expect_failures = [var.index_autoscaling_group_arn]

  variables {
    index_autoscaling_group_arn = "arn:aws:autoscaling:eu-south-9:123456789012:autoScalingGroup:00000000-0000-4000-8000-000000000000:autoScalingGroupName/index"
  }
}

run "refuses_index_autoscaling_group_arn_of_another_partition" {
  command         = plan
  expect_failures = [var.index_autoscaling_group_arn]

  variables {
    index_autoscaling_group_arn = "arn:aws-other:autoscaling:eu-west-1:123456789012:autoScalingGroup:00000000-0000-4000-8000-000000000000:autoScalingGroupName/index"
  }
}

run "refuses_identity_provider_that_is_a_role" {
  command         = plan
  expect_failures = [var.oidc_provider_arn]

  variables {
    oidc_provider_arn = "arn:aws:iam::123456789012:role/x"
  }
}

run "refuses_identity_provider_by_its_issuer" {
  command         = plan
  expect_failures = [var.oidc_provider_arn]

  variables {
    oidc_provider_arn = "oidc.eks.eu-west-1.amazonaws.com/id/x"
  }
}

run "refuses_a_cluster_of_another_region" {
  command         = plan
  expect_failures = [data.aws_eks_cluster.this]

  override_data {
    target = data.aws_eks_cluster.this
    values = {
      arn      = "arn:aws:eks:eu-south-9:123456789012:cluster/sample"
      endpoint = "https://sample.eks.eu-south-9.amazonaws.com"
      version  = "1.33"
      identity = [{ oidc = [{ issuer = "https://oidc.eks.eu-south-9.amazonaws.com/id/sample" }] }]
      access_config = [
        { authentication_mode = "API", bootstrap_cluster_creator_admin_permissions = false },
      ]
    }
  }
}

run "refuses_a_cluster_that_does_not_admit_the_nodes" {
  command         = plan
  expect_failures = [data.aws_eks_cluster.this]

  override_data {
    target = data.aws_eks_cluster.this
    values = {
      arn      = "arn:aws:eks:eu-west-1:123456789012:cluster/sample"
      endpoint = "https://sample.eks.eu-west-1.amazonaws.com"
      version  = "1.33"
      identity = [{ oidc = [{ issuer = "https://oidc.eks.eu-west-1.amazonaws.com/id/sample" }] }]
      access_config = [
        { authentication_mode = "CONFIG_MAP", bootstrap_cluster_creator_admin_permissions = false },
      ]
    }
  }
}

run "warns_of_an_identity_provider_of_another_cluster" {
  command         = plan
  expect_failures = [check.identity_provider]

  override_data {
    target = data.aws_eks_cluster.this
    values = {
      arn      = "arn:aws:eks:eu-west-1:123456789012:cluster/sample"
      endpoint = "https://sample.eks.eu-west-1.amazonaws.com"
      version  = "1.33"
      identity = [{ oidc = [{ issuer = "https://oidc.example.com/id/other" }] }]
      access_config = [
        { authentication_mode = "API", bootstrap_cluster_creator_admin_permissions = false },
      ]
    }
  }
}

run "warns_of_index_without_its_tag" {
  command         = plan
  expect_failures = [check.managed_tag_of_nth_index]

  override_data {
    target = data.aws_autoscaling_group.nth_index
    values = { tag = [{ key = "other", value = "true", propagate_at_launch = true }] }
  }
}

run "warns_of_index_that_does_not_propagate_its_tag" {
  command         = plan
  expect_failures = [check.managed_tag_of_nth_index]

  override_data {
    target = data.aws_autoscaling_group.nth_index
    values = {
      tag = [
        {
          key                 = "aws-node-termination-handler/managed"
          value               = "true"
          propagate_at_launch = false
        },
      ]
    }
  }
}
