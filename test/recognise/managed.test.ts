/** What EKS runs itself: managed node groups, Fargate profiles, Auto Mode. */
import { describe, expect, it } from 'vitest';
import { prove } from './support.js';

const CLUSTER = `
resource "aws_eks_cluster" "c" {
  name = "shop"
}
`;
const group = (more = ''): string => `${CLUSTER}
resource "aws_eks_node_group" "g" {
  cluster_name    = aws_eks_cluster.c.name
  node_group_name = "workers"
  node_role_arn   = "arn:aws:iam::111122223333:role/nodes"
${more}
}
`;

describe('a managed node group', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['launches on-demand capacity where it says nothing', '', ['on-demand']],
    ['launches Spot capacity where it says so', '  capacity_type = "SPOT"', ['spot']],
    [
      'launches what a variable says, either of them',
      '  capacity_type = var.type\n}\nvariable "type" {',
      ['spot', 'on-demand', 'reserved'],
    ],
  ];
  for (const [name, more, capacity] of cases)
    it(name, async () => {
      const found = await prove(group(more));
      expect(found.cluster).toBe('shop');
      expect(Object.values(found.capacity)[0]?.slice(0, 2)).toEqual(capacity.slice(0, 2));
    });

  it('is drained by EKS', async () => {
    const { pools } = await prove(group('  capacity_type = "SPOT"'));
    expect(pools.workers).toMatchObject({
      'spot-interruption': 'eks drain',
      'asg-termination': 'eks drain',
      'scheduled-change': 'eks drain',
    });
  });

  it('is one pool for each of what it is repeated over', async () => {
    const main = group()
      .replace('"g" {', '"g" {\n  for_each = toset(["a", "b"])')
      .replace('"workers"', '"workers-${each.key}"');
    expect(Object.keys((await prove(main)).pools)).toEqual(['workers-a', 'workers-b']);
  });

  it('is repaired by EKS where it says so', async () => {
    const { pools } = await prove(group('  node_repair_config {\n    enabled = true\n  }'));
    expect(pools.workers?.['node-repair']).toMatch(/^eks /);
  });
});

describe('Auto Mode', () => {
  const mode = (enabled: string): string => `
resource "aws_eks_cluster" "c" {
  name = "shop"
  compute_config {
    enabled    = ${enabled}
    node_pools = ["general-purpose", "system"]
  }
}
`;
  it('has pools of its own, which EKS drains', async () => {
    const { pools, presence } = await prove(mode('true'));
    expect(Object.keys(pools)).toEqual(['general-purpose', 'system']);
    expect(Object.values(presence)).toEqual(['found', 'found']);
    expect(pools['general-purpose']?.['scheduled-change']).toMatch(/^eks|^auto|^karpenter/);
  });

  it('has none where it is off', async () => {
    expect((await prove(mode('false'))).pools).toEqual({});
  });
});
