/** Near cases of the rules on wiring: queues, what feeds them and who reads them. */
import { grant, karpenter, nth, queue, root, rule, target } from './blocks.js';
import type { RuleCases } from './case.js';

const spare = (more: string): string => queue('spare', more);
const withQueue = (more: string): string => root({ queue: queue('karpenter', more) });
/** A second handler, whose queue comes after the first one's. */
const both = (changes: Readonly<Record<string, string | undefined>>): string =>
  root({
    nthQueue: queue('nth'),
    nthGrant: grant('nth'),
    nthRule: rule('nth'),
    nthTarget: target('nth'),
    nth: nth(),
    ...changes,
  });
const provider = (region: string, alias = ''): string =>
  `provider "aws" {\n  region = ${region}\n${alias === '' ? '' : `  alias  = "${alias}"\n`}}\n`;
const EDGE = '  provider = aws.edge\n';
const NOT_MADE = '  count = 0\n';
const pattern = (text: string, more = ''): string =>
  root({
    more: `resource "aws_cloudwatch_event_rule" "more" {\n  event_pattern = jsonencode(${text})\n${more}}\n`,
  });
/** What it sends to the queue is anybody's guess. */
const ANY_RULE = `resource "aws_cloudwatch_event_target" "any" {
  rule = var.rule
  arn  = aws_sqs_queue.karpenter.arn
}
`;
const gitops = (more: string): string => `module "addons" {
  source                      = "aws-ia/eks-blueprints-addons/aws"
  version                     = "1.16.2"
  cluster_name                = "fleet"
  cluster_endpoint            = "https://fleet"
  cluster_version             = "1.29"
  oidc_provider_arn           = var.oidc_provider_arn
  create_kubernetes_resources = false
  ${more}
}
`;
const APPLICATION = (values: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: nth, namespace: argocd }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: kube-system }
  source:
    repoURL: public.ecr.aws/aws-ec2/helm
    chart: aws-node-termination-handler
    targetRevision: 0.27.3
    helm: { valuesObject: { ${values} } }
`;
const SPOT = '"EC2 Spot Instance Interruption Warning"';
const REBALANCE = '"EC2 Instance Rebalance Recommendation"';

export const WIRING: readonly RuleCases[] = [
  {
    rule: 'delayed-queue',
    fails: {
      'a delay of a quarter of the notice': withQueue('  delay_seconds = 30\n'),
      'a shorter delay': withQueue('  delay_seconds = 29\n'),
      'a delay of one second': withQueue('  delay_seconds = 1\n'),
      'messages that live for less than the notice': withQueue(
        '  message_retention_seconds = 119\n',
      ),
      'both, on the second queue': both({
        nthQueue: queue('nth', '  delay_seconds = 900\n  message_retention_seconds = 60\n'),
      }),
    },
    passes: {
      'no delay': withQueue('  delay_seconds = 0\n'),
      'messages that live as long as the notice': withQueue('  message_retention_seconds = 120\n'),
      'numbers that are not known': withQueue(
        '  delay_seconds = var.delay\n  message_retention_seconds = var.life\n',
      ),
      'a queue that nobody reads': root({ spare: spare('  delay_seconds = 60\n') }),
      'a queue that is not made': withQueue(`${NOT_MADE}  delay_seconds = 60\n`),
    },
  },
  {
    rule: 'small-queue-messages',
    fails: {
      'a byte less than enough': withQueue('  max_message_size = 16383\n'),
      'the second queue': both({ nthQueue: queue('nth', '  max_message_size = 1024\n') }),
    },
    passes: {
      'just enough': withQueue('  max_message_size = 16384\n'),
      'a number that is not known': withQueue('  max_message_size = var.size\n'),
      'a queue that nobody reads': root({ spare: spare('  max_message_size = 1024\n') }),
      'a queue that is not made': withQueue(`${NOT_MADE}  max_message_size = 1024\n`),
    },
  },
  {
    rule: 'duplicate-resource-name',
    fails: {
      'two queues of one name': root({
        other: queue('karpenter').replace('"karpenter"', '"other"'),
      }),
      'two rules of one name, beside a queue of it': root({
        a: rule('a', { more: '  name = "fleet-karpenter"\n' }),
        b: rule('b', { more: '  name = "fleet-karpenter"\n' }),
      }),
      'three roles of one name': ['a', 'b', 'c']
        .map((name) => `resource "aws_iam_role" "${name}" {\n  name = "fleet"\n}\n`)
        .join('\n'),
      'in one Region, whichever it is': root({
        provider: provider('var.region'),
        other: queue('karpenter').replace('"karpenter"', '"other"'),
      }),
    },
    passes: {
      'a queue and a rule of one name': root({
        a: rule('a', { more: '  name = "fleet-karpenter"\n' }),
      }),
      'queues of one name in two Regions': root({
        provider: provider('"eu-west-1"'),
        edge: provider('"us-east-1"', 'edge'),
        other: queue('karpenter', EDGE).replace('"karpenter"', '"other"'),
      }),
      'queues of one name in Regions that are not known, and are two': root({
        provider: provider('var.region'),
        edge: provider('var.edge', 'edge'),
        other: queue('karpenter', EDGE).replace('"karpenter"', '"other"'),
      }),
      'one that is not made': root({
        other: queue('karpenter', NOT_MADE).replace('"karpenter"', '"other"'),
      }),
      'names that are not known, or left to Terraform': ['var.name', 'var.name', 'null', 'null']
        .map((name, i) => `resource "aws_sqs_queue" "q${i}" {\n  name = ${name}\n}\n`)
        .join('\n'),
      'names of what may be called alike': root({
        a: 'resource "aws_sqs_queue_policy" "a" {\n  name = "x"\n}\n',
        b: 'resource "aws_sqs_queue_policy" "b" {\n  name = "x"\n}\n',
      }),
    },
  },
  {
    rule: 'dead-event-rule',
    fails: {
      'a detail-type with a slip': pattern(
        '{ source = ["aws.ec2"], "detail-type" = ["EC2 Spot Instance Interuption Warning"] }',
      ),
      'a slip beside one that is right, of another source': pattern(
        `{ source = ["aws.s3"], "detail-type" = [${SPOT}, "EC2 Instance Rebalance Recomendation"] }`,
      ),
      'a detail-type from another source': pattern(
        `{ source = ["aws.health"], "detail-type" = [${SPOT}] }`,
      ),
      'a field that the event lacks': pattern(
        `{ source = ["aws.ec2"], "detail-type" = [${SPOT}], detail = { AutoScalingGroupName = ["a"] } }`,
      ),
      'a field that none of two events has': pattern(
        `{ source = ["aws.ec2"], "detail-type" = [${REBALANCE}, ${SPOT}], detail = { group = ["a"] } }`,
      ),
      'two alternatives, each of a field that is not there': pattern(
        `{ "$or" = [{ "detail-type" = [${SPOT}], detail = { a = ["a"] } }, { "detail-type" = [${SPOT}], detail = { b = ["b"] } }] }`,
      ),
    },
    passes: {
      'a rule that is not made': pattern(
        '{ source = ["aws.ec2"], "detail-type" = ["EC2 Spot Instance Interuption Warning"] }',
        NOT_MADE,
      ),
      'a pattern that is not known': root({
        more: 'resource "aws_cloudwatch_event_rule" "more" {\n  event_pattern = var.pattern\n}\n',
      }),
      'events of other services': pattern(
        '{ source = ["aws.s3"], "detail-type" = ["Object Created"] }',
      ),
      'a detail-type that is nothing like ours': pattern(
        '{ source = ["aws.ec2"], "detail-type" = ["EBS Volume Notification"] }',
      ),
      'one that asks for no detail-type by name': pattern(
        '{ source = ["custom"], "detail-type" = [{ prefix = "EC2 Spot Instance Interuption" }] }',
      ),
      'an alternative without a name beside one with a field that is not there': pattern(
        `{ "$or" = [{ "detail-type" = [${SPOT}], detail = { a = ["a"] } }, { source = ["custom"] }] }`,
      ),
      'an event of ours from another source, beside one that is not ours': pattern(
        `{ source = ["custom"], "detail-type" = [${SPOT}, "Shop Order Placed"] }`,
      ),
      'one that asks for numbers': pattern('{ source = ["custom"], "detail-type" = [5] }'),
    },
  },
  {
    rule: 'missing-queue',
    fails: {
      'a name with a slip': root({
        handler: karpenter({
          values: 'settings = { clusterName = "fleet", interruptionQueue = "fleet-karpentre" }',
        }),
      }),
      'another name than that of the only queue': root({
        handler: karpenter({
          values: 'settings = { clusterName = "fleet", interruptionQueue = "elsewhere" }',
        }),
      }),
      'another name than those of two queues': root({
        spare: spare(''),
        handler: karpenter({
          values: 'settings = { clusterName = "fleet", interruptionQueue = "elsewhere" }',
        }),
      }),
      'a name, and no queue in sight': root({
        queue: undefined,
        grant: undefined,
        rule: undefined,
        target: undefined,
        handler: karpenter({
          values: 'settings = { clusterName = "fleet", interruptionQueue = "elsewhere" }',
        }),
      }),
    },
    passes: {
      'the name of a queue in sight': root({
        handler: karpenter({
          values: 'settings = { clusterName = "fleet", interruptionQueue = "fleet-karpenter" }',
        }),
      }),
      'the ARN of one, which is another fault': root({
        handler: karpenter({
          values:
            'settings = { clusterName = "fleet", interruptionQueue = aws_sqs_queue.karpenter.arn }',
        }),
      }),
      'the ARN of one that is elsewhere, which is another fault': root({
        handler: karpenter({
          values:
            'settings = { clusterName = "fleet", interruptionQueue = "arn:aws:sqs:eu-west-1:111122223333:elsewhere" }',
        }),
      }),
      'a name that is not known': root({
        handler: karpenter({
          values: 'settings = { clusterName = "fleet", interruptionQueue = var.queue }',
        }),
      }),
    },
  },
  {
    rule: 'queue-name-form',
    fails: {
      'an ARN and a URL for Karpenter, a name for NTH': both({
        handler: karpenter({
          values:
            'settings = { clusterName = "fleet", interruptionQueue = aws_sqs_queue.karpenter.arn }',
        }),
        nth: nth({
          values: 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.nth.name',
        }),
      }),
    },
  },
  {
    rule: 'shared-queue',
    fails: {
      'two handlers of one cluster': root({
        nth: nth({
          values: 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.karpenter.url',
        }),
      }),
      'two queues that AWS makes one of': both({
        nthQueue: queue('karpenter').replace('"karpenter"', '"nth"'),
      }),
      'two in one Region that is written': both({
        provider: provider('"eu-west-1"'),
        nthQueue: queue('karpenter').replace('"karpenter"', '"nth"'),
      }),
    },
    passes: {
      'a queue for each': both({}),
      'queues of one name in two Regions': both({
        provider: provider('"eu-west-1"'),
        edge: provider('"us-east-1"', 'edge'),
        nthQueue: queue('karpenter', EDGE).replace('"karpenter"', '"nth"'),
      }),
      'queues of one name in Regions that are not known': both({
        provider: provider('var.region'),
        edge: provider('var.edge', 'edge'),
        nthQueue: queue('karpenter', EDGE).replace('"karpenter"', '"nth"'),
      }),
      'queues whose names are not known': both({
        queue: 'resource "aws_sqs_queue" "karpenter" {\n  name = var.name\n}\n',
        nthQueue: 'resource "aws_sqs_queue" "nth" {\n  name = var.name\n}\n',
      }),
      'a handler that is not installed': root({
        nth: nth({
          values: 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.karpenter.url',
          more: NOT_MADE,
        }),
      }),
      'a handler that may not be installed': root({
        nth: nth({
          values: 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.karpenter.url',
          more: '  count = var.nth ? 1 : 0\n',
        }),
      }),
    },
  },
  {
    rule: 'undeliverable-queue',
    fails: {
      'no policy': root({ grant: undefined }),
      "the key of the account's own": withQueue('  kms_master_key_id = "alias/aws/sqs"\n'),
      'a queue that nobody reads, though a rule feeds it': root({
        spare: spare(''),
        more: rule('spare'),
        to: target('spare'),
      }),
      'a queue that no rule feeds, though somebody reads it': root({
        grant: undefined,
        rule: undefined,
        target: undefined,
      }),
      'the second queue, by its key': both({
        nthQueue: queue('nth', '  kms_master_key_id = "alias/aws/sqs"\n'),
      }),
    },
    passes: {
      'a queue that nobody feeds or reads': root({ spare: spare('') }),
      'a queue that is not made': root({
        spare: spare(NOT_MADE),
        more: rule('spare'),
        to: target('spare', 'spare[0]'),
      }),
    },
  },
  {
    rule: 'unfed-queue',
    fails: {
      'no rule': root({ rule: undefined, target: undefined }),
      'a target that is not made': root({ target: target('karpenter', 'karpenter', NOT_MADE) }),
      'the second queue': both({ nthTarget: undefined }),
    },
    passes: {
      'a target that may be any queue': root({
        target: undefined,
        any: `resource "aws_cloudwatch_event_target" "any" {
  rule = aws_cloudwatch_event_rule.karpenter.name
  arn  = var.arn
}
`,
      }),
      'a target of a rule that is not known': root({
        rule: undefined,
        target: undefined,
        any: ANY_RULE,
      }),
      'a queue that is not made': root({
        queue: queue('karpenter', NOT_MADE),
        rule: undefined,
        target: undefined,
      }),
      'a queue that may not be read': root({
        rule: undefined,
        target: undefined,
        handler: karpenter({
          values:
            'settings = { clusterName = "fleet", interruptionQueue = var.queue ? aws_sqs_queue.karpenter.name : "" }',
        }),
      }),
    },
  },
  {
    rule: 'unread-queue',
    fails: {
      'one rule': root({ spare: spare(''), more: rule('spare'), to: target('spare') }),
      'two rules, with one more that is about something else': root({
        spare: spare(''),
        a: rule('a'),
        toA: target('a', 'spare'),
        b: rule('b', { types: `[${SPOT}]` }),
        toB: target('b', 'spare'),
        c: `resource "aws_cloudwatch_event_rule" "c" {\n  event_pattern = jsonencode({ source = ["aws.s3"] })\n}\n`,
        toC: target('c', 'spare'),
      }),
      'two handlers, neither of which is told': both({
        spare: spare(''),
        more: rule('spare'),
        to: target('spare'),
      }),
    },
    passes: {
      'a queue that is read': root(),
      'a queue that nothing feeds': root({ spare: spare('') }),
      'a queue that is not made, or may not be': root({
        spare: spare('  count = var.spare ? 1 : 0\n'),
        more: rule('spare'),
        to: target('spare', 'spare[0]'),
      }),
      'a rule about something else': root({
        spare: spare(''),
        c: `resource "aws_cloudwatch_event_rule" "c" {\n  event_pattern = jsonencode({ source = ["aws.s3"] })\n}\n`,
        toC: target('c', 'spare'),
      }),
      'a queue beside a handler whose queue is not known': root({
        spare: spare(''),
        more: rule('spare'),
        to: target('spare'),
        handler: karpenter({
          values: 'settings = { clusterName = "fleet", interruptionQueue = var.queue }',
        }),
      }),
      'a queue without any handler in sight': root({ handler: undefined }),
      'a queue with a handler that is not installed': root({
        handler: karpenter({ more: NOT_MADE }),
      }),
      'a queue that is given in the wrong form, which is another fault': root({
        handler: karpenter({
          values:
            'settings = { clusterName = "fleet", interruptionQueue = aws_sqs_queue.karpenter.arn }',
        }),
      }),
    },
  },
  {
    rule: 'missing-event-rule',
    fails: {
      'one event of a pool in sight': {
        files: {
          'main.tf': root({ rule: rule('karpenter', { types: `["AWS Health Event"]` }) }),
          'pool.yaml': `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: burst }
spec:
  template:
    spec:
      expireAfter: Never
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [spot] }
`,
        },
      },
      'events of pools elsewhere': root({ rule: rule('karpenter', { types: `[${REBALANCE}]` }) }),
    },
    passes: {
      'no event': root(),
      'a target of a rule that is not known': root({
        rule: rule('karpenter', { types: `["AWS Health Event"]` }),
        any: ANY_RULE,
      }),
      'a queue that no rule feeds at all': root({ rule: undefined, target: undefined }),
      'a handler that is not installed': root({
        rule: rule('karpenter', { types: `["AWS Health Event"]` }),
        handler: karpenter({ more: NOT_MADE }),
      }),
    },
  },
  {
    rule: 'wrong-service-principal',
    fails: {
      'a name of another partition': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { Service = ["sqs.amazonaws.com", "events.amazonaws.com.cn"] }, Action = "sqs:*", Resource = "*" }',
        ),
      }),
      'a name by the suffix of a partition': root({
        provider: provider('"cn-north-1"'),
        partition: 'data "aws_partition" "current" {}\n',
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { Service = "events.${data.aws_partition.current.dns_suffix}" }, Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
    },
    passes: {
      'the right one beside it': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { Service = ["events.amazonaws.com.cn", "events.amazonaws.com"] }, Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
      'one that is not known': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { Service = var.service }, Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
      'the suffix in a partition where it is right': root({
        provider: provider('"eu-west-1"'),
        partition: 'data "aws_partition" "current" {}\n',
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { Service = "events.${data.aws_partition.current.dns_suffix}" }, Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
      'the suffix where no Region is known': root({
        partition: 'data "aws_partition" "current" {}\n',
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { Service = "events.${data.aws_partition.current.dns_suffix}" }, Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
      'a name of another service': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { Service = "sns.amazonaws.com" }, Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
      'a statement that denies, or is about something else': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Deny", Principal = { Service = "events.amazonaws.com.cn" }, Action = "sqs:SendMessage", Resource = "*" }, { Effect = "Allow", Principal = { Service = "events.amazonaws.com.cn" }, Action = "sqs:ReceiveMessage", Resource = "*" }',
        ),
      }),
    },
  },
  {
    rule: 'gitops-unwired',
    fails: {
      'a handler that nothing in sight installs': gitops('enable_karpenter = true'),
      'two handlers': gitops(
        'enable_karpenter = true\n  enable_aws_node_termination_handler = true',
      ),
      'a handler beside another that is told of its own': `${gitops('enable_aws_node_termination_handler = true')}${root()}`,
      'a handler that is not told of the queue': {
        files: {
          'main.tf': gitops('enable_aws_node_termination_handler = true'),
          'app.yaml': APPLICATION('enableSqsTerminationDraining: true'),
        },
      },
    },
    passes: {
      'a module that installs what it is for': gitops('enable_karpenter = true').replace(
        '= false',
        '= true',
      ),
      'a module without a handler': gitops('enable_karpenter = false'),
      'what is not known': gitops('enable_karpenter = true').replace('= false', '= var.create'),
      'a handler that is told of its queue': {
        files: {
          'main.tf': gitops('enable_aws_node_termination_handler = true'),
          'app.yaml': APPLICATION(
            'enableSqsTerminationDraining: true, queueURL: https://sqs.eu-west-1.amazonaws.com/1/q',
          ),
        },
      },
    },
  },
  {
    rule: 'open-queue-policy',
    fails: {
      'anyone, by a star': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = "*", Action = ["sqs:GetQueueUrl", "sqs:SendMessage"], Resource = "*" }',
        ),
      }),
      'anyone, to everything': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = "*", Action = "*", Resource = "*" }',
        ),
      }),
      'anyone, to whatever begins so and ends so': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = "*", Action = "sqs:S*d*sage", Resource = "*" }',
        ),
      }),
      'anyone with an account': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { AWS = ["arn:aws:iam::111122223333:root", "*"] }, Action = "SQS:Send*", Resource = "*" }',
        ),
      }),
    },
    passes: {
      'a condition': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = "*", Action = "sqs:SendMessage", Resource = "*", Condition = { ArnLike = { "aws:SourceArn" = "arn:aws:events:*:*:rule/*" } } }',
        ),
      }),
      'a denial': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Deny", Principal = "*", Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
      'actions that begin so and end otherwise': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = "*", Action = ["sqs:S*Batch", "sqs:S*x*", "s3:*", "sqs:SendMessag"], Resource = "*" }',
        ),
      }),
      'another action': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = "*", Action = "sqs:Receive*", Resource = "*" }',
        ),
      }),
      'an account': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { AWS = "arn:aws:iam::111122223333:root" }, Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
      'a principal that is not known': root({
        grant: grant(
          'karpenter',
          '{ Effect = "Allow", Principal = { AWS = ["*", var.principal] }, Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
      'a document that is not known': root({
        grant:
          'resource "aws_sqs_queue_policy" "karpenter" {\n  queue_url = aws_sqs_queue.karpenter.id\n  policy    = var.policy\n}\n',
      }),
      'a queue that no rule feeds': root({
        spare: spare(''),
        open: grant(
          'spare',
          '{ Effect = "Allow", Principal = "*", Action = "sqs:SendMessage", Resource = "*" }',
        ),
      }),
    },
  },
];
