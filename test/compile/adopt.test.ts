/** `interlock adopt`: the policy of what stands, what it cannot say, and that it compiles to the same owners. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { roundTrips } from '../support/round-trip.js';

const PROVIDERS = `provider "aws" {
  region = "eu-central-1"
}
`;

const EKS = `module "eks" {
  source          = "terraform-aws-modules/eks/aws"
  version         = "20.37.2"
  cluster_name    = "shop"
  cluster_version = "1.33"
  GROUPS
}
`;

const ADDONS = `module "addons" {
  source            = "aws-ia/eks-blueprints-addons/aws"
  version           = "1.16.2"
  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = module.eks.cluster_version
  oidc_provider_arn = module.eks.oidc_provider_arn
  INPUTS
}
`;

const NODEPOOL = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: general }
spec:
  template:
    metadata: { labels: { team: web } }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: general }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [spot] }
        - { key: kubernetes.io/arch, operator: In, values: [amd64] }
      expireAfter: 336h
  disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: 30s }
  limits: { cpu: "100" }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: general }
spec:
  role: shop-nodes
  amiSelectorTerms: [{ alias: al2023@v20250915 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
`;

const root = (groups: string, inputs: string): string =>
  PROVIDERS + EKS.replace('GROUPS', () => groups) + ADDONS.replace('INPUTS', () => inputs);

const GROUPS = `eks_managed_node_groups  = { system = {} }
  self_managed_node_groups = { batch = { instance_market_options = { market_type = "spot" }, tags = { "aws-node-termination-handler/managed" = "true" } } }`;
const BOTH = `enable_karpenter = true
  karpenter = { chart_version = "1.8.8" }
  enable_aws_node_termination_handler = true
  aws_node_termination_handler_asg_arns = [module.eks.self_managed_node_groups["batch"].autoscaling_group_arn]
  enable_cert_manager = true
  enable_external_dns = true
  external_dns_route53_zone_arns = [aws_route53_zone.main.arn]`;

const FILES = { 'main.tf': root(GROUPS, BOTH), 'nodepool.yaml': NODEPOOL };

async function adopted(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const host = memoryHost(files);
  const status = await run(host, ['adopt', ...Object.keys(files), ...args]);
  return { host, status, text: host.stdout(), said: host.stderr() };
}

describe('a repo with Karpenter and NTH', () => {
  it('becomes a policy that says what stands', async () => {
    const { text, status } = await adopted(FILES);
    expect(status).toBe(0);
    await expect(text).toMatchFileSnapshot('../golden/adopt/shop.yaml');
    const policy = parse(text);
    expect(policy.cluster).toMatchObject({ name: 'shop', region: 'eu-central-1' });
    expect(policy.handlers.karpenter).toMatchObject({ chart: '1.8.8', nodeRoleName: 'shop-nodes' });
    expect(policy.inputs.external_dns_route53_zone_arns).toEqual([
      { terraform: 'aws_route53_zone.main.arn' },
    ]);
    expect(policy.inputs).not.toHaveProperty('enable_karpenter');
  });

  it('lints without an error as a policy, and the same bytes come again', async () => {
    const { text } = await adopted(FILES);
    const host = memoryHost({ 'shop.yaml': text });
    expect(await run(host, ['lint', 'shop.yaml']), host.stdout()).toBe(0);
    expect((await adopted(FILES)).text).toBe(text);
  });

  it('is written to a folder, a file for each cluster', async () => {
    const { host, text } = await adopted(FILES, '--out', 'policies');
    expect(text).toBe('wrote policies/shop.yaml\n');
    expect(parse(host.files.get('policies/shop.yaml') ?? '').kind).toBe('InterruptionPolicy');
  });
});

describe('what a policy cannot say', () => {
  const TABLE: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    [
      'a second handler',
      {
        ...FILES,
        'main.tf': root(
          GROUPS,
          `${BOTH}\n  aws_node_termination_handler = { set = [{ name = "checkTagBeforeDraining", value = "false" }] }`,
        ),
      },
      /"nth" acts on spot-interruption, .* of "general" besides "karpenter" \[uncarried-setting\]/,
    ],
    [
      'NodePools that are not in sight',
      { 'main.tf': FILES['main.tf'] },
      /Karpenter is installed, and its NodePools are not in sight/,
    ],
    [
      'a node class that is not in sight',
      { ...FILES, 'nodepool.yaml': NODEPOOL.split('---')[0] ?? '' },
      /error: the node class "general" of "general" is not in sight/,
    ],
    [
      'an NTH that owns nothing',
      {
        ...FILES,
        'main.tf': root(
          'eks_managed_node_groups = { system = {} }',
          `enable_karpenter = true\n  karpenter = { chart_version = "1.8.8" }\n  enable_aws_node_termination_handler = true`,
        ),
      },
      /installs NTH, which owns no event here/,
    ],
    [
      'an input that the release does not have',
      { ...FILES, 'main.tf': root(GROUPS, `${BOTH}\n  enable_karpentr = true`) },
      /release 1.16.2 of the add-ons module has no input "enable_karpentr"/,
    ],
    [
      'a key that the release never reads',
      {
        ...FILES,
        'main.tf': root(GROUPS, `${BOTH}\n  cert_manager = { chart = "x", versin = "1" }`),
      },
      /note: release 1.16.2 never reads "versin" of "cert_manager"/,
    ],
    [
      'a value that the chart does not read',
      {
        ...FILES,
        'main.tf': root(
          GROUPS,
          BOTH.replace(
            'chart_version = "1.8.8"',
            'chart_version = "1.8.8", set = [{ name = "aws.interruptionQueueName", value = "q" }]',
          ),
        ),
      },
      /note: chart 1.8.8 of Karpenter does not read "aws"/,
    ],
    [
      'an object that the installed release does not serve',
      { ...FILES, 'nodepool.yaml': NODEPOOL.replaceAll('/v1\n', '/v1beta1\n') },
      /Karpenter 1.8.8 does not serve karpenter.sh\/v1beta1 of NodePool "general" \[removed-api\]/,
    ],
    [
      'a secret',
      {
        ...FILES,
        'main.tf': `${root(GROUPS, `${BOTH}\n  cert_manager = { repository_password = var.password }`)}variable "password" {\n  default   = "hunter2"\n  sensitive = true\n}\n`,
      },
      /the input "cert_manager".repository_password is secret/,
    ],
    [
      'an older API',
      {
        ...FILES,
        'nodepool.yaml':
          'apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: { name: old }\nspec: { providerRef: { name: old } }\n',
      },
      /error: the Provisioner "old" is of an API that no policy compiles to/,
    ],
  ];
  it.each(TABLE)('is a finding: %s', async (_, files, says) => {
    const { said, text } = await adopted(files);
    expect(said).toMatch(says);
    expect(text).not.toContain('hunter2');
    expect(said).not.toContain('hunter2');
    expect(parse(text).kind).toBe('InterruptionPolicy');
  });

  it('is asked for where nothing says it, in the text too', async () => {
    const { said, text } = await adopted({
      'main.tf': FILES['main.tf'].replace(PROVIDERS, '').replace('cluster_version = "1.33"', ''),
    });
    expect(said).toMatch(/nothing says the region of the cluster \[underivable-value\]/);
    expect(text).toMatch(/# Nothing says the region of the cluster: fill it in.\n {2}region: /);
    expect(text).toMatch(/# Nothing says the cluster's Kubernetes version: fill it in./);
  });
});

describe('adopting and compiling again', () => {
  const folder = (path: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => `${path}/${name}`)
        .filter((file) => statSync(file).isFile())
        .map((file) => [file, readFileSync(file, 'utf8')]),
    );
  const GOLDENS = ['addons', 'stack'].flatMap((target) =>
    readdirSync(`test/golden/${target}`).map((name) => `test/golden/${target}/${name}`),
  );

  it.each(GOLDENS)('gives the same owners: %s', async (path) => {
    const trips = await roundTrips(memoryHost(folder(path)), [path]);
    expect(trips.length).toBe(1);
    for (const { changes, problems, proof, compared, policy } of trips) {
      expect({ changes, problems }, policy).toEqual({ changes: [], problems: [] });
      expect(proof, policy).not.toBe('refuted');
      expect(compared).toBeGreaterThan(3);
    }
  });

  it('keeps exceptions that hold only together: no pool of a Karpenter without a queue has an owner', async () => {
    const second = NODEPOOL.split('---')[0]?.replace('name: general }', 'name: other }') ?? '';
    const files = {
      'main.tf': root('eks_managed_node_groups = { system = {} }', ''),
      'nodepool.yaml': `${NODEPOOL}---\n${second.replace('values: [spot]', 'values: [on-demand]')}`,
      'values.yaml': 'settings:\n  clusterName: shop\n  interruptionQueue: ""\n',
    };
    const trips = await roundTrips(memoryHost(files), Object.keys(files), {
      assume: { karpenter: '1.8.8' },
    });
    expect(trips.map(({ changes }) => changes)).toEqual(trips.map(() => []));
    expect(trips[0]?.policy).toMatch(/pools: \[ other \]/);
  });

  it.each(['stack', 'module', 'inputs'] as const)(
    'gives them for target %s too',
    async (target) => {
      const [trip] = await roundTrips(memoryHost(FILES), Object.keys(FILES), { target });
      expect(trip).toMatchObject({ changes: [], problems: [] });
      expect(trip?.compared).toBeGreaterThan(8);
    },
  );
});
