/** The tables of terraform-aws-eks, against single releases. */
import { describe, expect, it } from 'vitest';
import {
  deniesHttp,
  eksKarpenter,
  submoduleActions,
  submoduleRules,
} from '../../src/facts/eks-karpenter.js';
import { eksModule, groupKeys, inputName } from '../../src/facts/eks-module.js';
import { eksNodeGroups } from '../../src/facts/eks-node-groups.js';

describe('root module', () => {
  it('reaches from 17.0.0 to 21.19.0', () => {
    expect([eksModule.releases[0], eksModule.releases.at(-1)]).toEqual(['17.0.0', '21.19.0']);
  });

  it.each([
    ['20.37.2', 'cluster_name', 'cluster_name'],
    ['21.0.0', 'cluster_name', 'name'],
    ['21.0.0', 'cluster_version', 'kubernetes_version'],
    ['21.0.0', 'create_cluster_security_group', 'create_security_group'],
    ['21.0.0', 'eks_managed_node_groups', 'eks_managed_node_groups'],
    ['21.0.0', 'eks_managed_node_group_defaults', undefined],
    ['20.37.2', 'clustername', undefined],
  ])('%s calls %s %s', (release, name, now) => {
    expect(inputName(release, name)).toBe(now);
  });

  it.each([
    ['17.24.0', 'worker_groups', true],
    ['18.0.0', 'worker_groups', false],
    ['18.0.0', 'self_managed_node_groups', true],
    ['19.21.0', 'access_entries', false],
    ['20.0.0', 'access_entries', true],
  ])('%s takes %s: %s', (release, name, takes) => {
    expect(eksModule.input(release, name) !== undefined).toBe(takes);
  });

  it.each([
    ['20.37.2', 'eks_managed_node_groups', 'capacity_type', true],
    ['21.19.0', 'eks_managed_node_groups', 'capacity_type', true],
    ['20.37.2', 'eks_managed_node_groups', 'mixed_instances_policy', false],
    ['20.37.2', 'self_managed_node_groups', 'use_mixed_instances_policy', true],
    ['20.37.2', 'self_managed_node_groups', 'capacity_rebalance', true],
    ['17.24.0', 'worker_groups', 'capacity_rebalance', true],
    ['18.0.0', 'worker_groups', 'capacity_rebalance', false],
  ] as const)('%s reads of %s the key %s: %s', (release, input, key, read) => {
    expect(groupKeys(release, input).includes(key)).toBe(read);
  });

  it('has the outputs that other modules take', () => {
    for (const name of ['cluster_endpoint', 'oidc_provider_arn', 'eks_managed_node_groups'])
      expect(eksModule.outputs('21.19.0')).toContain(name);
    expect(eksModule.outputs('18.30.0')).not.toContain('cluster_name');
  });

  it('names what it creates and requires', () => {
    const created = eksModule.creates('20.37.2').map(({ name }) => name);
    expect(created).toContain('aws_eks_cluster.this');
    expect(created).toContain('module.kms');
    const aws = eksModule.requiredProviders('21.0.0').find(({ name }) => name === 'aws');
    expect(aws?.constraint).toBe('>= 6.0');
  });
});

describe('Karpenter submodule', () => {
  it('exists from 18.31.0', () => {
    expect(eksKarpenter.releases[0]).toBe('18.31.0');
    expect(eksKarpenter.inputs('18.30.3')).toEqual([]);
  });

  it.each([
    ['19.21.0', 4, 'spot_interupt'],
    ['20.0.0', 4, 'spot_interrupt'],
    ['21.18.0', 5, 'capacity_reservation_interruption'],
  ])('%s makes %i rules, one of them %s', (release, count, name) => {
    const rules = submoduleRules(release);
    expect(rules).toHaveLength(count);
    expect(rules.some((rule) => rule.name === name)).toBe(true);
  });

  it.each([
    ['20.14.0', undefined],
    ['20.15.0', 'StringEquals'],
    ['20.37.2', 'StringEquals'],
    ['21.0.0', 'Bool'],
  ])('%s denies plain HTTP by %s', (release, test) => {
    expect(deniesHttp(release)).toBe(test);
  });

  it.each([
    ['21.18.0', 'ec2:DescribeInstanceStatus', false],
    ['21.19.0', 'ec2:DescribeInstanceStatus', true],
    ['21.1.5', 'iam:ListInstanceProfiles', false],
    ['21.2.0', 'iam:ListInstanceProfiles', true],
    ['20.37.2', 'sqs:GetQueueAttributes', true],
    ['19.21.0', 'iam:CreateInstanceProfile', false],
    ['20.0.0', 'iam:CreateInstanceProfile', true],
  ])('%s grants %s: %s', (release, action, granted) => {
    expect(submoduleActions(release).has(action)).toBe(granted);
  });

  it('grants by input', () => {
    const v1 = submoduleActions('20.37.2', { enable_v1_permissions: true });
    expect(v1.has('sqs:GetQueueAttributes')).toBe(false);
    const deaf = submoduleActions('21.19.0', { enable_spot_termination: false });
    expect([...deaf].filter((action) => action.startsWith('sqs:'))).toEqual([]);
  });
});

describe('node groups', () => {
  it.each([
    ['eks-managed-node-group', '18.0.0', '21.19.0'],
    ['self-managed-node-group', '18.0.0', '21.19.0'],
    ['fargate-profile', '18.0.0', '21.19.0'],
    ['fargate', '17.0.0', '17.24.0'],
    ['node_groups', '17.0.0', '17.24.0'],
  ])('%s reaches from %s to %s', (name, first, last) => {
    const { releases } = eksNodeGroups[name] ?? { releases: [] };
    expect([releases[0], releases.at(-1)]).toEqual([first, last]);
  });

  it('says nothing about a release without the submodule', () => {
    expect(eksNodeGroups.node_groups?.inputs('21.0.0')).toEqual([]);
    expect(eksNodeGroups['eks-managed-node-group']?.inputs('17.24.0')).toEqual([]);
  });
});
