/** `interlock trace` as people run it: an event and files in, hops with their lines out. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

const sample = (name: string): string => readFileSync(`test/fixtures/events/${name}.json`, 'utf8');
const NOTICE = sample('ec2-spot-interruption-warning-terminate');

/** The configuration of the question that this project began with, but for what its dots leave out. */
const SEED = `module "eks_addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.16.2"

  enable_aws_load_balancer_controller   = true
  enable_external_dns                   = true
  enable_cert_manager                   = true
  enable_karpenter                      = true
  enable_aws_node_termination_handler = true
}
`;
/** As it has to be for AWS to take it. */
const APPLIED = SEED.replace(
  '\n}',
  '\n  aws_node_termination_handler_asg_arns = [var.group_arn]\n}\nvariable "group_arn" { type = string }',
);

type Files = Readonly<Record<string, string>>;

async function traced(files: Files, ...args: readonly string[]) {
  const host = memoryHost({ 'event.json': NOTICE, ...files });
  const status = await run(host, ['trace', ...args]);
  return { status, out: host.stdout(), err: host.stderr() };
}

const json = async (files: Files, ...args: readonly string[]) =>
  JSON.parse((await traced(files, ...args, '--format', 'json')).out).traces;

describe('the first question: both enabled, a Spot notice', () => {
  it('shows the notice in both queues, Karpenter acting, NTH dropping it for want of a tag', async () => {
    const files = { 'addons.tf': APPLIED };
    const { status, out, err } = await traced(
      files,
      'event.json',
      '--in',
      'addons.tf',
      '--pool',
      'NodePools elsewhere',
    );
    expect([status, err]).toEqual([0, '']);
    await expect(out).toMatchFileSnapshot('golden/seed-applied.txt');
    const [{ queues, actors, ending }] = await json(
      files,
      'event.json',
      '--in',
      'addons.tf',
      '--pool',
      'NodePools elsewhere',
    );
    const readers = queues.map(
      ({ arrives, readers: [reader] }: { arrives: boolean; readers: readonly Reader[] }) => [
        arrives,
        reader?.handler,
        reader?.acts,
        reader?.hops.find(({ passes }) => passes === false)?.step,
        reader?.messages.map(({ fate }) => fate),
      ],
    );
    expect(readers).toEqual([
      [true, 'karpenter', true, undefined, ['deleted']],
      [true, 'nth', false, 'tag', ['deleted']],
    ]);
    expect([ending, actors.map((actor: Reader) => actor.handler)]).toEqual(['one', ['karpenter']]);
  });

  it('says of the text as it stands that AWS refuses the role of NTH, and what would be if it did not', async () => {
    const { status, out, err } = await traced(
      { 'addons.tf': SEED },
      'event.json',
      '--in',
      'addons.tf',
    );
    expect([status, err]).toEqual([0, '']);
    await expect(out).toMatchFileSnapshot('golden/seed.txt');
  });
});

interface Reader {
  readonly handler: string;
  readonly acts: unknown;
  readonly hops: readonly { readonly step: string; readonly passes: unknown }[];
  readonly messages: readonly { readonly fate: string }[];
}

const RULED = (pattern: string, more = ''): string => `
provider "aws" {
  region = "ap-northeast-2"
}
resource "aws_sqs_queue" "interruptions" {
  name                      = "interruptions"
  message_retention_seconds = 300
  ${more}
}
resource "aws_sqs_queue_policy" "interruptions" {
  queue_url = aws_sqs_queue.interruptions.url
  policy    = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Action    = "sqs:SendMessage"
      Principal = { Service = "events.amazonaws.com" }
      Resource  = aws_sqs_queue.interruptions.arn
    }]
  })
}
resource "aws_cloudwatch_event_rule" "notice" {
  name          = "notice"
  event_pattern = jsonencode(${pattern})
}
resource "aws_cloudwatch_event_target" "notice" {
  rule = aws_cloudwatch_event_rule.notice.name
  arn  = aws_sqs_queue.interruptions.arn
}
resource "helm_release" "nth" {
  name       = "nth"
  chart      = "aws-node-termination-handler"
  repository = "oci://public.ecr.aws/aws-ec2/helm"
  version    = "0.27.6"
  values = [yamlencode({
    enableSqsTerminationDraining = true
    queueURL                     = aws_sqs_queue.interruptions.url
    awsRegion                    = "ap-northeast-2"
  })]
}
resource "aws_autoscaling_group" "batch" {
  mixed_instances_policy {
    instances_distribution {
      on_demand_percentage_above_base_capacity = 0
    }
  }
  initial_lifecycle_hook {
    name                 = "drain"
    lifecycle_transition = "autoscaling:EC2_INSTANCE_TERMINATING"
    heartbeat_timeout    = 300
  }
  tag {
    key                 = "kubernetes.io/cluster/orders"
    value               = "owned"
    propagate_at_launch = true
  }
  tag {
    key                 = "aws-node-termination-handler/managed"
    value               = "true"
    propagate_at_launch = true
  }
}
`;
const TERMINATION = sample('asg-instance-terminate-lifecycle-action');

describe('a root of plain resources', () => {
  const files = (pattern: string, more?: string): Files => ({
    'main.tf': RULED(pattern, more),
    'termination.json': TERMINATION,
  });

  it('names the place of every hop', async () => {
    const { out } = await traced(
      files('{ source = ["aws.ec2"], detail = { "instance-action" = ["stop"] } }'),
      'event.json',
      '--in',
      'main.tf',
    );
    expect(out).toContain(
      'no  aws_cloudwatch_event_rule.notice: does not match: "detail.instance-action" must be "stop", and the event has "terminate" (main.tf:23:85)',
    );
    for (const line of out.split('\n').filter((one) => /^ +(ok|no|\?) /.test(one)))
      expect(line).toMatch(/\((main\.tf|event\.json):\d+:\d+\)$/);
  });

  it('takes a reference to the group of the pool for the group of the event', async () => {
    const own =
      '{ source = ["aws.autoscaling"], detail = { AutoScalingGroupName = [aws_autoscaling_group.batch.name] } }';
    const [mine] = await json(files(own), 'termination.json', '--in', 'main.tf');
    expect(mine.rules[0].matches).toBe(true);
    const other = own.replace('aws_autoscaling_group.batch.name', '"web"');
    const [theirs] = await json(files(other), 'termination.json', '--in', 'main.tf');
    expect(theirs.rules[0].matches).toBe(false);
  });

  it('follows a message that fails to the dead-letter queue', async () => {
    const more =
      'redrive_policy = jsonencode({ deadLetterTargetArn = "arn:aws:sqs:ap-northeast-2:1:dead", maxReceiveCount = 3 })';
    const { out } = await traced(
      {
        ...files('{ source = [{ prefix = "aws." }] }', more),
        'eks.json': sample('eks-fargate-pod-scheduled-termination'),
      },
      'eks.json',
      '--in',
      'main.tf',
    );
    expect(out).toContain(
      'message retried: it is visible again after 20 seconds, and so on until it was received 3 times and goes to the dead-letter queue',
    );
  });

  it('does not deliver to a rule of another bus or Region', async () => {
    const bus = RULED('{ source = ["aws.ec2"] }').replace(
      'event_pattern =',
      'event_bus_name = aws_cloudwatch_event_bus.own.name\n  event_pattern =',
    );
    const [there] = await json(
      { 'main.tf': `${bus}\nresource "aws_cloudwatch_event_bus" "own" {\n  name = "own"\n}\n` },
      'event.json',
      '--in',
      'main.tf',
    );
    expect(there.rules[0].hops[0]).toMatchObject({ step: 'bus', passes: false });
    const elsewhere = RULED('{ source = ["aws.ec2"] }').replace(
      'ap-northeast-2"\n}',
      'us-east-1"\n}',
    );
    const [here] = await json({ 'main.tf': elsewhere }, 'event.json', '--in', 'main.tf');
    expect(here.rules[0].hops[0].says).toContain('the rule stands in us-east-1');
  });

  it('says in which world what happens', async () => {
    const text = `${RULED('{ source = ["aws.ec2"] }')}\nvariable "own" { type = bool }\n`.replace(
      'name          = "notice"',
      'name          = "notice"\n  state         = var.own ? "ENABLED" : "DISABLED"',
    );
    const { status, out } = await traced({ 'main.tf': text }, 'event.json', '--in', 'main.tf');
    expect(out).toMatch(/main\.tf.*, where var\.own: a node/);
    expect(out).toMatch(/main\.tf.*, where not var\.own: a node/);
    expect(out).toContain('the rule is switched off');
    expect(status).toBe(0);
  });
});

const POLICY = readFileSync('policies/mixed-fleet.yaml', 'utf8');

describe('a policy', () => {
  it('is followed as it is compiled, every sample on every pool', async () => {
    const { status, out } = await traced({ 'fleet.yaml': POLICY }, '--all', '--in', 'fleet.yaml');
    expect(status).toBe(0);
    await expect(out).toMatchFileSnapshot('golden/mixed-fleet.txt');
  });

  it('gives JSON that its schema holds, for one event and for all', async () => {
    const validate = new Ajv2020({ allErrors: true }).compile(
      JSON.parse(readFileSync('schemas/trace.v1.schema.json', 'utf8')),
    );
    for (const args of [['event.json'], ['--all']])
      for (const files of [{ 'fleet.yaml': POLICY }, { 'addons.tf': SEED }] as readonly Files[]) {
        const { out } = await traced(
          files,
          ...args,
          '--in',
          ...Object.keys(files),
          '--format',
          'json',
        );
        expect(validate(JSON.parse(out)), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      }
  });
});

describe('the exit status', () => {
  const BOTH = `${APPLIED.replace('\n}\nvariable', '\n  aws_node_termination_handler = { set = [{ name = "checkTagBeforeDraining", value = "false" }] }\n}\nvariable')}`;

  it.each<[string, Files, readonly string[], number, RegExp]>([
    [
      'is 1 where two handlers act',
      { 'a.tf': BOTH },
      ['event.json', '--in', 'a.tf', '--pool', 'NodePools elsewhere'],
      1,
      /2 handlers act on one node: karpenter drains and nth drains/,
    ],
    [
      'is 1 where no pool is in sight',
      { 'a.tf': 'locals {}\n' },
      ['event.json', '--in', 'a.tf'],
      1,
      /no pool is in sight/,
    ],
    ['is 2 without an event', { 'a.tf': SEED }, ['--in', 'a.tf'], 2, /name the file of an event/],
    [
      'is 2 with an event and --all',
      { 'a.tf': SEED },
      ['event.json', '--all', '--in', 'a.tf'],
      2,
      /leave out "event.json"/,
    ],
    [
      'is 2 for a pool that is not there',
      { 'f.yaml': POLICY },
      ['event.json', '--in', 'f.yaml', '--pool', 'wob'],
      2,
      /no pool is called "wob" \(did you mean "web"\?\)/,
    ],
    [
      'is 3 for an event that is not there',
      { 'a.tf': SEED },
      ['nothing.json', '--in', 'a.tf'],
      3,
      /nothing\.json: it cannot be read/,
    ],
    [
      'is 3 for what is no JSON',
      { 'a.tf': SEED, 'e.json': '{' },
      ['e.json', '--in', 'a.tf'],
      3,
      /it is no event: EventBridge sends one JSON object/,
    ],
    [
      'is 3 for what is no event',
      { 'a.tf': SEED, 'e.json': '{"source":"aws.ec2"}' },
      ['e.json', '--in', 'a.tf'],
      3,
      /it has no "detail-type"/,
    ],
    [
      'is 1 where a text could not be read',
      { 'a.tf': SEED.replace('version', '...\n  version') },
      ['event.json', '--in', 'a.tf'],
      1,
      /one handler acts/,
    ],
  ])('%s', async (_, files, args, status, says) => {
    const result = await traced(files, ...args);
    expect([result.status, result.out + result.err]).toEqual([status, expect.stringMatching(says)]);
  });

  it('is 0 for any bytes of an event that are one, however odd', async () => {
    const odd = JSON.stringify({
      source: 'aws.health',
      'detail-type': 'AWS Health Event',
      detail: [null, { affectedEntities: 7 }],
    });
    const { status, out } = await traced({ 'a.tf': SEED, 'e.json': odd }, 'e.json', '--in', 'a.tf');
    expect([status, out]).toEqual([0, expect.stringContaining('nobody acts, and nobody has to')]);
  });

  it('lets nothing of an event take effect on a terminal', async () => {
    const evil = NOTICE.replaceAll('i-0a1b2c3d4e5f60718', 'i-\\u001b[31m');
    const { out } = await traced({ 'a.tf': SEED, 'e.json': evil }, 'e.json', '--in', 'a.tf');
    expect(out).toContain('i-\\u001b[31m');
    expect(out).not.toContain('\u001b');
  });
});
