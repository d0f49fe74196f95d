/** Configurations as people have them, through the whole pipeline: their ownership tables and verdicts. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Files, proveFiles, proveOne, type Table } from '../support/roots.js';

const FOLDER = 'test/pipeline/roots';
const filesOf = (name: string): Files =>
  Object.fromEntries(
    readdirSync(`${FOLDER}/${name}`).map((file) => [
      file,
      readFileSync(`${FOLDER}/${name}/${file}`, 'utf8'),
    ]),
  );

const row = (spot: string, more: Table = {}): Table => ({
  ...(spot === '' ? {} : { 'spot-interruption': spot }),
  'rebalance-recommendation': 'gap note',
  'scheduled-change': 'gap warning',
  'instance-state-change': 'gap note',
  'instance-status': 'gap note',
  'node-repair': 'gap note',
  ...more,
});

const KARPENTER = row('karpenter drain', {
  'scheduled-change': 'karpenter drain',
  'instance-state-change': 'karpenter drain',
});
/** On-demand groups have neither Spot notices nor rebalance recommendations. */
const without = ({ 'rebalance-recommendation': _, ...rest }: Table): Table => rest;
const EKS = without(row('', { 'scheduled-change': 'eks drain', 'asg-termination': 'eks drain' }));
const NTH = without(
  row('', {
    'scheduled-change': 'nth drain',
    'instance-state-change': 'nth drain',
    'asg-termination': 'nth drain',
  }),
);

interface Healthy {
  readonly name: string;
  readonly says: string;
  readonly pools: Readonly<Record<string, Table>>;
  readonly options?: readonly string[];
}

const HEALTHY: readonly Healthy[] = [
  {
    name: 'both-add-ons',
    says: 'NTH has the tagged groups, EKS the managed group, Karpenter the rest',
    pools: { 'NodePools elsewhere': KARPENTER, initial: EKS, default: NTH },
  },
  {
    name: 'imds-by-choice',
    says: 'a DaemonSet is the only handler where Karpenter has no queue',
    pools: { 'spot-first': row('nth drain', { 'scheduled-change': 'nth drain' }) },
    options: ['--assume', 'karpenter=1.8.1,nth=0.27.2'],
  },
  {
    name: 'rebalance-only',
    says: 'NTH has rebalance recommendations, Karpenter the rest',
    pools: { svc: { ...KARPENTER, 'rebalance-recommendation': 'nth drain' } },
  },
  {
    name: 'managed-and-karpenter',
    says: 'EKS has managed groups, also of Spot capacity, Karpenter the rest',
    pools: {
      'NodePools elsewhere': KARPENTER,
      system: EKS,
      spotty: { ...EKS, 'spot-interruption': 'eks drain', 'rebalance-recommendation': 'eks drain' },
    },
  },
  {
    name: 'self-managed-and-nth',
    says: 'NTH has self-managed groups, EKS the managed one',
    pools: { ops: EKS, blue: NTH, green: NTH },
  },
  {
    name: 'korean-comments',
    says: 'Karpenter has its nodes if a variable lets it be installed',
    pools: { 'NodePools elsewhere': KARPENTER },
  },
];

describe('healthy configurations are proved', () => {
  for (const { name, says, pools, options = [] } of HEALTHY)
    it(says, async () => {
      const files = filesOf(name);
      const { status, verdict, clusters } = await proveFiles(files, { options });
      expect({ status, verdict, pools: clusters.map((one) => one.pools) }).toEqual({
        status: 0,
        verdict: 'proved',
        pools: [pools],
      });
    });

  it('and named as directories, they are judged alike', async () => {
    for (const { name, pools, options = [] } of HEALTHY) {
      const one = await proveOne(filesOf(name), { paths: ['.'], options });
      expect(one.pools).toEqual(pools);
    }
  });
});

/** What the question shows, with its dots for what the asker left out. */
const QUESTION = `
module "eks_addons" {
  source  = "aws-ia/eks-blueprints-addons/aws"
  version = "1.16.2"

  enable_aws_load_balancer_controller   = true
  enable_external_dns                   = true
  enable_cert_manager                   = true
  enable_karpenter                      = true
  enable_aws_node_termination_handler = true
}
`;

describe('both flags and nothing else', () => {
  it('leave the Spot notice to Karpenter, and rebalance recommendations to nobody', async () => {
    const { pools, presence } = await proveOne({ 'main.tf': QUESTION });
    expect(presence).toEqual({ 'NodePools elsewhere': 'supposed' });
    expect(pools).toEqual({ 'NodePools elsewhere': KARPENTER });
  });

  it('because NTH asks for a tag that instances of Karpenter do not carry', async () => {
    const { output } = await proveFiles({ 'main.tf': QUESTION });
    const { configurations } = JSON.parse(output) as {
      configurations: {
        pools: {
          events: {
            event: string;
            claims: {
              handler: string;
              holds: unknown;
              gates: { gate: string; open: unknown; says: string }[];
            }[];
          }[];
        }[];
      }[];
    };
    const spot = configurations[0]?.pools[0]?.events.find(
      ({ event }) => event === 'spot-interruption',
    );
    const nth = spot?.claims.find(({ handler }) => handler === 'nth');
    expect(nth?.holds).toBe(false);
    expect(nth?.gates.filter(({ open }) => open === false).map(({ gate }) => gate)).toContain(
      'tag',
    );
  });

  it('are refuted where every instance carries the tag: both drain', async () => {
    const nodeClass = `
apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: { name: default }
spec:
  amiFamily: AL2
  role: nodes
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  tags: { aws-node-termination-handler/managed: "true" }
---
apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: { name: workers }
spec:
  template:
    spec:
      nodeClassRef: { name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`;
    // Without a group the role of NTH has a statement without resources, which AWS refuses.
    const given = QUESTION.replace(
      /}\n$/,
      '  aws_node_termination_handler_asg_arns = ["arn:aws:autoscaling:eu-west-1:111122223333:autoScalingGroup:*:autoScalingGroupName/ops"]\n}\n',
    );
    const one = await proveOne({ 'main.tf': given, 'workers.yaml': nodeClass });
    expect(one.verdict).toBe('refuted');
    expect(one.pools.workers?.['spot-interruption']).toBe('conflict karpenter drain, nth drain');
  });
});

describe('several clusters in one root', () => {
  const cluster = (name: string, more: string): string => `
module "${name}" {
  source          = "terraform-aws-modules/eks/aws"
  version         = "20.31.0"
  cluster_name    = "${name}"
  cluster_version = "1.31"
${more}
}
`;
  const MANAGED = '  eks_managed_node_groups = { system = { instance_types = ["m6i.large"] } }';
  const TAGGED = `  self_managed_node_groups = {
    workers = { instance_type = "m6i.large", tags = { "aws-node-termination-handler/managed" = "true" } }
  }`;
  const HELM = `
provider "aws" {
  region = "eu-west-1"
}
provider "aws" {
  alias  = "us"
  region = "us-east-2"
}
provider "helm" {
  kubernetes {
    host = module.blue.cluster_endpoint
  }
}
provider "helm" {
  alias = "green"
  kubernetes {
    host = module.green.cluster_endpoint
  }
}
`;
  const KARPENTER_RELEASE = `
module "karpenter" {
  source                          = "terraform-aws-modules/eks/aws//modules/karpenter"
  version                         = "20.31.0"
  cluster_name                    = module.blue.cluster_name
  enable_v1_permissions           = true
  create_pod_identity_association = true
}
resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.2.1"
  values = [<<-EOT
    settings:
      clusterName: \${module.blue.cluster_name}
      interruptionQueue: \${module.karpenter.queue_name}
  EOT
  ]
}
`;
  const ADDONS = `
module "addons" {
  source                                = "aws-ia/eks-blueprints-addons/aws"
  version                               = "1.16.2"
  cluster_name                          = module.green.cluster_name
  cluster_endpoint                      = module.green.cluster_endpoint
  cluster_version                       = module.green.cluster_version
  oidc_provider_arn                     = module.green.oidc_provider_arn
  enable_aws_node_termination_handler   = true
  aws_node_termination_handler_asg_arns = [for g in module.green.self_managed_node_groups : g.autoscaling_group_arn]
  providers = {
    aws  = aws.us
    helm = helm.green
  }
}
`;
  const pool = (name: string): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`;
  const MAIN =
    HELM +
    cluster('blue', MANAGED) +
    cluster('green', `${TAGGED}\n  providers = { aws = aws.us }`) +
    KARPENTER_RELEASE +
    ADDONS;

  const tables = async (files: Files) => {
    const { clusters } = await proveFiles(files, { paths: ['.'] });
    return Object.fromEntries(clusters.map(({ cluster: name, pools }) => [name, pools]));
  };

  it('have a table each, in which the handlers and the pools of the other are not', async () => {
    expect(await tables({ 'main.tf': MAIN })).toEqual({
      blue: { system: EKS, 'NodePools elsewhere': KARPENTER },
      green: { workers: NTH },
    });
  });

  it('have the manifests that interlock.yaml gives them', async () => {
    const found = await tables({
      'main.tf': MAIN,
      'interlock.yaml': 'roots:\n  - path: .\n    manifests: { blue: [a], green: [b] }\n',
      'a/pool.yaml': pool('general'),
      'b/pool.yaml': pool('other'),
    });
    expect(found.blue).toEqual({ system: EKS, general: KARPENTER });
    // Karpenter is not in sight in the second cluster, and may be elsewhere.
    expect(found.green?.other?.['spot-interruption']).toBe('undetermined');
  });

  it('are not told apart by what is not known', async () => {
    const found = await tables({ 'main.tf': MAIN, 'pool.yaml': pool('somewhere') });
    for (const name of ['blue', 'green']) {
      const row = Object.entries(found[name] ?? {}).find(([pool]) => pool.startsWith('somewhere'));
      expect(row?.[1]['spot-interruption']).toMatch(/^(?:undetermined|not|gap|karpenter)/);
    }
  });

  it('do not lend each other their queues', async () => {
    const wrong = MAIN.replace(
      'interruptionQueue: ${module.karpenter.queue_name}',
      'interruptionQueue: aws-nth-green',
    );
    const found = await tables({ 'main.tf': wrong });
    expect(found.blue?.['NodePools elsewhere']?.['spot-interruption']).not.toBe('karpenter drain');
    expect(found.green).toEqual({ workers: NTH });
  });
});
