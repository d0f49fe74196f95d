/** Near cases of the rules on access: roles, trust, documents, Regions and partitions. */
import { karpenter, nth, nthRoot, queue, root, rule, target } from './blocks.js';
import type { RuleCases } from './case.js';

const SUBJECT =
  'Condition = { StringEquals = { "oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE:sub" = "system:serviceaccount:karpenter:karpenter" } }';
const WEB = 'Effect = "Allow", Action = "sts:AssumeRoleWithWebIdentity"';
const FEDERATED =
  'Principal = { Federated = "arn:aws:iam::111122223333:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE" }';

const role = (name: string, trust = `{ ${WEB}, ${FEDERATED}, ${SUBJECT} }`, more = ''): string =>
  `resource "aws_iam_role" "${name}" {
  name               = "fleet-${name}"
  assume_role_policy = jsonencode({ Version = "2012-10-17", Statement = [${trust}] })
${more}}
`;
const policy = (name: string, ...statements: readonly string[]): string =>
  `resource "aws_iam_role_policy" "${name}" {
  role   = aws_iam_role.${name}.name
  policy = jsonencode({ Version = "2012-10-17", Statement = [${statements.join(', ')}] })
}
`;
const allow = (actions: string, resource = '"*"'): string =>
  `{ Effect = "Allow", Action = [${actions}], Resource = ${resource} }`;
const EC2 = '"ec2:*", "iam:*", "pricing:GetProducts", "ssm:GetParameter", "eks:DescribeCluster"';
const SQS = '"sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"';
const account = (of: string): string =>
  `serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.${of}.arn } }`;
const SETTINGS =
  'settings = { clusterName = "fleet", interruptionQueue = aws_sqs_queue.karpenter.name }';

interface Granted {
  readonly statements: readonly string[];
  readonly more?: Readonly<Record<string, string | undefined>>;
  readonly version?: string;
}

/** Karpenter under a role that allows what the statements say. */
const granted = ({ statements, more = {}, version = '1.2.1' }: Granted): string =>
  root({
    role: role('karpenter'),
    policy: policy('karpenter', ...statements),
    handler: karpenter({ version, values: `${SETTINGS}, ${account('karpenter')}` }),
    ...more,
  });
const QUEUE = 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.nth.url';
const nthGranted = (statement: string, values = QUEUE, version = '0.27.3'): string =>
  nthRoot({
    role: role(
      'nth',
      `{ ${WEB}, ${FEDERATED}, ${SUBJECT.replaceAll('karpenter:karpenter', 'kube-system:nth-aws-node-termination-handler')} }`,
    ),
    policy: policy('nth', statement),
    handler: nth({ version, values: `${values}, ${account('nth')}` }),
  });

const trusted = (
  trust: string,
  handler = karpenter({ values: `${SETTINGS}, ${account('karpenter')}` }),
): string =>
  root({
    role: role('karpenter', trust),
    policy: policy('karpenter', allow(`${EC2}, ${SQS}`)),
    handler,
  });

const document = (resources: string): string => `resource "aws_iam_policy" "a" {
  name   = "a"
  policy = jsonencode({ Version = "2012-10-17", Statement = [${allow('"autoscaling:CompleteLifecycleAction"', `[${resources}]`)}] })
}
`;
const provider = (region: string, alias = ''): string =>
  `provider "aws" {\n  region = ${region}\n${alias === '' ? '' : `  alias  = "${alias}"\n`}}\n`;
const EDGE = '  provider = aws.edge\n';
const edged = (changes: Readonly<Record<string, string | undefined>>): string =>
  root({ provider: provider('"eu-west-1"'), edge: provider('"us-east-1"', 'edge'), ...changes });
const cluster = (name: string, more = ''): string => `resource "aws_eks_cluster" "${name}" {
  name     = "${name}"
  role_arn = "arn:aws:iam::111122223333:role/cluster"
${more}}
`;

export const ACCESS: readonly RuleCases[] = [
  {
    rule: 'missing-permission',
    fails: {
      'one action without which a feature fails, before one that is logged': granted({
        statements: [
          allow('"ec2:*", "iam:*", "pricing:GetProducts", "eks:DescribeCluster"'),
          allow('"sqs:GetQueueUrl", "sqs:ReceiveMessage"', 'aws_sqs_queue.karpenter.arn'),
        ],
      }),
      'one that is only logged': granted({
        statements: [
          allow('"ec2:*", "iam:*", "ssm:GetParameter", "eks:DescribeCluster"'),
          allow(SQS, 'aws_sqs_queue.karpenter.arn'),
        ],
      }),
      'the actions on the queue, as another queue is named': granted({
        statements: [allow(EC2), allow(SQS, 'aws_sqs_queue.spare.arn')],
        more: { spare: queue('spare') },
      }),
      'an action that a newer chart calls': granted({
        statements: [
          allow(
            '"ec2:*", "iam:Get*", "iam:Create*", "iam:Delete*", "iam:Add*", "iam:Remove*", "iam:Tag*", "iam:PassRole", "pricing:GetProducts", "ssm:GetParameter", "eks:DescribeCluster"',
          ),
          allow(SQS, 'aws_sqs_queue.karpenter.arn'),
        ],
        version: '1.9.1',
      }),
      'what a statement leaves out': granted({
        statements: ['{ Effect = "Allow", NotAction = ["sqs:*", "s3:*"], Resource = "*" }'],
      }),
      'what NTH needs for lifecycle hooks': nthGranted(
        allow('"ec2:DescribeInstances", "sqs:DeleteMessage", "sqs:ReceiveMessage"'),
      ),
      'what NTH needs for heartbeats': nthGranted(
        allow(
          '"autoscaling:CompleteLifecycleAction", "autoscaling:DescribeAutoScalingInstances", "autoscaling:DescribeTags", "ec2:DescribeInstances", "sqs:DeleteMessage", "sqs:ReceiveMessage"',
        ),
        `${QUEUE}, heartbeatInterval = 60`,
      ),
    },
    passes: {
      'everything but some resources': granted({
        statements: [
          '{ Effect = "Allow", Action = "*", NotResource = ["arn:aws:sqs:*:*:secret"] }',
        ],
      }),
      'a single statement that is no list': granted({ statements: [] }).replace(
        'Statement = [] })',
        'Statement = { Effect = "Allow", Action = "*", Resource = "*" } })',
      ),
      everything: granted({ statements: [allow(EC2), allow(SQS, 'aws_sqs_queue.karpenter.arn')] }),
      'what only an opt-in feature calls': granted({
        statements: [allow(EC2), allow(SQS, 'aws_sqs_queue.karpenter.arn')],
        version: '1.14.1',
      }),
      'what an older chart calls': granted({
        statements: [
          allow(
            '"ec2:*", "iam:Get*", "iam:Create*", "iam:Delete*", "iam:Add*", "iam:Remove*", "iam:Tag*", "iam:PassRole", "pricing:GetProducts", "ssm:GetParameter", "eks:DescribeCluster"',
          ),
          allow(SQS, 'aws_sqs_queue.karpenter.arn'),
        ],
      }),
      'documents that are not known': granted({
        statements: [allow('"ec2:*"')],
        more: {
          document: 'resource "aws_iam_policy" "a" {\n  policy = var.policy\n}\n',
          trust: 'resource "aws_iam_role" "a" {\n  assume_role_policy = var.trust\n}\n',
          policy:
            'resource "aws_iam_role_policy" "karpenter" {\n  role   = aws_iam_role.karpenter.name\n  policy = var.policy\n}\n',
          grant:
            'resource "aws_sqs_queue_policy" "karpenter" {\n  queue_url = aws_sqs_queue.karpenter.id\n  policy    = var.policy\n}\n',
        },
      }),
      'actions that are not known': granted({
        statements: [allow(EC2), '{ Effect = "Allow", Action = var.actions, Resource = "*" }'],
      }),
      'the actions on a queue, of a handler without one': granted({
        statements: [allow(EC2)],
        more: {
          handler: karpenter({
            values: `settings = { clusterName = "fleet" }, ${account('karpenter')}`,
          }),
        },
      }),
      'a handler that is not installed': granted({
        statements: [allow('"ec2:*"')],
        more: {
          handler: karpenter({
            values: `${SETTINGS}, ${account('karpenter')}`,
            more: '  count = 0\n',
          }),
        },
      }),
      'a handler that may be': granted({
        statements: [allow('"ec2:*"')],
        more: {
          handler: karpenter({
            values: `${SETTINGS}, ${account('karpenter')}`,
            more: '  count = var.karpenter ? 1 : 0\n',
          }),
        },
      }),
      'NTH whose heartbeats are not known, or none': nthGranted(
        allow(
          '"autoscaling:CompleteLifecycleAction", "ec2:DescribeInstances", "sqs:DeleteMessage", "sqs:ReceiveMessage"',
        ),
        `${QUEUE}, heartbeatInterval = var.interval`,
      ),
      'NTH whose heartbeats its chart does not read': nthGranted(
        allow(
          '"autoscaling:CompleteLifecycleAction", "ec2:DescribeInstances", "sqs:DeleteMessage", "sqs:ReceiveMessage"',
        ),
        `${QUEUE}, heartbeatInterval = 60`,
        '0.25.1',
      ),
      'NTH without heartbeats': nthGranted(
        allow(
          '"autoscaling:CompleteLifecycleAction", "autoscaling:DescribeAutoScalingInstances", "autoscaling:DescribeTags", "ec2:DescribeInstances", "sqs:DeleteMessage", "sqs:ReceiveMessage"',
        ),
      ),
      'a role that nobody may assume, which is another fault': trusted(
        `{ ${WEB}, ${FEDERATED}, ${SUBJECT.replace('karpenter:karpenter', 'default:other')} }`,
      ).replace(`${EC2}, ${SQS}`, '"ec2:*"'),
      'a role with a document that IAM refuses, which is another fault': granted({
        statements: [allow('"ec2:*"'), allow('"iam:PassRole"', '"KarpenterNodeRole"')],
      }),
      'a role with a statement of nothing, which is another fault': granted({
        statements: [allow('"ec2:*"'), allow('"iam:PassRole"', '[]')],
      }),
      'everything but what is left out': granted({
        statements: ['{ Effect = "Allow", NotAction = ["s3:*"], Resource = "*" }'],
      }),
    },
  },
  {
    rule: 'loose-trust',
    fails: {
      'no condition': trusted(`{ ${WEB}, ${FEDERATED} }`),
      'a condition on the audience alone': trusted(
        `{ ${WEB}, ${FEDERATED}, Condition = { StringEquals = { "oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE:aud" = "sts.amazonaws.com" } } }`,
      ),
      'a second statement': trusted(
        `{ ${WEB}, ${FEDERATED}, ${SUBJECT} }, { Effect = "Allow", Action = "sts:*", ${FEDERATED} }`,
      ),
    },
    passes: {
      'the subject': trusted(`{ ${WEB}, ${FEDERATED}, ${SUBJECT} }`),
      'the subject and the audience': trusted(
        `{ ${WEB}, ${FEDERATED}, Condition = { StringEquals = { "x:aud" = "sts.amazonaws.com", "x:sub" = "system:serviceaccount:karpenter:karpenter" } } }`,
      ),
      'a condition whose key is not known': trusted(
        `{ ${WEB}, ${FEDERATED}, Condition = { StringEquals = { (var.key) = "a" } } }`,
      ),
      'another way to take the role': trusted(
        '{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "ec2.amazonaws.com" } }',
      ),
      'a denial': trusted(
        `{ ${WEB}, ${FEDERATED}, ${SUBJECT} }, { Effect = "Deny", Action = "sts:AssumeRoleWithWebIdentity", ${FEDERATED} }`,
      ),
      'another action': trusted(
        `{ ${WEB}, ${FEDERATED}, ${SUBJECT} }, { Effect = "Allow", Action = "sts:TagSession", ${FEDERATED} }`,
      ),
      'a principal that is none of a provider': trusted(
        `{ ${WEB}, ${FEDERATED}, ${SUBJECT} }, { ${WEB}, Principal = { Service = "ec2.amazonaws.com" } }`,
      ),
      'a role that no handler takes': root({ role: role('other', `{ ${WEB}, ${FEDERATED} }`) }),
    },
  },
  {
    rule: 'malformed-arn',
    fails: {
      'a name': root({ document: document('"batch"') }),
      'an ARN that lacks a part': root({
        document: document('"arn:aws:autoscaling:eu-west-1:batch"'),
      }),
      'a group without its kind': root({
        document: document('"arn:aws:autoscaling:*:*:autoScalingGroupName/batch"'),
      }),
      'two of them, each where it stands': root({ document: document('"batch", "batch"') }),
      'in the policy of a queue and of a role': root({
        role: role('karpenter'),
        policy: policy('karpenter', allow('"sqs:*"', '"fleet-karpenter"')),
        grant: `resource "aws_sqs_queue_policy" "karpenter" {
  queue_url = aws_sqs_queue.karpenter.id
  policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = { Service = "events.amazonaws.com" }, Action = "sqs:SendMessage", Resource = "fleet-karpenter" }] })
}
`,
      }),
    },
    passes: {
      'whole ARNs, and any': root({
        document: document(
          '"*", "arn:*", "arn:aws:autoscaling:*:*:autoScalingGroup:*:autoScalingGroupName/batch", "arn:aws:sqs:eu-west-1:111122223333:q"',
        ),
      }),
      'what is not known': root({ document: document('var.arn') }),
    },
  },
  {
    rule: 'empty-policy-statement',
    fails: {
      'no resource': root({
        role: role('a'),
        policy: policy('a', allow('"sqs:ReceiveMessage", "sqs:DeleteMessage"', '[]')),
      }),
      'no action': root({ role: role('a'), policy: policy('a', allow('')) }),
      'the second statement': root({
        role: role('a'),
        policy: policy('a', allow('"sqs:*"'), allow('"ec2:*"', '[]'), allow('"ec2:*"', '[]')),
      }),
    },
    passes: {
      'all but some actions': root({
        role: role('a'),
        policy: policy('a', '{ Effect = "Allow", NotAction = ["s3:*"], Resource = "*" }'),
      }),
      'a list that is not known': root({
        role: role('a'),
        policy: policy('a', allow('"sqs:*"', 'var.arns')),
      }),
      'who may take a role, which has no resource': root({ role: role('a') }),
    },
  },
  {
    rule: 'missing-identity',
    fails: {
      'a role that trusts another': trusted(
        `{ ${WEB}, ${FEDERATED}, ${SUBJECT.replace('karpenter:karpenter', 'default:other')} }`,
      ),
    },
    passes: {
      'a role that trusts it': trusted(`{ ${WEB}, ${FEDERATED}, ${SUBJECT} }`),
      'a handler that is not installed': trusted(
        `{ ${WEB}, ${FEDERATED}, ${SUBJECT.replace('karpenter:karpenter', 'default:other')} }`,
        karpenter({ values: `${SETTINGS}, ${account('karpenter')}`, more: '  count = 0\n' }),
      ),
    },
  },
  {
    rule: 'region-mismatch',
    fails: {
      'a rule in another Region than its queue': edged({
        rule: rule('karpenter', { more: EDGE }),
        target: target('karpenter', 'karpenter', EDGE),
      }),
      'the second of two queues': edged({
        rule: rule('karpenter', { more: EDGE }),
        target: undefined,
        spare: queue('spare', EDGE),
        one: target('karpenter', 'spare', EDGE).replace('"karpenter" {', '"one" {'),
        two: target('karpenter', 'karpenter', EDGE).replace('"karpenter" {', '"two" {'),
      }),
      'a rule in another Region than the only cluster': edged({
        queue: queue('karpenter', EDGE),
        rule: rule('karpenter', { more: EDGE }),
        target: target('karpenter', 'karpenter', EDGE),
        cluster: cluster('fleet'),
      }),
    },
    passes: {
      'one Region': edged({}),
      'a rule about something else': edged({
        rule: `resource "aws_cloudwatch_event_rule" "karpenter" {\n${EDGE}  event_pattern = jsonencode({ source = ["aws.s3"] })\n}\n`,
        target: target('karpenter', 'karpenter', EDGE),
      }),
      'a rule that is not made': edged({
        rule: rule('karpenter', { more: `${EDGE}  count = 0\n` }),
        target: target('karpenter', 'karpenter', EDGE).replace(
          '.karpenter.name',
          '.karpenter[0].name',
        ),
      }),
      'a cluster elsewhere, beside one whose Region is not known': edged({
        any: provider('var.region', 'any'),
        queue: queue('karpenter', EDGE),
        rule: rule('karpenter', { more: EDGE }),
        target: target('karpenter', 'karpenter', EDGE),
        cluster: cluster('fleet'),
        other: cluster('other', '  provider = aws.any\n'),
      }),
      'a rule beside another whose queue is elsewhere': edged({
        spare: queue('spare', EDGE),
        more: rule('spare', { more: EDGE }),
        to: target('spare', 'spare', EDGE),
        cluster: cluster('fleet', EDGE),
        home: cluster('home'),
      }),
      'a Region that is not known': root({
        provider: provider('"eu-west-1"'),
        edge: provider('var.region', 'edge'),
        rule: rule('karpenter', { more: EDGE }),
        target: target('karpenter', 'karpenter', EDGE),
      }),
      'a queue whose Region is not known': root({
        provider: provider('"eu-west-1"'),
        edge: provider('var.region', 'edge'),
        queue: queue('karpenter', EDGE),
      }),
      'a rule in the Region of one of two clusters': edged({
        queue: queue('karpenter', EDGE),
        rule: rule('karpenter', { more: EDGE }),
        target: target('karpenter', 'karpenter', EDGE),
        cluster: cluster('fleet'),
        other: cluster('other', EDGE),
      }),
    },
  },
  {
    rule: 'partition-mismatch',
    fails: {
      'an ARN of another partition': edged({
        document: document('"arn:aws:sqs:*:*:q"'),
        role: role('a'),
        policy: policy('a', allow('"sqs:*"', '"arn:aws-cn:sqs:*:*:q"')),
      }),
      'one of which the beginning is written': edged({
        role: role('a'),
        policy: policy('a', allow('"sqs:*"', '"arn:aws-us-gov:sqs:*:*:${var.name}"')),
      }),
      'in a list of a resource': edged({
        more: target('karpenter')
          .replace('"karpenter" {', '"more" {')
          .replace('aws_sqs_queue.karpenter.arn', '"arn:aws-cn:sqs:cn-north-1:111122223333:q"'),
      }),
    },
    passes: {
      'its own partition, and any': edged({
        role: role('a'),
        policy: policy('a', allow('"sqs:*"', '["arn:aws:sqs:*:*:q", "arn:*:sqs:*:*:q", "*"]')),
      }),
      'a Region that is not known': root({
        provider: provider('var.region'),
        role: role('a'),
        policy: policy('a', allow('"sqs:*"', '"arn:aws-cn:sqs:*:*:q"')),
      }),
      'what is not made, or about something else': edged({
        role: role('a', undefined, '  count = 0\n'),
        bucket:
          'resource "aws_s3_bucket_policy" "a" {\n  policy = jsonencode({ Resource = "arn:aws-cn:s3:::b" })\n}\n',
      }),
    },
  },
  {
    rule: 'wrong-oidc-provider',
    fails: Object.fromEntries(
      [
        ['the issuer', 'aws_eks_cluster.fleet.identity[0].oidc[0].issuer'],
        ['the issuer with its scheme', '"https://oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE"'],
        ['the issuer without it', '"oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE"'],
        ['the URL of the module', 'module.eks.cluster_oidc_issuer_url'],
        ['the provider of the module without an ARN', 'module.eks.oidc_provider'],
      ].map(([name = '', value = '']) => [name, addons(value)]),
    ),
    passes: Object.fromEntries(
      [
        ['the ARN of the module', 'module.eks.oidc_provider_arn'],
        [
          'an ARN',
          '"arn:aws:iam::111122223333:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE"',
        ],
        [
          'an ARN made of the issuer',
          '"arn:aws:iam::${var.account}:oidc-provider/${replace(aws_eks_cluster.fleet.identity[0].oidc[0].issuer, "https://", "")}"',
        ],
        ['what is not known', 'var.oidc_provider_arn'],
        [
          'an issuer where no ARN is wanted',
          'var.arn\n  tags = { issuer = "oidc.eks.eu-west-1.amazonaws.com" }\n  cluster_ca = aws_eks_cluster.fleet.identity[0].oidc[0].issuer',
        ],
        ['the ARN of a resource', 'aws_iam_openid_connect_provider.eks.arn'],
      ].map(([name = '', value = '']) => [name, addons(value)]),
    ),
  },
];

function addons(oidc: string): string {
  return `module "addons" {
  source            = "aws-ia/eks-blueprints-addons/aws"
  version           = "1.16.2"
  cluster_name      = "fleet"
  cluster_endpoint  = "https://fleet"
  cluster_version   = "1.29"
  oidc_provider_arn = ${oidc}
  enable_karpenter  = true
}
`;
}
