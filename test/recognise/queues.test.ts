/** Queues between rules and handlers: who may write, who may read, what feeds them, and where they stand. */
import { describe, expect, it } from 'vitest';
import { blockIn, type Edit, edited, RAW, spot } from './support.js';

const DOCUMENT = blockIn(RAW, 'data "aws_iam_policy_document" "queue"');
const POLICY: RegExp = /policy += {1,2}data\.aws_iam_policy_document\.queue\.json/;
const json = (statement: string): Edit => [
  POLICY,
  `policy = <<-JSON\n    { "Version": "2012-10-17", "Statement": [${statement}] }\n  JSON`,
];
const SEND = '"Effect": "Allow", "Action": "sqs:SendMessage"';
const EVENTS = '"Principal": { "Service": "events.amazonaws.com" }';
const ARN = '"Resource": "${aws_sqs_queue.nth.arn}"';
const ROLE = blockIn(RAW, 'data "aws_iam_policy_document" "nth"');

interface Case {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly expected: string | RegExp;
}

const row = (name: string, edits: readonly Edit[], expected: string | RegExp): Case => ({
  name,
  edits,
  expected,
});

function each(cases: readonly Case[]): void {
  for (const { name, edits, expected } of cases)
    it(name, async () => {
      const found = await spot(edited(RAW, ...edits));
      if (typeof expected === 'string') expect(found).toBe(expected);
      else expect(found).toMatch(expected);
    });
}

describe('EventBridge may write', () => {
  each([
    row('by a document that is read', [], 'nth drain'),
    row('by JSON with the ARN in it', [json(`{ ${SEND}, ${EVENTS}, ${ARN} }`)], 'nth drain'),
    row(
      'by a wildcard',
      [json(`{ "Effect": "Allow", "Principal": "*", "Action": "sqs:*", "Resource": "*" }`)],
      'nth drain',
    ),
    row(
      'by a policy of the queue itself',
      [
        [/resource "aws_sqs_queue_policy"[\s\S]*?\n\}\n/, ''],
        [
          'message_retention_seconds',
          'policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", Action = "sqs:SendMessage", Resource = "*" }] })\n  message_retention_seconds',
        ],
      ],
      'nth drain',
    ),
    row(
      'not without a policy',
      [[/resource "aws_sqs_queue_policy"[\s\S]*?\n\}\n/, '']],
      'gap error',
    ),
    row(
      'not to another queue',
      [json(`{ ${SEND}, ${EVENTS}, "Resource": "arn:aws:sqs:eu-central-1:1:other" }`)],
      'gap error',
    ),
    row(
      'not as another service',
      [json(`{ ${SEND}, "Principal": { "Service": "sns.amazonaws.com" }, ${ARN} }`)],
      'gap error',
    ),
    row(
      'not where it is denied',
      [
        json(
          `{ ${SEND}, ${EVENTS}, ${ARN} }, { "Effect": "Deny", "Principal": "*", "Action": "sqs:*", ${ARN} }`,
        ),
      ],
      'gap error',
    ),
    row('not by a statement without a resource', [json(`{ ${SEND}, ${EVENTS} }`)], 'gap error'),
    row(
      'by a document that starts from another',
      [
        [
          DOCUMENT,
          `${DOCUMENT.replace('"queue"', '"base"')}
data "aws_iam_policy_document" "queue" {
  source_policy_documents = [data.aws_iam_policy_document.base.json]
}
`,
        ],
      ],
      'nth drain',
    ),
    row(
      'not where another document overrides the statement of that name',
      [
        [
          DOCUMENT,
          `${DOCUMENT.replace('"queue"', '"base"').replace('statement {', 'statement {\n    sid = "send"')}
data "aws_iam_policy_document" "over" {
  statement {
    sid       = "send"
    actions   = ["sqs:DeleteMessage"]
    resources = ["*"]
  }
}
data "aws_iam_policy_document" "queue" {
  source_policy_documents   = [data.aws_iam_policy_document.base.json]
  override_policy_documents = [data.aws_iam_policy_document.over.json]
}
`,
        ],
      ],
      'gap error',
    ),
    row(
      'not known where a document is not in sight',
      [
        [
          DOCUMENT,
          `data "aws_iam_policy_document" "queue" {
  source_policy_documents = [var.policy]
}
variable "policy" {}
`,
        ],
      ],
      /^undetermined/,
    ),
    row(
      'still, where a document that is not in sight only adds to what allows it',
      [
        [
          '  statement {\n    actions   = ["sqs:SendMessage"]',
          '  source_policy_documents = [var.policy]\n  statement {\n    actions = ["sqs:SendMessage"]',
        ],
        [/$/, 'variable "policy" {}\n'],
      ],
      'nth drain',
    ),
  ]);
});

describe('the key of a queue', () => {
  const key = (value: string): Edit => [
    'sqs_managed_sse_enabled   = true',
    `kms_master_key_id = ${value}`,
  ];
  each([
    row(
      'of SQS itself lets everybody through',
      [['sqs_managed_sse_enabled   = true', '']],
      'nth drain',
    ),
    row('of AWS lets no other service through', [key('"alias/aws/sqs"')], 'gap error'),
    row(
      'of the account lets those through whom its policy names',
      [
        key('aws_kms_key.k.id'),
        [
          /$/,
          'resource "aws_kms_key" "k" {\n  policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = { Service = "events.amazonaws.com" }, Action = ["kms:GenerateDataKey*", "kms:Decrypt"], Resource = "*" }] })\n}\n',
        ],
      ],
      'nth drain',
    ),
    row(
      'of the account lets nobody else through',
      [
        key('aws_kms_key.k.id'),
        [
          /$/,
          'resource "aws_kms_key" "k" {\n  policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = { AWS = "arn:aws:iam::111122223333:root" }, Action = "kms:*", Resource = "*" }] })\n}\n',
        ],
      ],
      'gap error',
    ),
  ]);
});

describe('the handler may read', () => {
  each([
    row('by a policy that is attached to its role', [], 'nth drain'),
    row(
      'not without the action',
      [['"sqs:DeleteMessage", "sqs:ReceiveMessage"', '"sqs:DeleteMessage"']],
      'gap error',
    ),
    row(
      'not from another queue',
      [[ROLE, ROLE.replace('aws_sqs_queue.nth.arn', '"arn:aws:sqs:eu-central-1:1:other"')]],
      'gap error',
    ),
    row(
      'as far as policies allow that are not in sight',
      [
        ['policy_arn = aws_iam_policy.nth.arn', 'policy_arn = var.policy'],
        [/$/, 'variable "policy" {}\n'],
      ],
      'nth drain',
    ),
    row(
      'not as a role that trusts another account',
      [
        [
          /statement \{\n {4}actions = \["sts:AssumeRoleWithWebIdentity"\]/,
          'statement {\n    actions = ["sts:AssumeRoleWithWebIdentity"]\n    condition {\n      test     = "StringEquals"\n      variable = "oidc.eks:sub"\n      values   = ["system:serviceaccount:other:nth"]\n    }',
        ],
      ],
      'gap error',
    ),
  ]);
});

describe('rules feed a queue', () => {
  each([
    row('where they are on', [], 'nth drain'),
    row(
      'not where they are off',
      [['for_each      = local.events\n', 'for_each = local.events\n  state = "DISABLED"\n']],
      'gap error',
    ),
    row(
      'not where they were off before there was a state',
      [['for_each      = local.events\n', 'for_each = local.events\n  is_enabled = false\n']],
      'gap error',
    ),
    row(
      'not where their pattern asks for less',
      [
        [
          '"EC2 Spot Instance Interruption Warning"',
          '"EC2 Spot Instance Interruption Warning"], detail = { instance-action = ["stop"] }, x = ["y"',
        ],
      ],
      'gap error',
    ),
    row(
      'not where their target is another queue',
      [['arn      = aws_sqs_queue.nth.arn', 'arn = "arn:aws:sqs:eu-central-1:111122223333:other"']],
      'gap error',
    ),
    row(
      'where their target is written',
      [
        [
          'arn      = aws_sqs_queue.nth.arn',
          'arn = "arn:aws:sqs:eu-central-1:111122223333:shop-nth"',
        ],
      ],
      'nth drain',
    ),
    row(
      'not where the target makes something else of the event',
      [['arn      = aws_sqs_queue.nth.arn', 'arn = aws_sqs_queue.nth.arn\n  input = "{}"']],
      'gap error',
    ),
    row(
      'not from another region',
      [
        [/resource "aws_cloudwatch_event_rule" "nth" \{\n/, '$&  provider = aws.virginia\n'],
        [/$/, 'provider "aws" {\n  alias  = "virginia"\n  region = "us-east-1"\n}\n'],
      ],
      'gap error',
    ),
    row(
      'from what a variable says, which is not known',
      [
        [
          '"detail-type" = ["EC2 Spot Instance Interruption Warning"]',
          '"detail-type" = [var.type]',
        ],
        [/$/, 'variable "type" {}\n'],
      ],
      /^undetermined/,
    ),
  ]);
});
