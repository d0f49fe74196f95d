/** What the read-back makes of a plan in which one thing is other than the compiler writes it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFacts } from '../../src/commands/facts.js';
import type { Target } from '../../src/compile/plan.js';
import { judgementFindings } from '../../src/pipeline/policy.js';
import { type Judged, type JudgeFacts, readBack } from '../../src/pipeline/read-back.js';
import { changed } from '../support/mutate.js';
import { compiled } from '../support/plans.js';

let facts: JudgeFacts;

beforeAll(async () => {
  facts = await loadFacts();
});

type Literal = string | number | boolean;

/** A policy, a path in its plan, and what stands there instead; gone where nothing does. */
type Change = readonly [policy: string, path: string, literal?: Literal];

function judged([policy, path, literal]: Change, target: Target = 'addons'): Judged {
  const { intent, plan } = compiled(`policies/${policy}.yaml`, facts, target);
  return readBack({ intent, plan, facts, root: changed(plan.root, path, literal) });
}

/** The gates that keep a claim of a policy's owner from holding. */
const shutGates = ({ verdicts }: Judged): readonly string[] => [
  ...new Set(
    verdicts.flatMap(({ expected, wrong, claims }) =>
      wrong !== true
        ? []
        : claims
            .filter(({ handler }) => handler === expected?.owner)
            .flatMap(({ gates }) => gates.filter(({ open }) => open === false))
            .map(({ name }) => name),
    ),
  ),
];

const CALL = 'module.eks_blueprints_addons';
const NTH_POLICY = 'resource.aws_iam_role_policy.nth.policy';
const NTH_TRUST = 'resource.aws_iam_role.nth.assume_role_policy.Statement[0]';
const QUEUE_POLICY = 'resource.aws_sqs_queue_policy.nth.policy';
const TARGET = 'resource.aws_cloudwatch_event_target.nth_spot_interruption';
const HOOK = 'resource.aws_autoscaling_lifecycle_hook.nth_batch';
const READS = `${CALL}.karpenter.policy_statements[KarpenterReads]`;
const CLASS = 'locals.nodepool_values.objects[EC2NodeClass fleet]';
const POOL = 'locals.nodepool_values.objects[NodePool fleet]';
const HOOKED_GROUPS = `${CALL}.aws_node_termination_handler_asg_arns`;

describe('a plan of plain resources is refuted', () => {
  const POLICY = 'resource.aws_iam_role_policy.karpenter.policy';
  const TRUST = 'resource.aws_iam_role.karpenter.assume_role_policy.Statement[0]';
  const cases: readonly (readonly [string, Change, string])[] = [
    [
      'where Karpenter works for another cluster',
      ['spot-fleet', 'locals.karpenter_values.settings.clusterName', 'orders'],
      'cluster',
    ],
    [
      'with a role that trusts another service account',
      ['spot-fleet', 'resource.helm_release.karpenter.namespace', 'kube-system'],
      'identity',
    ],
    ['with a role that trusts nobody', ['spot-fleet', `${TRUST}.Action`], 'identity'],
    [
      'with a role that may not read the queue',
      ['spot-fleet', `${POLICY}.Statement[PollQueue]`],
      'identity',
    ],
  ];
  it.each(cases)('%s', (_, change, gate) => {
    const result = judged(change, 'stack');
    expect(result.proof).toBe('refuted');
    expect(shutGates(result)).toContain(gate);
  });
});

describe('a plan is refuted', () => {
  const cases: readonly (readonly [string, Change, string])[] = [
    [
      'with its queue in another region',
      ['spot-fleet', 'provider.aws.region', 'us-east-1'],
      'poll',
    ],
    [
      'where the charts go to another cluster by their token',
      ['spot-fleet', 'provider.helm.kubernetes.exec.args[spot-fleet]', 'orders'],
      'cluster',
    ],
    [
      'where the charts go to another cluster by their endpoint',
      ['spot-fleet', 'data.aws_eks_cluster.this.name', 'orders'],
      'cluster',
    ],
    [
      'with a chart that its repository does not hold',
      ['payments-prod', 'resource.helm_release.nth.repository', 'https://aws.github.io/eks-charts'],
      'chart',
    ],
    [
      'with a role that trusts another service account',
      ['payments-prod', 'resource.helm_release.nth.namespace', 'kube-system'],
      'identity',
    ],
    [
      'with a role that trusts nobody',
      ['payments-prod', `${NTH_TRUST}.Action`, 'sts:AssumeRole'],
      'identity',
    ],
    ['with a role that allows nothing', ['payments-prod', `${NTH_POLICY}.Statement`], 'identity'],
    [
      'with a role that may not read the queue',
      ['payments-prod', `${NTH_POLICY}.Statement[Poll].Action[sqs:ReceiveMessage]`],
      'identity',
    ],
    [
      'with a role policy that AWS refuses',
      ['payments-prod', `${NTH_POLICY}.Statement[Complete].Resource`],
      'identity',
    ],
    [
      'with NTH for no group, so that its policy is refused',
      ['mixed-fleet', `${HOOKED_GROUPS}[0]`],
      'identity',
    ],
    [
      'with a Karpenter that may not ask for the status of instances',
      ['spot-fleet', `${READS}.actions[ec2:DescribeInstanceStatus]`],
      'identity',
    ],
    [
      'with a queue policy that denies everything',
      ['payments-prod', `${QUEUE_POLICY}.Statement[TlsOnly].Condition`],
      'delivery',
    ],
    [
      'with a queue policy for another service',
      [
        'payments-prod',
        `${QUEUE_POLICY}.Statement[SendEvents].Principal.Service`,
        'sns.amazonaws.com',
      ],
      'delivery',
    ],
    ['with a rule without a target', ['payments-prod', TARGET], 'pattern'],
    [
      'with an NTH that calls another region',
      ['payments-prod', 'locals.nth_values.awsRegion', 'us-east-1'],
      'region',
    ],
    [
      'with a hook for launches only',
      ['payments-prod', `${HOOK}.lifecycle_transition`, 'autoscaling:EC2_INSTANCE_LAUNCHING'],
      'hook',
    ],
    [
      'with a handler without replicas',
      ['spot-fleet', 'locals.karpenter_values.replicas', 0],
      'host',
    ],
    [
      'with a NodePool whose class no API serves',
      ['spot-fleet', `${CLASS}.apiVersion`, 'karpenter.k8s.aws/v1beta1'],
      'node-claim',
    ],
  ];
  it.each(cases)('%s', (_, change, gate) => {
    const result = judged(change);
    expect(shutGates(result)).toContain(gate);
    expect(result.proof).toBe('refuted');
  });

  it.each([
    ['a name that is not declared', ['spot-fleet', CALL], 'undeclared-reference'],
    [
      'a required argument that is not given',
      ['spot-fleet', `${CALL}.cluster_version`],
      'missing-module-input',
    ],
    ['a pool that is not made', ['spot-fleet', POOL], 'wrong-owner'],
    [
      'a pool that no API serves',
      ['spot-fleet', `${POOL}.apiVersion`, 'karpenter.sh/v1beta1'],
      'wrong-owner',
    ],
  ] satisfies readonly (readonly [string, Change, string])[])('for %s', (_, change, rule) => {
    const outcome = judged(change);
    const { proof } = outcome;
    expect(judgementFindings(outcome).map((finding) => finding.rule)).toContain(rule);
    expect(proof).toBe('refuted');
  });
});

describe('a plan takes for granted', () => {
  const RELEASE = 'resource.helm_release.interlock_nodepools';
  const cases: readonly (readonly [string, Change, string])[] = [
    ['nothing by itself', ['spot-fleet', `${RELEASE}.wait`], ''],
    ['the region of its provider', ['spot-fleet', 'provider.aws'], 'provider-region'],
    ['where its charts go', ['spot-fleet', 'provider.helm'], 'helm-provider'],
    ['the release of its module', ['spot-fleet', `${CALL}.version`], `module:${CALL}`],
    [
      'what another repository holds',
      ['payments-prod', 'resource.helm_release.nth.repository', 'oci://registry.example/charts'],
      'chart:helm_release.nth',
    ],
    [
      'a node for its handler',
      [
        'mixed-fleet',
        'locals.karpenter_values.nodeSelector.eks.amazonaws.com/capacityType',
        'SPOT',
      ],
      `host:${CALL}.helm_release.karpenter[0]`,
    ],
    [
      'a node for pods that its Fargate profile does not take',
      ['spot-fleet', `${CALL}.karpenter.namespace`, 'kube-system'],
      `host:${CALL}.helm_release.karpenter[0]`,
    ],
    [
      'that a node role is admitted elsewhere',
      ['spot-fleet', 'resource.aws_eks_access_entry.karpenter_node.cluster_name', 'orders'],
      'node-role:karpenter-spot-fleet-ap-northeast-2',
    ],
    [
      'that another role exists and is admitted',
      ['spot-fleet', `${CLASS}.spec.role`, 'workers'],
      'node-role:workers',
    ],
    [
      'that a role of another name is the one',
      ['spot-fleet', `${CALL}.karpenter_node.iam_role_name`, 'workers'],
      'node-role:karpenter-spot-fleet-ap-northeast-2',
    ],
    [
      'that an entry for people admits nodes',
      ['spot-fleet', 'resource.aws_eks_access_entry.karpenter_node.type', 'STANDARD'],
      'node-role:karpenter-spot-fleet-ap-northeast-2',
    ],
    [
      'a node class that is elsewhere',
      ['spot-fleet', `${CLASS}.metadata.name`, 'workers'],
      'node-class:fleet',
    ],
    [
      'CRDs of another release',
      ['spot-fleet', 'resource.helm_release.karpenter_crd.version', '1.8.8'],
      'crds',
    ],
    [
      'CRDs from elsewhere',
      ['spot-fleet', 'resource.helm_release.karpenter_crd.chart', 'crds'],
      'crds',
    ],
    [
      'that Karpenter outlives its NodePools',
      ['spot-fleet', `${RELEASE}.depends_on[0]`],
      'order:helm_release.interlock_nodepools',
    ],
    [
      'that admission outlives its NodePools',
      ['spot-fleet', `${RELEASE}.depends_on[2]`],
      'order:helm_release.interlock_nodepools',
    ],
  ];
  it.each(cases)('%s', (_, change, id) => {
    const [policy] = change;
    const { intent, plan } = compiled(`policies/${policy}.yaml`, facts);
    const before = assumed(readBack({ intent, plan, facts }));
    const result = judged(change);
    expect(assumed(result).filter((one) => !before.includes(one))).toEqual(id === '' ? [] : [id]);
    expect(result.proof).toBe('proved');
  });

  it('is not proved in strict mode', () => {
    const { intent, plan } = compiled('policies/spot-fleet.yaml', facts);
    const whole = readBack({ intent, plan, facts, strict: true });
    expect(whole.proof).toBe('proved');
    const root = changed(
      plan.root,
      'resource.aws_eks_access_entry.karpenter_node.type',
      'STANDARD',
    );
    expect(readBack({ intent, plan, facts, strict: true, root }).proof).not.toBe('proved');
  });
});

const assumed = ({ verdicts }: Judged): readonly string[] => [
  ...new Set(verdicts.flatMap(({ assuming }) => assuming.map(({ id }) => id))),
];
