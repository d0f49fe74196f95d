/** `prove` on what people have: tables, assumptions, what is not known and why, exit statuses. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { type Files, proveFiles, proveOne } from '../support/roots.js';

const addons = (more = ''): string => `
module "addons" {
  source            = "aws-ia/eks-blueprints-addons/aws"
  version           = "1.16.2"
  cluster_name      = "shop"
  cluster_endpoint  = "https://shop"
  cluster_version   = "1.29"
  oidc_provider_arn = var.oidc
  enable_karpenter  = true
${more}}
variable "oidc" {}
`;

async function text(files: Files, ...options: readonly string[]) {
  const host = memoryHost(files);
  const status = await run(host, ['prove', ...Object.keys(files), ...options]);
  return { status, out: host.stdout() };
}

describe('the text', () => {
  it('has a line for each event and what was taken for granted', async () => {
    const { status, out } = await text({ 'main.tf': addons() });
    expect(status).toBe(0);
    expect(out).toMatch(/^main\.tf: proved for cluster shop\n/);
    expect(out).toMatch(/NodePools elsewhere NodePool, supposed\n/);
    expect(out).toMatch(/ {4}spot-interruption +karpenter +drain +owned\n/);
    expect(out).toMatch(/taken for granted\n {4}.*Helm provider reaches the cluster shop\n/);
    expect(out).toMatch(/\nproved\n$/);
  });

  it('names what is not known, why, and where it is written', async () => {
    const main = addons('  enable_aws_node_termination_handler = true\n').replace(
      'enable_karpenter  = true',
      'enable_karpenter  = true\n  karpenter = { set = [{ name = "settings.interruptionQueue", value = var.queue }] }',
    );
    const files = { 'main.tf': `${main}variable "queue" {}\n` };
    const { out } = await text(files);
    expect(out).toMatch(/undetermined, because var\.queue is unknown/);
    const verbose = await text(files, '--verbose');
    expect(verbose.out).toMatch(/\? {4}poll .*: var\.queue has no value \(main\.tf:\d+\)/);
  });

  it('goes through several configurations, and the worst of them is the answer', async () => {
    const { status, verdict, clusters } = await proveFiles(
      {
        'a/main.tf': addons(),
        'b/main.tf': addons('  enable_aws_node_termination_handler = true\n').replace(
          'karpenter  = true',
          'karpenter  = false',
        ),
        'b/pool.yaml': `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: lonely }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`,
      },
      { paths: ['.'] },
    );
    expect(clusters.map(({ root, verdict: own }) => [root, own])).toEqual([
      ['a', 'proved'],
      ['b', 'undetermined'],
    ]);
    expect({ status, verdict }).toEqual({ status: 1, verdict: 'undetermined' });
  });
});

describe('manifests that lie below no root', () => {
  const QUEUE = `resource "aws_sqs_queue" "k" {
  name = "shop-interruptions"
}
`;
  const eks = (name: string): string => `module "eks" {
  source          = "terraform-aws-modules/eks/aws"
  version         = "20.31.0"
  cluster_name    = "${name}"
  cluster_version = "1.31"
  eks_managed_node_groups = { base = { instance_types = ["m6i.large"] } }
}
`;
  const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: karpenter, namespace: argocd }
spec:
  destination: { server: https://kubernetes.default.svc, namespace: kube-system }
  source:
    repoURL: public.ecr.aws/karpenter
    chart: karpenter
    targetRevision: 1.4.0
    helm:
      valuesObject: { settings: { clusterName: shop, interruptionQueue: shop-interruptions } }
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: workers }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`;
  const prove = (files: Readonly<Record<string, string>>) => proveFiles(files, { paths: ['.'] });
  const spotOf = ({ clusters }: Awaited<ReturnType<typeof prove>>) =>
    clusters.map(({ root, pools }) => [root, pools.workers?.['spot-interruption']]);

  it('are judged with the root that makes the cluster which they name', async () => {
    const both = await prove({
      'terraform/cluster/main.tf': eks('shop') + QUEUE,
      'terraform/other/main.tf': eks('billing'),
      'addons/karpenter.yaml': APPLICATION,
    });
    // The queue is in the root, and no rule feeds it.
    expect(spotOf(both)).toEqual([
      ['terraform/cluster', 'gap error'],
      ['terraform/other', undefined],
    ]);
  });

  it('and alone where no root, or more than one, makes that cluster', async () => {
    const neither = await prove({
      'terraform/cluster/main.tf': eks('till') + QUEUE,
      'terraform/other/main.tf': eks('billing'),
      'addons/karpenter.yaml': APPLICATION,
    });
    const two = await prove({
      'terraform/blue/main.tf': eks('shop') + QUEUE,
      'terraform/green/main.tf': eks('shop'),
      'addons/karpenter.yaml': APPLICATION,
    });
    for (const proved of [neither, two])
      expect(spotOf(proved).map(([, owner]) => owner)).toEqual([
        undefined,
        undefined,
        'karpenter drain',
      ]);
  });
});

describe('strictly', () => {
  it('nothing is taken for granted', async () => {
    const files = { 'main.tf': addons() };
    const granted = await proveOne(files);
    const strict = await proveOne(files, { options: ['--strict'] });
    expect(granted.verdict).toBe('proved');
    expect(granted.assumptions).not.toEqual([]);
    expect(strict.verdict).toBe('undetermined');
  });
});

describe('releases that a constraint allows', () => {
  const spot = async (version: string, options: readonly string[] = []) =>
    (
      await proveOne(
        {
          'main.tf': addons('  enable_aws_node_termination_handler = true\n').replace(
            '"1.16.2"',
            version,
          ),
        },
        { options },
      )
    ).pools['NodePools elsewhere']?.['spot-interruption'];

  it('are judged one and all', async () => {
    expect(await spot('"~> 1.16.0"')).toBe('karpenter drain');
    expect(await spot('">= 1.11.0, < 1.20.0"')).toBe('karpenter drain');
    // At 1.10 the queue is set by a name that the chart of that release does not read.
    expect(await spot('">= 1.0.0"')).toBe('undetermined karpenter drain');
  });

  it('may be unknown to the tables', async () => {
    expect(await spot('"9.9.9"')).toMatch(/^(?:undetermined|karpenter)/);
  });

  it('may be said where nothing is written', async () => {
    const files = { 'main.tf': addons().replace('  version           = "1.16.2"\n', '') };
    const { pools } = await proveOne(files, { options: ['--assume', 'addons=1.16.2'] });
    expect(pools['NodePools elsewhere']?.['spot-interruption']).toBe('karpenter drain');
  });
});

describe('a counterexample', () => {
  const nth = (more: string): string =>
    addons(`  enable_aws_node_termination_handler = true
  aws_node_termination_handler_asg_arns = ["arn:aws:autoscaling:eu-central-1:123456789012:autoScalingGroup:x:autoScalingGroupName/workers"]
${more}`);
  const untagged = nth(
    '  aws_node_termination_handler = { set = [{ name = "checkTagBeforeDraining", value = false }] }\n',
  );
  const pool = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: { name: lonely }
spec:
  template:
    spec:
      nodeClassRef: { name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`;

  it('of a conflict names event, pool and the hops of both handlers', async () => {
    const { out } = await text({ 'main.tf': untagged });
    expect(out.slice(out.indexOf('  counterexample')).split('\n\n')[0]).toMatchInlineSnapshot(`
      "  counterexample
          spot-interruption on a node of "NodePools elsewhere" (NodePool) is answered twice, by nth and by karpenter
            nth would drain, because
              the rule's pattern matches "EC2 Spot Instance Interruption Warning" (main.tf:2)
              the rule's target is the queue module.addons.aws_sqs_queue.aws_node_termination_handler[0] (main.tf:2)
              the queue policy lets EventBridge send to the queue (main.tf:2)
              it reads the queue "aws-nth-shop" (main.tf:2)
              "checkTagBeforeDraining" is off, so every instance passes (main.tf:12)
            karpenter would drain, because
              the rule's pattern matches "EC2 Spot Instance Interruption Warning" (main.tf:2)
              the rule's target is the queue module.addons.aws_sqs_queue.karpenter[0] (main.tf:2)
              the queue policy lets EventBridge send to the queue (main.tf:2)
              it reads the queue "karpenter-shop" (main.tf:2)
              the pool's nodes have NodeClaims, which Karpenter finds by their instance (main.tf:2)
              they launch no reserved capacity (main.tf:2)"
    `);
  });

  it('of a gap names what keeps each handler away', async () => {
    const main = nth('  karpenter_enable_spot_termination = false\n');
    const { out } = await text({ 'main.tf': main, 'pool.yaml': pool });
    expect(out.slice(out.indexOf('  counterexample')).split('\n\n')[0]).toMatchInlineSnapshot(`
      "  counterexample
          spot-interruption on a node of "lonely" (NodePool) is answered by nobody
            karpenter would drain, but
              it reads no queue (main.tf:2)
            nth would drain, but
              no instance of the pool carries the tag "aws-node-termination-handler/managed" (pool.yaml:3)"
    `);
  });

  it('is in the JSON too, with two chains whose gates are all open, and absent where all is proved', async () => {
    const { output } = await proveFiles({ 'main.tf': untagged });
    const { counterexample } = JSON.parse(output).configurations[0];
    expect(counterexample).toMatchObject({ shows: 'conflict', event: 'spot-interruption' });
    const chains: { gates: { open: boolean }[] }[] = counterexample.chains;
    expect(chains.map(({ gates }) => gates.length > 3)).toEqual([true, true]);
    expect(chains.flatMap(({ gates }) => gates).every(({ open }) => open)).toBe(true);
    const proved = await proveFiles({ 'main.tf': addons() });
    expect(JSON.parse(proved.output).configurations[0]).not.toHaveProperty('counterexample');
  });
});
