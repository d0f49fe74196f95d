// Trees of Terraform: one root of many files with queues, rules and groups; and one about other things.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A root that needs the AWS provider alone: each file is a team's queue, rule, target and group. */
export function writeRoot(folder, files) {
  mkdirSync(folder, { recursive: true });
  const region = 'provider "aws" {\n  region = "eu-west-1"\n}\n';
  writeFileSync(
    join(folder, 'main.tf'),
    `terraform {\n  required_providers {\n    aws = { source = "hashicorp/aws" }\n  }\n}\n\n${region}`,
  );
  for (let i = 0; i < files - 1; i++) writeFileSync(join(folder, `team-${i}.tf`), team(i));
  return folder;
}

const team = (i) => `locals {
  name_${i} = "team-${i}"
}

resource "aws_sqs_queue" "q${i}" {
  name                      = local.name_${i}
  message_retention_seconds = 300
}

resource "aws_cloudwatch_event_rule" "r${i}" {
  name = "\${local.name_${i}}-spot"
  event_pattern = jsonencode({
    source      = ["aws.ec2"]
    detail-type = ["EC2 Spot Instance Interruption Warning"]
  })
}

resource "aws_cloudwatch_event_target" "t${i}" {
  rule = aws_cloudwatch_event_rule.r${i}.name
  arn  = aws_sqs_queue.q${i}.arn
}

resource "aws_autoscaling_group" "g${i}" {
  name                = local.name_${i}
  min_size            = 0
  max_size            = 3
  vpc_zone_identifier = ["subnet-0a${i}"]
  launch_template {
    name = "lt-${i}"
  }
  tag {
    key                 = "aws-node-termination-handler/managed"
    value               = "true"
    propagate_at_launch = true
  }
}
`;

/** Files that hold nothing to judge, twenty to a folder. */
export function writeOthers(folder, files) {
  for (let i = 0; i < files; i++) {
    const place = join(folder, `module-${Math.floor(i / 20)}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, `file-${i}.tf`),
      Array.from({ length: 10 }, (_, j) => bucket(j)).join('\n'),
    );
  }
  return folder;
}

const bucket = (i) =>
  `resource "aws_s3_bucket" "b${i}" {\n  bucket = "x-\${var.env}-${i}"\n  tags   = { a = "b" }\n}\n`;
