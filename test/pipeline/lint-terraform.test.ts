/** What the conditions of a handler make of Terraform that people write: found where the text tells, else open. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

interface Parts {
  readonly more?: string;
  readonly policy?: string;
  readonly trust?: string;
  readonly permissions?: string;
}

const queuePolicy = (statements: string): string => `<<-JSON
    { "Version": "2012-10-17", "Statement": [${statements}] }
  JSON`;

const SEND = `{ "Effect": "Allow", "Principal": { "Service": "events.amazonaws.com" },
      "Action": "sqs:SendMessage", "Resource": "\${aws_sqs_queue.k.arn}" }`;

const trust = (subject: string): string => `<<-JSON
    { "Version": "2012-10-17", "Statement": [{
      "Effect": "Allow", "Action": "sts:AssumeRoleWithWebIdentity",
      "Principal": { "Federated": "\${var.oidc_arn}" },
      "Condition": { "StringEquals": { "\${var.oidc}:sub": "${subject}" } }
    }] }
  JSON`;

const ACCOUNT = 'system:serviceaccount:kube-system:karpenter';
const RECEIVE = `"sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"`;

const POD_TRUST =
  'jsonencode({ Statement = [{ Effect = "Allow", Action = ["sts:AssumeRole", "sts:TagSession"], Principal = { Service = "pods.eks.amazonaws.com" } }] })';

const association = (account: string): string => `
resource "aws_eks_pod_identity_association" "k" {
  cluster_name    = "shop"
  namespace       = "kube-system"
  service_account = "${account}"
  role_arn        = aws_iam_role.k.arn
}
`;

const terraform = ({
  policy = queuePolicy(SEND),
  trust: trusted = trust(ACCOUNT),
  permissions = RECEIVE,
  more = '',
}: Parts): string => `
variable "oidc" { type = string }
variable "oidc_arn" { type = string }
resource "aws_sqs_queue" "k" {
  name = "shop"
}
resource "aws_sqs_queue_policy" "k" {
  queue_url = aws_sqs_queue.k.id
  policy    = ${policy}
}
resource "aws_cloudwatch_event_rule" "k" {
  name          = "shop-interruption"
  event_pattern = jsonencode({ source = ["aws.ec2"], detail-type = ["EC2 Spot Instance Interruption Warning"] })
}
resource "aws_cloudwatch_event_target" "k" {
  rule = aws_cloudwatch_event_rule.k.name
  arn  = aws_sqs_queue.k.arn
}
resource "aws_iam_role" "k" {
  name               = "shop-karpenter"
  assume_role_policy = ${trusted}
}
resource "aws_iam_role_policy" "k" {
  role   = aws_iam_role.k.name
  policy = jsonencode({ Version = "2012-10-17", Statement = [
    { Effect = "Allow", Action = [${permissions}, "ec2:DescribeInstances"], Resource = "*" },
  ] })
}
resource "aws_eks_cluster" "shop" {
  name = "shop"
}
resource "helm_release" "k" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.8.1"
  values = [yamlencode({
    settings       = { clusterName = "shop", interruptionQueue = aws_sqs_queue.k.name }
    serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.k.arn } }
  })]
}
${more}
`;

const NODE_POOL = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: workers }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`;

/** Who owns the Spot notice of the pool. */
async function owner(files: Readonly<Record<string, string>>, pool = 'workers'): Promise<string> {
  const host = memoryHost(files);
  await run(host, ['lint', ...Object.keys(files), '--format', 'json']);
  const { findings } = JSON.parse(host.stdout()) as {
    findings: readonly { rule: string; message: string }[];
  };
  const table = findings.find(
    ({ rule, message }) => rule === 'ownership-table' && message.startsWith(`"${pool}"`),
  );
  const ranges = table?.message.split(/: (.*)$/)[1]?.split('; ') ?? [];
  return (
    ranges.find((range) => range.includes('spot-interruption'))?.split(' -> ')[1] ?? 'not judged'
  );
}

describe('Karpenter owns the Spot notice', () => {
  const cases: readonly (readonly [string, Parts, string])[] = [
    ['where all is wired by heredocs with references', {}, 'karpenter'],
    [
      'where a statement more denies plain HTTP',
      {
        policy: queuePolicy(
          `${SEND}, { "Effect": "Deny", "Principal": "*", "Action": "sqs:*", "Resource": "\${aws_sqs_queue.k.arn}",
            "Condition": { "Bool": { "aws:SecureTransport": "false" } } }`,
        ),
      },
      'karpenter',
    ],
    [
      'not where its queue takes messages from another rule only',
      {
        policy: queuePolicy(
          SEND.replace(
            / }$/,
            `, "Condition": { "ArnEquals": { "aws:SourceArn": "arn:aws:events:eu-west-1:111122223333:rule/other" } } }`,
          ),
        ),
      },
      'nobody',
    ],
    [
      'not where the policy is of another service',
      { policy: queuePolicy(SEND.replace('events.', 'sns.')) },
      'nobody',
    ],
    [
      'not where its role is for pods by EKS Pod Identity and nothing associates it',
      { trust: POD_TRUST },
      'nobody',
    ],
    [
      'where EKS Pod Identity associates its role',
      { trust: POD_TRUST, more: association('karpenter') },
      'karpenter',
    ],
    [
      'not where EKS Pod Identity associates its role with another account',
      { trust: POD_TRUST, more: association('argo') },
      'nobody',
    ],
    [
      'not where EKS Pod Identity associates a role that trusts no pod',
      { more: association('karpenter') },
      'nobody',
    ],
    ['not where its role may not read a queue', { permissions: '"sqs:GetQueueUrl"' }, 'nobody'],
    [
      'perhaps, where the policy of the queue is not in sight',
      { policy: 'var.policy' },
      'undetermined',
    ],
    [
      'perhaps, where the trust of its role is not in sight',
      { trust: 'var.trust' },
      'undetermined',
    ],
  ];
  it.each(cases)('%s', async (_, parts, expected) => {
    expect(await owner({ 'main.tf': terraform(parts), 'pool.yaml': NODE_POOL })).toBe(expected);
  });
});

it('finds two handlers also where no NodePool is in sight, whether or not it has Spot', async () => {
  const nth = `
resource "helm_release" "nth" {
  name       = "nth"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/aws-ec2/helm"
  chart      = "aws-node-termination-handler"
  version    = "0.27.2"
  values = [yamlencode({ enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.k.url, checkTagBeforeDraining = false })]
}
`;
  const files = { 'main.tf': terraform({}) + nth };
  expect(await owner(files, 'NodePools elsewhere')).toBe('conflict of karpenter and nth');
  const host = memoryHost(files);
  await run(host, ['lint', 'main.tf']);
  expect(host.stdout()).toMatch(/both act on nodes of .* for spot-interruption/);
});
