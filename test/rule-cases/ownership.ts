/** Near cases of the rules on ownership, and of the reports on it. */
import { changed } from '../support/policy.js';
import { grant, karpenter, nth, nthRoot, queue, root, rule, target } from './blocks.js';
import type { Files, RuleCases } from './case.js';

const SPOT = '["EC2 Spot Instance Interruption Warning"]';
const policy = (...changes: readonly (readonly [string, string])[]): Files => ({
  files: {
    'p.yaml': changes.reduce((text, [from, to]) => changed(from, to, text), changed('', '')),
  },
});
/** Karpenter's nodes with NTH's tag. */
const TAGGED = [
  'securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: checkout } }]',
  'securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: checkout } }]\n      tags: { aws-node-termination-handler/managed: "" }',
] as const;
const OWNER = 'owner: { NodePool: karpenter, ManagedNodeGroup: eks, SelfManagedNodeGroup: nth }';
const POOL = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: burst }
spec:
  template:
    spec:
      expireAfter: Never
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [spot] }
`;
const NODE_CLASS = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  amiSelectorTerms: [{ alias: al2023@v20250915 }]
  subnetSelectorTerms: [{ tags: { a: b } }]
  securityGroupSelectorTerms: [{ tags: { a: b } }]
  tags: { aws-node-termination-handler/managed: "true" }
`;
const pools = (main: string, more: Readonly<Record<string, string>> = {}): Files => ({
  files: { 'main.tf': main, 'pool.yaml': POOL, ...more },
});

const tag = (key: string): string =>
  `  tag {\n    key                 = "${key}"\n    value               = "true"\n    propagate_at_launch = true\n  }\n`;
/** A self-managed group, with the tags that its instances come up with. */
const group = (name: string, ...tags: readonly string[]): string =>
  `resource "aws_autoscaling_group" "${name}" {\n  name     = "${name}"\n  max_size = 3\n  min_size = 1\n${[
    'kubernetes.io/cluster/fleet',
    ...tags,
  ]
    .map(tag)
    .join('')}}\n`;
const MANAGED = 'aws-node-termination-handler/managed';
const late = (name: string): string =>
  `resource "aws_autoscaling_group_tag" "${name}" {\n  autoscaling_group_name = aws_autoscaling_group.${name}.name\n${tag(MANAGED)}}\n`;
const CLUSTER = `resource "aws_eks_cluster" "fleet" {
  name     = "fleet"
  role_arn = "arn:aws:iam::111122223333:role/cluster"
}
`;
const QUEUE = 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.nth.url';
const both = (changes: Readonly<Record<string, string | undefined>>): string =>
  root({
    nthQueue: queue('nth'),
    nthGrant: grant('nth'),
    nthRule: rule('nth'),
    nthTarget: target('nth'),
    nth: nth(),
    ...changes,
  });
const unchecked = (changes: Readonly<Record<string, string | undefined>> = {}): string =>
  both({ nth: nth({ values: `${QUEUE}, checkTagBeforeDraining = false` }), ...changes });

export const OWNERSHIP: readonly RuleCases[] = [
  {
    rule: 'duplicate-handler',
    fails: {
      'one event alone': pools(
        unchecked({
          nthRule: rule('nth', { types: SPOT }),
          rule: rule('karpenter', { types: SPOT }),
        }),
      ),
      'each pool of two, with its events': {
        files: {
          'main.tf': unchecked(),
          'pool.yaml': `${POOL}---\n${POOL.replace('burst', 'steady').replace('[spot]', '[on-demand]')}`,
        },
      },
      'two releases of one handler': pools(
        unchecked({
          second: nth({ values: `${QUEUE}, checkTagBeforeDraining = false` })
            .replace('"nth" {', '"second" {')
            .replace('"nth"', '"second"'),
          handler: undefined,
        }),
      ),
    },
    passes: {
      'a handler that asks for its tag': pools(both({})),
      'events that are told apart': pools(
        unchecked({
          nthRule: rule('nth', { types: SPOT }),
          rule: rule('karpenter', { types: '["AWS Health Event"]' }),
        }),
      ),
      'a handler that drains beside EKS, which is another fault': {
        files: {
          'main.tf': `${nthRoot({
            handler: nth({ values: `${QUEUE}, checkTagBeforeDraining = false` }),
          })}
resource "aws_eks_node_group" "system" {
  cluster_name    = "fleet"
  node_group_name = "system"
  node_role_arn   = "arn:aws:iam::111122223333:role/node"
  subnet_ids      = []
  scaling_config {
    desired_size = 1
    max_size     = 1
    min_size     = 1
  }
}
${CLUSTER}`,
        },
      },
    },
  },
  {
    rule: 'rebalance-churn',
    fails: {
      'a tag on the nodes of Karpenter': policy(TAGGED),
      'one of two pools': {
        files: {
          'main.tf': both({}),
          'pool.yaml': `${POOL}---\n${POOL.replaceAll('burst', 'tagged').replace('name: default', 'name: tagged')}`,
          'class.yaml': NODE_CLASS.replace('name: default', 'name: tagged'),
        },
      },
    },
    passes: {
      'no tag': policy(),
      'a rule that leaves the event out': pools(
        unchecked({ nthRule: rule('nth', { types: SPOT }) }),
      ),
      'a policy that wants it': policy(TAGGED, [
        OWNER,
        `${OWNER}\n  exceptions:\n    - { pools: [web], events: [rebalance-recommendation], owner: nth, because: it may }`,
      ]),
      'a handler that only cordons': pools(
        unchecked({
          nth: nth({ values: `${QUEUE}, checkTagBeforeDraining = false, cordonOnly = true` }),
        }),
      ),
      'a group': nthRoot({ group: group('batch', MANAGED) }),
    },
  },
  {
    rule: 'late-managed-tag',
    fails: {
      'a tag beside the group that instances alone are asked for': nthRoot({
        handler: nth(),
        group: group('batch'),
        tag: late('batch'),
      }),
    },
    passes: {
      'a tag of the group': nthRoot({ group: group('batch', MANAGED) }),
      'a tag beside the group, where nothing acts on it': nthRoot({
        handler: nth(),
        rule: undefined,
        target: undefined,
        group: group('batch'),
        tag: late('batch'),
      }),
      'a tag beside the group, where the handler does not drain': nthRoot({
        handler: nth({ values: `${QUEUE}, dryRun = true` }),
        group: group('batch'),
        tag: late('batch'),
      }),
    },
  },
  {
    rule: 'contested-tag',
    fails: {
      'a tag beside the group': nthRoot({ group: group('batch'), tag: late('batch') }),
    },
    passes: {
      'a tag of the group': nthRoot({ group: group('batch', MANAGED) }),
      'a tag of both': nthRoot({ group: group('batch', MANAGED), tag: late('batch') }),
    },
  },
  {
    rule: 'idle-handler',
    fails: {
      'no group with its tag': nthRoot({ group: group('batch'), cluster: CLUSTER }),
      'no group at all, beside the cluster': nthRoot({ cluster: CLUSTER }),
      'two reasons that stand in every way': nthRoot({
        group: group('batch'),
        cluster: CLUSTER,
        rule: undefined,
        target: undefined,
      }),
      'a reason in every way, beside one in a few': nthRoot({
        rule: rule('nth', { types: '["AWS Health Event"]' }),
        group: group('batch'),
        cluster: CLUSTER,
      }),
      'a DaemonSet that runs on no node': `${nth({ values: 'nodeSelector = { disk = "ssd" }' })}${group('batch')}${CLUSTER}`,
      'two pools': pools(both({ group: group('batch') })),
    },
    passes: {
      'a group with its tag': nthRoot({ group: group('batch', MANAGED), cluster: CLUSTER }),
      'a group that may have it': nthRoot({
        group: group('batch').replace('"kubernetes.io/cluster/fleet"', 'var.tag'),
        cluster: CLUSTER,
      }),
      'no group, where no tag is asked for': nthRoot({
        handler: nth({ values: `${QUEUE}, checkTagBeforeDraining = false` }),
        cluster: CLUSTER,
      }),
      'no group, where the cluster is elsewhere': nthRoot(),
      'no group, beside a module that was not read': nthRoot({
        cluster: CLUSTER,
        module:
          'module "groups" {\n  source       = "example.com/acme/groups/aws"\n  cluster_name = aws_eks_cluster.fleet.name\n}\n',
      }),
      'a DaemonSet, where no tag is asked for': `${nth({ values: 'workers = 5' })}${CLUSTER}`,
      'a tag on a group elsewhere': nthRoot({
        cluster: CLUSTER,
        tag: `resource "aws_autoscaling_group_tag" "x" {\n  autoscaling_group_name = "x"\n${tag(MANAGED)}}\n`,
      }),
      'a hook on a group elsewhere': nthRoot({
        cluster: CLUSTER,
        hook: 'resource "aws_autoscaling_lifecycle_hook" "x" {\n  name = "x"\n  autoscaling_group_name = "x"\n  lifecycle_transition = "autoscaling:EC2_INSTANCE_TERMINATING"\n}\n',
      }),
      'a handler that is not installed': nthRoot({
        handler: nth({ more: '  count = 0\n' }),
        cluster: CLUSTER,
        group: group('batch'),
      }),
      'Karpenter, which other rules are about': root({
        cluster: CLUSTER,
        rule: undefined,
        target: undefined,
      }),
    },
  },
  {
    rule: 'unhandled-event',
    fails: {
      'a group that nobody drains': nthRoot({
        handler: undefined,
        queue: undefined,
        grant: undefined,
        rule: undefined,
        target: undefined,
        group: group('batch'),
        cluster: CLUSTER,
      }),
      'a pool whose handler is deaf': pools(root({ rule: undefined, target: undefined })),
      'a pool that a handler drains in part': nthRoot({
        handler: nth(),
        group: group('batch'),
        tag: late('batch'),
      }),
      'pools that nobody has seen': root({ rule: undefined, target: undefined }),
    },
  },
  {
    rule: 'wrong-owner',
    fails: {
      'another owner that acts': policy(TAGGED),
    },
    passes: { 'the owner of the policy': policy() },
  },
  {
    rule: 'redundant-handler',
    fails: {
      'a handler that asks for no tag': {
        files: {
          'main.tf': `${nthRoot({
            handler: nth({ values: `${QUEUE}, checkTagBeforeDraining = false` }),
          })}
module "eks" {
  source                  = "terraform-aws-modules/eks/aws"
  version                 = "20.8.5"
  cluster_name            = "fleet"
  cluster_version         = "1.29"
  eks_managed_node_groups = { system = { capacity_type = "SPOT" } }
}
`,
        },
      },
    },
  },
  {
    rule: 'split-incident',
    fails: {
      'a notice to one and the termination to another': pools(
        unchecked({
          rule: rule('karpenter', { types: SPOT }),
          nthRule: rule('nth', { types: '["EC2 Instance Rebalance Recommendation"]' }),
        }),
      ),
    },
    passes: {
      'one owner': pools(root()),
      'an owner of what is another story': pools(
        unchecked({
          rule: rule('karpenter', { types: SPOT }),
          nthRule: rule('nth', { types: '["AWS Health Event"]' }),
        }),
      ),
    },
  },
  {
    rule: 'undetermined-value',
    fails: {
      'one value that decides every event': pools(
        root({
          cluster: CLUSTER,
          handler: karpenter({ more: '  count = var.karpenter ? 1 : 0\n' }),
        }),
      ),
      'a value of one event alone': pools(
        root({ rule: rule('karpenter', { types: '[var.event]' }) }),
      ),
    },
    passes: { 'nothing that is not known': pools(root()) },
  },
  {
    rule: 'ownership-table',
    fails: {
      'every kind of owner': policy(TAGGED),
      'owned, and by nobody': pools(root()),
      undetermined: pools(
        root({
          cluster: CLUSTER,
          handler: karpenter({ more: '  count = var.karpenter ? 1 : 0\n' }),
        }),
      ),
    },
  },
];
