/** What reads text that anybody may have written, with real texts to begin from. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/commands/program.js';
import { readProject } from '../../src/commands/project.js';
import { readBaseline } from '../../src/diagnostics/baseline.js';
import { suppress } from '../../src/diagnostics/suppress.js';
import { readLock } from '../../src/diff/lock.js';
import { readScenario } from '../../src/simulate/scenario.js';
import type { HclParser } from '../../src/terraform/hcl/parser.js';
import { readLockFile } from '../../src/terraform/lock.js';
import { BAD_POLICIES } from '../support/bad-policies.js';
import { memoryHost } from '../support/memory-host.js';
import { changed, VALID } from '../support/policy.js';

export interface Reader {
  readonly name: string;
  readonly seeds: readonly string[];
  /** Where its code is. */
  readonly code: RegExp;
  /** Reads a text; says what is wrong with how, or nothing. */
  readonly read: (text: string, parser: HclParser) => unknown;
}

/** Texts below a folder whose names end in one of these. */
const texts = (folder: string, ...ends: readonly string[]): readonly string[] =>
  files(folder, ...ends).filter((text) => text.length < 20_000);

const files = (folder: string, ...ends: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ends.some((end) => entry.name.endsWith(end)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'));

/** Plans as Terraform prints them, without the blanks between their parts. */
const plans = (folder: string): readonly string[] =>
  files(folder, 'plan.json', 'applied.json', 'state.json').map((text) =>
    JSON.stringify(JSON.parse(text)),
  );

const QUEUE = `resource "aws_sqs_queue" "q" {
  name = "q"
}
resource "aws_cloudwatch_event_rule" "r" {
  event_pattern = jsonencode({ source = ["aws.ec2"], detail-type = [{ prefix = "EC2" }] })
}
resource "aws_cloudwatch_event_target" "t" {
  rule = aws_cloudwatch_event_rule.r.name
  arn  = aws_sqs_queue.q.arn
}
resource "helm_release" "nth" {
  name   = "nth"
  chart  = "aws-node-termination-handler"
  values = [jsonencode({ enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.q.url })]
}
`;
const VARIABLES = `variable "name" {}
variable "enable" { type = bool }
variable "tags" { type = map(string) }
variable "groups" { type = list(object({ name = string, tag = optional(string, "x") })) }
resource "aws_sqs_queue" "q" {
  count = var.enable ? 1 : 0
  name  = var.name
  tags  = var.tags
}
resource "helm_release" "nth" {
  for_each = { for g in var.groups : g.name => g }
  name     = each.key
  chart    = "aws-node-termination-handler"
  values   = [jsonencode({ queueURL = aws_sqs_queue.q[0].url, managedTag = each.value.tag })]
}
`;
const TFVARS = [
  'name   = "a"\nenable = true\ntags   = { a = "b", "c d" = null }\ngroups = [{ name = "x" }, { name = "y", tag = "z" }]\n',
  'name = <<EOT\n  multi\nEOT\nenable = "true"\ntags = {}\ngroups = []\n',
];
/** What policies extend. */
const BASES = {
  'base.yaml': VALID,
  'orders-1-29.yaml': readFileSync('policies/orders-1-29.yaml', 'utf8'),
  'loop.yaml': 'extends: [p.yaml]\n',
};
const HEAD = 'apiVersion: interlock/v1\nkind: InterruptionPolicy\nmetadata: { name: top }\n';
const POLICIES = [
  `${HEAD}extends: [base.yaml, ./base.yaml]\ncapacity:\n  - { name: web, limits: { cpu: "5" } }\n  - { name: more, kind: NodePool, mix: { reserved: 100 }, nodeClass: general }\n`,
  `${HEAD}extends: [loop.yaml]\n`,
  `${HEAD}extends: [../up.yaml, none.yaml, a/../base.yaml]\n`,
  `${VALID}---\n${VALID}`,
  '[]\n',
  changed('"1.33"', '{ terraform: module.eks.cluster_version, is: "1.33" }'),
  changed('"1.33"', '{ terraform: "element(var.a, 0)" }'),
  changed('nodeClass: general', 'nodeClass: &c general\n    labels: *c\n    <<: { weight: 5 }'),
  changed('runsOn: system', 'runsOn: web'),
  changed('{ prefer: spot }', '{ reserved: 50, spot: 30, onDemand: 20 }'),
  changed(
    'nth: { runsOn: system }',
    'nth: { mode: imds, chart: 0.15.4, workers: 5, taintEffect: NoExecute, values: { a: { b: [1, null] } }, repository: { terraform: var.repo } }',
  ),
  changed(
    '  - name: batch\n',
    '  - { name: auto, kind: AutoMode, mix: { onDemand: 100 } }\n  - { name: serverless, kind: FargateProfile, selectors: [{ namespace: kube-system, labels: { a: b } }] }\n  - name: batch\n',
  ).replace('runsOn: system', 'runsOn: auto'),
  `${VALID}  exceptions:\n    - { pools: [web], events: [scheduled-change], owner: external, because: a: b }\n    - { pools: [batch], events: [rebalance-recommendation, instance-state-change], owner: none, because: later }\n    - { events: [asg-launch], owner: nth, because: "x" }\n`,
  `${VALID}drain:\n  workloads: { longestGracePeriod: 5m, volumes: ebs, wave: 30 }\n  nth: { nodeTerminationGracePeriod: 500, podTerminationGracePeriod: -1, heartbeats: 30s }\n  pools:\n    batch: { instanceRefresh: { minHealthyPercentage: 90 }, expireAfter: 30d }\n    system: { updateConfig: { maxUnavailable: 1 } }\n    web: { terminationGracePeriod: 1h, expireAfter: Never, disruption: { budgets: [{ nodes: "0", schedule: "0 9 * * 1-5", duration: 8h, reasons: [Drifted] }] } }\n`,
  `${VALID}inputs: { enable_karpenter: false, tags: { a: { terraform: local.tags } }, karpenter: { set: [{ name: a, value: "\${b}" }] } }\nroot: { backend: { s3: { bucket: { terraform: var.b } } }, providers: { aws: { region: x } } }\n`,
];
const BASELINE =
  '{"version":1,"findings":[{"rule":"unread-queue","file":"main.tf","message":"it is read by nobody","count":2}]}';
const LOCK = texts('test/golden/lock', 'interlock.lock.json');
const PROVIDERS = `provider "registry.terraform.io/hashicorp/helm" {
  version     = "2.17.0"
  constraints = ">= 2.9.0"
  hashes      = ["h1:abc="]
}
`;
const PROJECT = `roots:
  - path: .
    manifests: { web: [manifests] }
    variables: [prod.tfvars]
    assume: { karpenter: 1.8.8 }
exclude: ["a/**"]
severities: { unread-queue: off, narrow-spot-pool: note }
`;
const SCENARIO = `apiVersion: interlock/v1
kind: InterruptionScenario
metadata: { name: tuesday }
wave: { seed: 7, spread: 30s, rebalance: true }
`;
const VALUES =
  'enableSqsTerminationDraining: true\nqueueURL: https://sqs.eu-west-1.amazonaws.com/1/q\nworkers: 20\n';
const PLAN = {
  format_version: '1.2',
  terraform_version: '1.11.4',
  planned_values: {
    root_module: {
      resources: [
        {
          address: 'aws_sqs_queue.q',
          mode: 'managed',
          type: 'aws_sqs_queue',
          name: 'q',
          provider_name: 'registry.terraform.io/hashicorp/aws',
          values: { name: 'q', message_retention_seconds: 300 },
        },
      ],
      child_modules: [{ address: 'module.a["x"]', resources: [] }],
    },
  },
  configuration: {
    provider_config: {
      aws: { name: 'aws', expressions: { region: { constant_value: 'eu-west-1' } } },
    },
    root_module: {
      resources: [
        {
          address: 'aws_sqs_queue.q',
          type: 'aws_sqs_queue',
          name: 'q',
          expressions: { name: { references: ['local.a'] } },
        },
      ],
      module_calls: { a: { source: './a', expressions: {}, module: {} } },
    },
  },
};
/** Instances by key and by number, values that are null, secret or known later, references through variables and outputs. */
const KEYED_PLAN = {
  format_version: '1.2',
  variables: { names: { value: ['a', 'b'] }, secret: { value: 'x' } },
  planned_values: {
    outputs: { url: { sensitive: true, value: { a: ['x'] } }, plain: { sensitive: false } },
    root_module: {
      child_modules: ['module.a["x"]', 'module.a["y"]', 'module.b[0]', 'module.b[1]'].map(
        (address) => ({
          address,
          resources: [0, 1].map((index) => ({
            address: `${address}.aws_sqs_queue.q[${index}]`,
            mode: 'managed',
            type: 'aws_sqs_queue',
            name: 'q',
            index,
            provider_name: 'registry.terraform.io/hashicorp/aws',
            values: {
              name: null,
              name_prefix: 'q-',
              tags: { a: null },
              policy: '{}',
              list: [{ a: 1 }],
            },
            sensitive_values: { policy: true, tags: {}, list: [{ a: true }, false] },
          })),
        }),
      ),
      resources: [
        {
          address: 'helm_release.nth["x"]',
          mode: 'managed',
          type: 'helm_release',
          name: 'nth',
          index: 'x',
          values: {
            chart: 'aws-node-termination-handler',
            set: [{ name: 'queueURL' }, { name: 'managedTag', value: 'a' }],
            values: [null],
          },
        },
        {
          address: 'data.aws_iam_policy_document.d',
          mode: 'data',
          type: 'aws_iam_policy_document',
          name: 'd',
          values: { statement: [{ actions: ['sqs:SendMessage'] }] },
        },
      ],
    },
  },
  resource_changes: ['module.a["x"].aws_sqs_queue.q[0]', 'helm_release.nth["x"]'].map(
    (address) => ({
      address,
      change: {
        actions: ['create'],
        after_unknown: {
          arn: true,
          id: true,
          name: true,
          values: [true],
          set: [{ value: true }],
          tags: { a: true },
        },
      },
    }),
  ),
  prior_state: { format_version: '1.0', values: { root_module: { resources: [] } } },
  configuration: {
    provider_config: {
      'aws.edge': {
        name: 'aws',
        alias: 'edge',
        expressions: { region: { references: ['var.region'] } },
      },
      'module.a:aws': { name: 'aws', module_address: 'module.a', expressions: {} },
    },
    root_module: {
      variables: {
        region: { default: 'eu-west-1' },
        names: { default: { q: { url: 'x' } } },
        secret: { sensitive: true, default: 's' },
      },
      outputs: {
        url: { expression: { references: ['module.a["x"].url', 'module.a["x"]', 'module.a'] } },
      },
      resources: [
        {
          address: 'helm_release.nth',
          mode: 'managed',
          type: 'helm_release',
          name: 'nth',
          provider_config_key: 'aws.edge',
          for_each_expression: { references: ['local.all', 'module.a'] },
          expressions: {
            chart: { constant_value: 'aws-node-termination-handler' },
            values: {
              references: ['module.a["x"].url', 'module.a["x"]', 'module.a', 'var.names["q"].url'],
            },
            set: [
              {
                name: { constant_value: 'queueURL' },
                value: { references: ['module.b[1].url', 'module.b'] },
              },
              { name: { constant_value: 'managedTag' }, value: { references: ['var.secret'] } },
            ],
          },
        },
        {
          address: 'data.aws_iam_policy_document.d',
          mode: 'data',
          type: 'aws_iam_policy_document',
          name: 'd',
          expressions: { statement: [{ resources: { references: ['module.a["x"].arn'] } }] },
        },
      ],
      module_calls: {
        a: {
          source: 'terraform-aws-modules/sqs/aws',
          version_constraint: '~> 4.0',
          for_each_expression: { references: ['var.names'] },
          expressions: {
            name: { references: ['each.key'] },
            deep: { a: { constant_value: [{ b: 1 }] } },
          },
          module: {
            variables: { name: {}, deep: { default: null } },
            outputs: {
              url: {
                expression: {
                  references: ['aws_sqs_queue.q[0].url', 'aws_sqs_queue.q[0]', 'aws_sqs_queue.q'],
                },
              },
              arn: { expression: { references: ['local.arn', 'var.deep.a'] } },
            },
            resources: [
              {
                address: 'aws_sqs_queue.q',
                mode: 'managed',
                type: 'aws_sqs_queue',
                name: 'q',
                count_expression: { constant_value: 2 },
                expressions: {
                  name: { references: ['var.name'] },
                  list: [{ a: { references: ['count.index'] } }],
                },
              },
            ],
          },
        },
        b: {
          source: './b',
          count_expression: { constant_value: 2 },
          module: {
            outputs: { url: { expression: { references: ['aws_sqs_queue.q["0"].url'] } } },
          },
        },
      },
    },
  },
};
const PLANS = [
  PLAN,
  KEYED_PLAN,
  { ...PLAN, errored: true },
  { ...PLAN, complete: false },
  { ...PLAN, format_version: '9.0' },
  { format_version: '1.0' },
].map((plan) => JSON.stringify(plan));

/** A command line over files in memory: a status is an answer, a fault or a stack trace is none. */
const command =
  (over: (text: string) => Readonly<Record<string, string>>, ...args: readonly string[]) =>
  async (text: string, parser: HclParser): Promise<string | undefined> => {
    const host = { ...memoryHost(over(text)), hclParser: () => Promise.resolve(parser) };
    await run(host, args);
    const said = host.stderr();
    return /is a fault of interlock|\n {4}at .*:\d+:\d+/.test(said) ? said : undefined;
  };

const one =
  (file: string) =>
  (text: string): Readonly<Record<string, string>> => ({ [file]: text });

/** A reader alone: whatever it gives is an answer. */
const alone =
  (work: (text: string, parser: HclParser) => unknown) =>
  (text: string, parser: HclParser): undefined => {
    work(text, parser);
  };

export const READERS: readonly Reader[] = [
  {
    name: 'policy',
    code: /^src\/(?:policy|value)/,
    seeds: [
      ...texts('policies', '.yaml'),
      ...texts('test/rules', '.yaml').filter((text) => text.includes('InterruptionPolicy')),
      ...BAD_POLICIES.map(({ text }) => text),
      ...POLICIES,
    ],
    read: command((text) => ({ ...BASES, 'p.yaml': text }), 'lint', 'p.yaml', '--format', 'json'),
  },
  {
    name: 'hcl',
    code: /^src\/terraform\/(?:hcl|syntax|evaluate)/,
    seeds: [...texts('test/pipeline/roots', '.tf'), ...texts('examples', '.tf')],
    read: command(one('main.tf'), 'lint', '.', '--format', 'json'),
  },
  {
    name: 'tfvars',
    code: /^src\/terraform\/(?:hcl|tfvars|evaluate)/,
    seeds: TFVARS,
    read: command((text) => ({ 'main.tf': VARIABLES, 'terraform.tfvars': text }), 'prove', '.'),
  },
  {
    name: 'plan',
    code: /^src\/terraform\/plan/,
    seeds: [...PLANS, ...plans('test/terraform/plan/fixtures'), ...plans('test/cases')],
    read: command(one('plan.json'), 'lint', 'plan.json', '--format', 'json'),
  },
  {
    name: 'manifest',
    code: /^src\/manifests\/(?!convert)/,
    seeds: texts('test/manifests/data', '.yaml', '.yml').slice(0, 40),
    read: command(one('m.yaml'), 'lint', 'm.yaml', '--format', 'json'),
  },
  {
    name: 'convert',
    code: /^src\/manifests\/convert/,
    seeds: texts('test/convert', '.yaml').slice(0, 20),
    read: command(one('m.yaml'), 'convert', 'm.yaml'),
  },
  {
    name: 'values',
    code: /^src\/(?:manifests\/(?:read|leaves)|value)/,
    seeds: [VALUES],
    read: command(one('values.yaml'), 'lint', 'values.yaml'),
  },
  {
    name: 'event',
    code: /^src\/trace/,
    seeds: texts('test/fixtures/events', '.json'),
    read: command(
      (text) => ({ 'e.json': text, 'main.tf': QUEUE }),
      'trace',
      'e.json',
      '--in',
      'main.tf',
    ),
  },
  {
    name: 'comment',
    code: /^src\/diagnostics\/suppress/,
    seeds: [
      'interlock-ignore unread-queue until 2027-01-01: it is read elsewhere',
      'interlock-ignore',
      'interlock-ignore a, b: c',
    ],
    read: alone((text) =>
      suppress({
        findings: [],
        texts: new Map([['main.tf', `x = 1 # ${text}\n`]]),
        rules: { known: new Set(['unread-queue']), fixed: new Set() },
        today: '2026-11-30',
        complete: true,
      }),
    ),
  },
  {
    name: 'baseline',
    code: /^src\/diagnostics\/baseline/,
    seeds: [BASELINE],
    read: alone((text) => readBaseline('b.json', text)),
  },
  {
    name: 'scenario',
    code: /^src\/simulate\/scenario/,
    seeds: [SCENARIO],
    read: alone((text) => readScenario('s.yaml', text)),
  },
  {
    name: 'lock',
    code: /^src\/diff\/lock/,
    seeds: LOCK,
    read: alone((text) => readLock('l.json', text)),
  },
  {
    name: 'provider-lock',
    code: /^src\/terraform\/(?:hcl|lock)/,
    seeds: [PROVIDERS],
    read: alone((text, parser) => readLockFile(parser, '.terraform.lock.hcl', text)),
  },
  {
    name: 'project',
    code: /^src\/commands\/project/,
    seeds: [PROJECT],
    read: alone((text) => readProject({ file: 'interlock.yaml', text })),
  },
];

/** What is wrong with how a reader takes a text; undefined where it answers. */
export async function wrongWith(
  { read }: Reader,
  text: string,
  parser: HclParser,
): Promise<string | undefined> {
  try {
    const wrong = await read(text, parser);
    return wrong === undefined ? undefined : String(wrong);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
