/** The table of EKS Blueprints v4, against single releases. */
import { describe, expect, it } from 'vitest';
import { blueprintsParts, blueprintsV4 } from '../../src/facts/blueprints-v4.js';

describe('blueprints v4', () => {
  it.each([
    ['4.0.0', 'enable_karpenter', true],
    ['4.20.0', 'karpenter_enable_spot_termination_handling', false],
    ['4.21.0', 'karpenter_enable_spot_termination_handling', true],
    ['4.32.1', 'auto_scaling_group_names', true],
    ['4.32.1', 'aws_node_termination_handler_asg_arns', false],
  ])('%s takes %s: %s', (release, name, takes) => {
    expect(blueprintsV4.input(release, name) !== undefined).toBe(takes);
  });

  it.each([
    ['4.0.0', '0.6.5', '0.16.0', 'none', 0],
    ['4.18.0', 'v0.19.3', '0.19.3', 'given-arn', 0],
    ['4.24.0', 'v0.23.0', '0.19.3', 'name-of-given-arn', 0],
    ['4.32.1', 'v0.27.3', '0.21.0', 'own-queue', 4],
  ])('%s installs Karpenter %s and NTH %s, queue %s', (release, karpenter, nth, queue, rules) => {
    const parts = blueprintsParts(release);
    expect([parts.karpenterChart, parts.nthChart]).toEqual([karpenter, nth]);
    expect(parts.queueSetting).toBe(queue);
    expect(parts.karpenterRules).toHaveLength(rules);
  });

  it('filters two of Karpenter’s rules by detail', () => {
    const filtered = blueprintsParts('4.32.1').karpenterRules.filter(({ detail }) => detail);
    expect(filtered.map(({ name }) => name)).toEqual(['health_event', 'instance_state_change']);
  });

  it('installs NTH beside Karpenter without groups from 4.2.0, without the rule for groups', () => {
    expect(blueprintsParts('4.1.0').nthWithoutGroups).toBe(false);
    const { nthWithoutGroups, nthRules } = blueprintsParts('4.2.0');
    expect(nthWithoutGroups).toBe(true);
    expect(nthRules.filter(({ when }) => when === 'groups').map(({ name }) => name)).toEqual([
      'NTHASGTermRule',
    ]);
    expect(nthRules).toHaveLength(5);
  });
});
