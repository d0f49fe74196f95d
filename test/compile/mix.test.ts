/** The capacity mix of each kind of capacity: what is made of it, and what it cannot be. */
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadFacts } from '../../src/commands/facts.js';
import type { Target } from '../../src/compile/plan.js';
import { provePolicy } from '../../src/pipeline/policy.js';
import { writeModule } from '../../src/terraform/json/write.js';
import { VALID } from '../support/policy.js';

const facts = await loadFacts();

function compiled(pool: object, target: Target = 'inputs') {
  const policy = parse(VALID);
  policy.capacity.push({ name: 'workers', ...pool });
  const { plan, judged, findings } = provePolicy({
    file: 'policy.yaml',
    text: stringify(policy),
    files: () => ({ problem: 'there is none' }),
    facts,
    target,
  });
  const module = plan?.modules.get('.');
  const outputs = module === undefined ? {} : JSON.parse(writeModule(module)).output;
  return {
    outputs,
    judged,
    errors: findings.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    pools: judged?.system.pools.map(({ id }) => id),
  };
}

const SELF_MANAGED = {
  kind: 'SelfManagedNodeGroup',
  autoScalingGroup: { terraform: 'module.eks.workers_group_arn' },
};

describe('a managed node group of two shares', () => {
  const two = compiled({ kind: 'ManagedNodeGroup', mix: { spot: 75, onDemand: 25 } });
  it('is a group for each capacity type, of which only one gets Spot notices', () => {
    expect(two.errors).toEqual([]);
    expect(two.judged?.proof).toBe('proved');
    expect(two.outputs.eks_managed_node_groups.value).toMatchObject({
      workers: { capacity_type: 'SPOT' },
      'workers-on-demand': { capacity_type: 'ON_DEMAND' },
    });
    const spot = two.judged?.verdicts.filter(
      ({ pool, event }) => pool.id.startsWith('workers') && event.kind === 'spot-interruption',
    );
    expect(spot?.map(({ pool, state }) => [pool.id, state])).toEqual([
      ['workers', 'owned'],
      ['workers-on-demand', 'not-applicable'],
    ]);
  });

  it('needs both names', () => {
    const policy = parse(VALID);
    policy.capacity.push(
      { name: 'workers', kind: 'ManagedNodeGroup', mix: { spot: 75, onDemand: 25 } },
      { name: 'workers-on-demand', kind: 'ManagedNodeGroup', mix: { onDemand: 100 } },
    );
    const { findings } = provePolicy({
      file: 'policy.yaml',
      text: stringify(policy),
      files: () => ({ problem: 'there is none' }),
      facts,
    });
    expect(findings.map(({ message }) => message)).toContain(
      'the mix of "workers" makes a second ManagedNodeGroup "workers-on-demand", which is the name of another pool',
    );
  });
});

describe('a self-managed node group', () => {
  it('has the shares as Auto Scaling has them', () => {
    const { outputs } = compiled({
      ...SELF_MANAGED,
      mix: { spot: 80, onDemand: 20, onDemandBase: 1 },
    });
    expect(outputs.self_managed_node_groups.value.workers.mixed_instances_policy).toEqual({
      instances_distribution: {
        on_demand_base_capacity: 1,
        on_demand_percentage_above_base_capacity: 20,
        spot_allocation_strategy: 'price-capacity-optimized',
      },
    });
  });

  it('of reserved capacity launches into reservations alone', () => {
    const { outputs } = compiled({ ...SELF_MANAGED, mix: { reserved: 100 } });
    const group = outputs.self_managed_node_groups.value.workers;
    expect(group.capacity_reservation_specification).toEqual({
      capacity_reservation_preference: 'capacity-reservations-only',
    });
    expect(group).not.toHaveProperty('mixed_instances_policy');
  });
});

describe('what a mix cannot be', () => {
  it.each([
    [{ kind: 'ManagedNodeGroup', mix: { prefer: 'spot' } }, /prefers none/],
    [{ ...SELF_MANAGED, mix: { prefer: 'spot' } }, /prefers none/],
    [{ ...SELF_MANAGED, mix: { reserved: 50, spot: 50 } }, /between Spot and on-demand alone/],
    [{ kind: 'ManagedNodeGroup', mix: { spot: 60, onDemand: 20 } }, /add up to 80, not 100/],
  ] as const)('%o', (pool, says) => {
    expect(compiled(pool).errors.join('\n')).toMatch(says);
  });
});
