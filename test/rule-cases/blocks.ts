/** Blocks of Terraform that work together, each to be replaced or left out by its name. */

const GRANT = (queue: string, statement = '') => `resource "aws_sqs_queue_policy" "${queue}" {
  queue_url = aws_sqs_queue.${queue}.id
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [${
      statement === ''
        ? `{ Effect = "Allow", Principal = { Service = "events.amazonaws.com" }, Action = "sqs:SendMessage", Resource = aws_sqs_queue.${queue}.arn }`
        : statement
    }]
  })
}
`;

const ALL_EVENTS =
  '["AWS Health Event", "EC2 Spot Instance Interruption Warning", "EC2 Instance Rebalance Recommendation", "EC2 Instance State-change Notification"]';

export const queue = (name: string, more = ''): string =>
  `resource "aws_sqs_queue" "${name}" {\n  name = "fleet-${name}"\n${more}}\n`;

export const grant = GRANT;

export const rule = (
  name: string,
  { types = ALL_EVENTS, more = '' }: { readonly types?: string; readonly more?: string } = {},
): string => `resource "aws_cloudwatch_event_rule" "${name}" {
  event_pattern = jsonencode({ source = ["aws.ec2", "aws.health"], "detail-type" = ${types} })
${more}}
`;

export const target = (rule_: string, queue_ = rule_, more = ''): string =>
  `resource "aws_cloudwatch_event_target" "${rule_}" {
  rule = aws_cloudwatch_event_rule.${rule_}.name
  arn  = aws_sqs_queue.${queue_}.arn
${more}}
`;

interface Chart {
  readonly version?: string;
  readonly values?: string;
  readonly more?: string;
}

export const karpenter = ({
  version = '1.2.1',
  values = 'settings = { clusterName = "fleet", interruptionQueue = aws_sqs_queue.karpenter.name }',
  more = '',
}: Chart = {}): string => `resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "${version}"
  values     = [yamlencode({ ${values} })]
${more}}
`;

export const nth = ({
  version = '0.27.3',
  values = 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.nth.url',
  more = '',
}: Chart = {}): string => `resource "helm_release" "nth" {
  name       = "nth"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/aws-ec2/helm"
  chart      = "aws-node-termination-handler"
  version    = "${version}"
  values     = [yamlencode({ ${values} })]
${more}}
`;

/** Karpenter with its queue, and the rules that feed it. */
const KARPENTER = {
  queue: queue('karpenter'),
  grant: GRANT('karpenter'),
  rule: rule('karpenter'),
  target: target('karpenter'),
  handler: karpenter(),
};

type Blocks = Readonly<Record<string, string | undefined>>;

/** The working root with some blocks written otherwise, or left out, or more of them. */
export const root = (changes: Blocks = {}): string => textOf({ ...KARPENTER, ...changes });

const NTH = {
  queue: queue('nth'),
  grant: GRANT('nth'),
  rule: rule('nth'),
  target: target('nth'),
  handler: nth(),
};

/** The same with NTH. */
export const nthRoot = (changes: Blocks = {}): string => textOf({ ...NTH, ...changes });

const textOf = (blocks: Blocks): string =>
  Object.values(blocks)
    .filter((block) => block !== undefined)
    .join('\n');
