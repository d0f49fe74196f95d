/** Karpenter tags what it launches: an NTH that asks for one of those tags acts on the nodes of every NodePool. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { edited, prove } from './support.js';

const ADDONS = readFileSync('examples/together/4-shared-tag/main.tf', 'utf8');
const WANTED = 'value = "kubernetes.io/cluster/shop"';
const NODE_POOL = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      nodeClassRef: { name: web }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
---
apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: { name: web }
spec:
  amiFamily: AL2
  role: node
  subnetSelectorTerms: [{ tags: { a: b } }]
  securityGroupSelectorTerms: [{ tags: { a: b } }]
`;

const CASES: readonly (readonly [name: string, value: string, expected: string])[] = [
  [
    "the cluster's own tag",
    'value = "kubernetes.io/cluster/shop"',
    'conflict karpenter drain, nth drain',
  ],
  [
    "the cluster's own tag by reference",
    'value = "kubernetes.io/cluster/${module.eks.cluster_name}"',
    'conflict karpenter drain, nth drain',
  ],
  [
    'the tag of every NodePool',
    'value = "karpenter.sh/nodepool"',
    'conflict karpenter drain, nth drain',
  ],
  ["another cluster's tag", 'value = "kubernetes.io/cluster/other"', 'karpenter drain'],
  ['its own tag', 'value = "aws-node-termination-handler/managed"', 'karpenter drain'],
];

describe('an NTH that asks for', () => {
  it.each(CASES)('%s (%s): %s', async (_, value, expected) => {
    const main = ADDONS.replace(WANTED, value);
    expect(main).toContain(value);
    const elsewhere = await prove(main);
    expect(elsewhere.pools['NodePools elsewhere']?.['spot-interruption']).toBe(expected);
    const inSight = await prove(main, { 'web.yaml': NODE_POOL });
    expect(inSight.pools.web?.['spot-interruption']).toBe(expected);
  });

  it('a tag of a cluster whose name is not known: not known', async () => {
    const main = edited(ADDONS, ['cluster_name    = "shop"', 'cluster_name    = var.name']);
    const { pools } = await prove(`variable "name" { type = string }\n${main}`);
    expect(pools['NodePools elsewhere']?.['spot-interruption']).toBe(
      'undetermined karpenter drain, nth drain',
    );
  });
});
