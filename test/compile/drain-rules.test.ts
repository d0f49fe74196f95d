/** Drain rules reach every handler that can keep them; what none can keep is refused with the nearest that works. */
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadFacts } from '../../src/commands/facts.js';
import type { Target } from '../../src/compile/plan.js';
import { type ProvedPolicy, provePolicy } from '../../src/pipeline/policy.js';
import { VALID } from '../support/policy.js';

const facts = await loadFacts();

type Policy = ReturnType<typeof parse>;

const prove = (change: (policy: Policy) => void, target: Target = 'addons'): ProvedPolicy => {
  const policy = parse(VALID);
  policy.capacity.push({
    name: 'jobs',
    kind: 'SelfManagedNodeGroup',
    autoScalingGroup: {
      terraform: 'module.eks.self_managed_node_groups["jobs"].autoscaling_group_arn',
    },
    mix: { spot: 100 },
  });
  policy.interruption.owner.SelfManagedNodeGroup = 'nth';
  policy.handlers.nth = { mode: 'queue', replicas: 2, runsOn: 'system' };
  change(policy);
  return provePolicy({
    file: 'policy.yaml',
    text: stringify(policy),
    files: () => ({ problem: 'there is none' }),
    facts,
    target,
  });
};

const refused = (change: (policy: Policy) => void, target?: Target) =>
  prove(change, target)
    .findings.filter(({ rule }) => rule === 'unexpressible-setting')
    .map(({ message, help }) => ({ message, help }));

const pools = (rules: object) => (policy: Policy) => {
  policy.drain = { pools: rules };
};

/** Everything that a plan writes, as text. */
const written = (change: (policy: Policy) => void, target?: Target): string => {
  const { plan, findings } = prove(change, target);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return JSON.stringify(plan, (key, value) =>
    key === 'at' || key === 'from' ? undefined : value instanceof Map ? [...value] : value,
  );
};

describe('on a kind of pool that has no such setting', () => {
  it.each([
    [
      'system',
      { terminationGracePeriod: '1h' },
      'EKS gives the drain of a managed node group 15 minutes',
    ],
    ['system', { expireAfter: '24h' }, 'managed node groups have no lifetime'],
    ['system', { disruption: { budgets: [{ nodes: '10%' }] } }, 'set updateConfig'],
    ['system', { instanceRefresh: { minHealthyPercentage: 90 } }, 'set updateConfig'],
    ['jobs', { terminationGracePeriod: '1h' }, 'set nodeTerminationGracePeriod of "drain.nth"'],
    ['jobs', { disruption: { consolidateAfter: '1m' } }, 'set instanceRefresh'],
    ['jobs', { updateConfig: { maxUnavailable: 1 } }, 'set instanceRefresh'],
    ['web', { lifecycleHookTimeout: 300 }, 'set terminationGracePeriod'],
    ['web', { updateConfig: { maxUnavailable: 1 } }, 'set budgets of "disruption"'],
  ])('%s %j says what comes nearest', (pool, rules, help) => {
    const [finding] = refused(pools({ [pool]: rules }), 'inputs');
    expect(finding?.message).toContain(`nothing can keep "${Object.keys(rules)[0]}"`);
    expect(finding?.help).toContain(help);
  });
});

describe('settings of node groups', () => {
  const rules = {
    system: { updateConfig: { maxUnavailablePercentage: 20 } },
    jobs: {
      expireAfter: '168h',
      instanceRefresh: { minHealthyPercentage: 90, instanceWarmup: 60 },
    },
  };

  it('are in the node group maps of target inputs', () => {
    const text = written(pools(rules), 'inputs');
    for (const word of [
      'update_config',
      'max_unavailable_percentage',
      'instance_refresh',
      'min_healthy_percentage',
      'instance_warmup',
      'max_instance_lifetime',
      '604800',
    ])
      expect(text).toContain(word);
  });

  it('are refused where no node group is made, with the argument to write', () => {
    const found = refused(pools(rules), 'module');
    expect(found.map(({ message }) => message)).toEqual([
      'target "module" makes no node groups, so nothing keeps "updateConfig" on "system"',
      'target "module" makes no node groups, so nothing keeps "expireAfter" on "jobs"',
      'target "module" makes no node groups, so nothing keeps "instanceRefresh" on "jobs"',
    ]);
    expect(found[0]?.help).toContain('write update_config in the group itself');
  });

  it('cannot live for less than a day', () => {
    const [finding] = refused(pools({ jobs: { expireAfter: '6h' } }), 'inputs');
    expect(finding?.message).toContain('no lifetime of less than a day');
    expect(refused(pools({ jobs: { expireAfter: 'Never' } }), 'inputs')).toEqual([]);
  });
});

describe('taints of NTH', () => {
  const nth = (rules: object, chart?: string) => (policy: Policy) => {
    policy.drain = { nth: rules };
    if (chart !== undefined) policy.handlers.nth.chart = chart;
  };

  it('have an effect that the chart passes on in the environment', () => {
    const text = written(nth({ taintNode: true, taintEffect: 'NoExecute' }));
    expect(text).toContain('TAINT_EFFECT');
    expect(text).toContain('NoExecute');
  });

  it('have none where no node is tainted', () => {
    const [finding] = refused(nth({ taintEffect: 'NoExecute' }));
    expect(finding?.message).toBe('NTH taints no node, so nothing keeps "taintEffect"');
  });
});

describe('numbers of a Deployment', () => {
  it('are refused in IMDS mode, which has none', () => {
    const found = refused((policy) => {
      policy.handlers.nth = { mode: 'imds', workers: 20, replicas: 3 };
      policy.interruption.exceptions = [
        {
          pools: ['jobs'],
          events: ['asg-termination', 'instance-state-change'],
          owner: 'none',
          because: 'IMDS mode cannot',
        },
      ];
    });
    expect(found.map(({ message }) => message)).toEqual([
      'in IMDS mode every node runs one NTH with 10 workers, so nothing keeps "workers"',
      'in IMDS mode every node runs one NTH with 10 workers, so nothing keeps "replicas"',
    ]);
  });
});
