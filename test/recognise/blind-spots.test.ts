/** What is not in sight leaves open what its absence would decide, and nothing else. */
import { describe, expect, it } from 'vitest';
import type { Files } from '../support/roots.js';
import { blockIn, edited, prove, RAW, spot } from './support.js';

/** Nobody drains the group. */
const NOBODY = RAW.replace(blockIn(RAW, 'resource "helm_release"'), '');
const CLUSTER = 'resource "aws_eks_cluster" "c" {\n  name = "shop"\n}\n';
const call = (source: string, args: string): string =>
  `${CLUSTER}module "x" {\n  source = "${source}"\n${args}\n}\n`;

describe('that nobody is in sight', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['is a gap where all is in sight', '', /^gap error/],
    [
      'is open where a module gets the cluster by reference',
      call('acme/platform/aws', '  cluster = aws_eks_cluster.c.name'),
      /^undetermined/,
    ],
    [
      'is open where a module gets its endpoint',
      call('git::https://example.com/platform.git', '  host = aws_eks_cluster.c.endpoint'),
      /^undetermined/,
    ],
    [
      'is open where a module is told its name',
      call('acme/platform/aws', '  eks_cluster_name = "shop"'),
      /^undetermined/,
    ],
    [
      'is a gap where a module gets something else',
      call('acme/bucket/aws', '  name = "logs"'),
      /^gap error/,
    ],
    [
      'is a gap where the module is one that installs no handler',
      call('terraform-aws-modules/iam/aws//modules/iam-role', '  cluster = aws_eks_cluster.c.name'),
      /^gap error/,
    ],
    [
      'is a gap where the module is not called',
      call('acme/platform/aws', '  count = 0\n  cluster = aws_eks_cluster.c.name'),
      /^gap error/,
    ],
  ];
  for (const [name, more, expected] of cases)
    it(name, async () => {
      expect(await spot(NOBODY + more)).toMatch(expected);
    });

  it('is a gap where the module is among the files, and open where it is not', async () => {
    const main = NOBODY + call('./platform', '  cluster = aws_eks_cluster.c.name');
    const files: Files = { 'platform/main.tf': 'variable "cluster" {}\n' };
    expect(await spot(main)).toMatch(/^undetermined/);
    expect(await spot(main, files)).toBe('gap error');
  });

  it('is open where an Application installs what lies elsewhere', async () => {
    const app = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: platform, namespace: argocd }
spec:
  source: { repoURL: https://git.example.com/platform, path: apps, targetRevision: main }
  destination: { server: https://kubernetes.default.svc, namespace: argocd }
`;
    expect(await spot(NOBODY, { 'app.yaml': app })).toMatch(/^undetermined/);
  });
});

describe('who is in sight', () => {
  it('owns what it owns, whatever else is not in sight', async () => {
    const main = RAW + call('acme/platform/aws', '  cluster = aws_eks_cluster.c.name');
    expect(await spot(main)).toBe('nth drain');
  });
});

describe('a NodePool without a Karpenter', () => {
  it('has one elsewhere', async () => {
    const pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: a }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`;
    const { pools } = await prove('', { 'pool.yaml': pool });
    expect(pools.a?.['spot-interruption']).toBe('undetermined');
  });
});

describe('two of a kind', () => {
  it('that read the same queue share its messages, and neither is sure of one', async () => {
    const release = blockIn(RAW, 'resource "helm_release"');
    const twice = edited(RAW, [
      /$/,
      release
        .replace('"helm_release" "nth"', '"helm_release" "again"')
        .replace('name       = "aws-node-termination-handler"', 'name = "nth-2"'),
    ]);
    const { pools, verdict } = await prove(twice);
    expect(verdict).not.toBe('proved');
    expect(pools['shop-workers']?.['spot-interruption']).toMatch(/nth drain, nth drain/);
  });
});
