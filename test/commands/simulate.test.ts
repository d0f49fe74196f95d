/** `interlock simulate` as people run it: text, JSON, HTML, scenarios, lists of a cluster, and what it says of mistakes. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

const policies = Object.fromEntries(
  readdirSync('policies').map((file) => [
    `policies/${file}`,
    readFileSync(`policies/${file}`, 'utf8'),
  ]),
);

async function simulate(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const host = memoryHost({ ...policies, ...files });
  const status = await run(host, ['simulate', ...args]);
  return { status, out: host.stdout(), err: host.stderr() };
}

const json = async (args: readonly string[], files: Readonly<Record<string, string>> = {}) => {
  const { out, ...rest } = await simulate([...args, '--format', 'json'], files);
  return { ...rest, policy: JSON.parse(out).policies[0] };
};

describe('every policy of ours', () => {
  it.each([
    { file: 'spot-fleet', verdict: 'fits', status: 0 },
    { file: 'payments-prod', verdict: 'does-not-fit', status: 1 },
    { file: 'mixed-fleet', verdict: 'does-not-fit', status: 1 },
    { file: 'orders', verdict: 'fits', status: 0 },
    { file: 'orders-1-29', verdict: 'fits', status: 0 },
    { file: 'service-pool', verdict: 'nothing-to-reclaim', status: 0 },
  ])('$file says whether a full Spot reclaim fits: $verdict', async ({ file, verdict, status }) => {
    const result = await json([`policies/${file}.yaml`, '--nodes', '60']);
    expect(result.policy.verdict).toBe(verdict);
    expect(result.status).toBe(status);
  });
});

describe('simulate', () => {
  it('counts every pod once and says the same for the same seed', async () => {
    const args = ['policies/payments-prod.yaml', '--nodes', '40', '--seed', '7'];
    const [first, second] = [await simulate(args), await simulate(args)];
    expect(first.out).toBe(second.out);
    const { policy } = await json(args);
    expect(policy.inTime + policy.cutOff + policy.waitingForVolumes + policy.killed).toBe(
      policy.pods,
    );
    expect(policy.pods).toBe(2 * 40 * 20);
  });

  it('shows what was asked for, and at best no more', async () => {
    const { policy } = await json([
      'policies/payments-prod.yaml',
      '--pool',
      'batch',
      '--nodes',
      '20',
      '--sweep',
      'workers=5,10',
      '--sweep',
      'grace=10,60',
    ]);
    expect(policy.sweep).toHaveLength(4);
    for (const row of policy.sweep) expect(row.needs).toBeGreaterThanOrEqual(row.leastPossible);
    const best = policy.sweep.filter((row: { best: boolean }) => row.best);
    expect(best).toHaveLength(1);
    for (const row of policy.sweep) expect(row.inTime).toBeLessThanOrEqual(best[0].inTime);
  });

  it('marks the best row, in text and on the page, and none where all are alike', async () => {
    const batch = ['policies/payments-prod.yaml', '--pool', 'batch', '--replicas', '1'];
    const args = [...batch, '--nodes', '100', '--pods', '5', '--grace', '10'];
    const swept = [...args, '--sweep', 'workers=5,50,100'];
    const { out } = await simulate(swept);
    expect(out).toMatch(/^ +50 .* does not fit, best$/m);
    expect(out.match(/, best$/gm)).toHaveLength(1);
    const page = await simulate([...swept, '--format', 'html']);
    expect(page.out.match(/<b>best<\/b>/g)).toHaveLength(1);
    const alike = await simulate([...batch, '--nodes', '2', '--sweep', 'workers=50,100']);
    expect(alike.out).not.toContain(', best');
  });

  it('says from how many workers on fewer pods are saved, and advises fewer where there are too many', async () => {
    const args = ['policies/mixed-fleet.yaml', '--pool', 'batch', '--replicas', '1'];
    const few = await simulate([...args, '--nodes', '120', '--pods', '4', '--grace', '20']);
    expect(few.out).toMatch(/more than \d+ workers save fewer pods \((?:\d+: \d+, )*\d+: \d+\)/);
    const many = [...args, '--workers', '150', '--nodes', '150', '--pods', '4', '--grace', '20'];
    const { policy } = await json(many);
    const advice = JSON.stringify(policy.advice);
    expect(advice).toMatch(/give NTH (?:10|20|50) workers instead of 150/);
  });

  it('names only changes that it has tried', async () => {
    const { out } = await simulate([
      'policies/payments-prod.yaml',
      '--pool',
      'batch',
      '--nodes',
      '30',
    ]);
    expect(out).toContain('what to change');
    expect(out).toMatch(/run \d+ replicas of NTH/);
    expect(out).toContain('120 s: the nodes go');
  });

  it('refuses waves that no machine at hand holds, wherever they come from', async () => {
    const huge = async (args: readonly string[], files = {}) => {
      const { status, err } = await simulate(['policies/spot-fleet.yaml', ...args], files);
      expect(status).toBe(1);
      expect(err).toContain('is more than the 1000000 that are simulated');
    };
    await huge(['--nodes', '1000000', '--pods', '1000']);
    await huge(['--scenario', 'wave.yaml'], {
      'wave.yaml': `apiVersion: interlock/v1
kind: InterruptionScenario
pools: [{ name: fleet, nodes: 10, pods: [{ name: web, replicas: 900000000000 }] }]
`,
    });
    await huge(['--scenario', 'web.yaml'], {
      'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: 2000000000, template: { spec: {} } }
`,
    });
  });

  it('refuses numbers that are none', async () => {
    const { status, err } = await simulate(['policies/orders.yaml', '--nodes', '-3']);
    expect(status).toBe(2);
    expect(err).toContain('write a whole number from 1 to 1000000');
    expect((await simulate(['policies/orders.yaml', '--sweep', 'pods=3'])).status).toBe(2);
  });
});

const scenario = `apiVersion: interlock/v1
kind: InterruptionScenario
wave: { seed: 3 }
handlers:
  nth: { workers: 50, replicas: 1, taintNode: true }
pools:
  - name: batch
    nodes: 50
    pods:
      - { name: web, perNode: 5, grace: 30s, stops: 5s }
`;

describe('a scenario', () => {
  it('takes the place of what the policy leaves open', async () => {
    const { policy } = await json(['policies/payments-prod.yaml', '--scenario', 'fis.yaml'], {
      'fis.yaml': scenario,
    });
    expect(policy.pools).toHaveLength(1);
    expect(policy.nodes).toBe(50);
    expect(Math.abs(policy.drained - 39)).toBeLessThanOrEqual(4);
  });

  it('is held against its schema, at the line', async () => {
    const { status, err } = await simulate(
      ['policies/payments-prod.yaml', '--scenario', 'wave.yaml'],
      { 'wave.yaml': scenario.replace('perNode: 5', 'perNod: 5') },
    );
    expect(status).toBe(1);
    expect(err).toContain('wave.yaml:10:22: error: unknown key "perNod"');
    expect(err).toContain('did you mean "perNode"?');
  });

  it('cannot name a pool that the policy does not have', async () => {
    const { status, err } = await simulate(
      ['policies/payments-prod.yaml', '--scenario', 'wave.yaml'],
      { 'wave.yaml': scenario.replace('name: batch', 'name: bacth') },
    );
    expect(status).toBe(1);
    expect(err).toContain('wave.yaml:7:11: error: the policy has no pool "bacth"');
    expect(err).toContain('did you mean "batch"?');
  });

  it('holds pods back by a budget, and says so', async () => {
    const { policy } = await json(['policies/spot-fleet.yaml', '--scenario', 'wave.yaml'], {
      'wave.yaml': `apiVersion: interlock/v1
kind: InterruptionScenario
pools:
  - name: fleet
    nodes: 10
    pods: [{ name: web, perNode: 4, grace: 20s, maxUnavailable: "10%" }]
`,
    });
    expect(policy.verdict).toBe('does-not-fit');
    expect(policy.pools[0].bottleneck).toBe('budget');
  });
});

describe('rebalance recommendations', () => {
  it('let NTH begin before the notice, as often as in the field', async () => {
    const args = ['policies/mixed-fleet.yaml', '--pool', 'batch', '--nodes', '6', '--pods', '5'];
    const [without, with_] = [await json(args), await json([...args, '--rebalance'])];
    expect(with_.policy.pools[0].ends.p50).toBeLessThan(without.policy.pools[0].ends.p50);
    expect(with_.policy.takenForGranted.join()).toContain('60 % of notices');
  });

  it('change nothing for Karpenter, which only records them', async () => {
    const args = ['policies/spot-fleet.yaml', '--nodes', '6', '--pods', '5'];
    const [without, with_] = [await json(args), await json([...args, '--rebalance'])];
    expect(with_.policy.pools).toEqual(without.policy.pools);
    expect(with_.policy.takenForGranted.join()).toContain('nobody drains these pools');
  });
});

const object = (kind: string, metadata: unknown, rest: object = {}) => ({
  apiVersion: kind === 'PodDisruptionBudget' ? 'policy/v1' : 'v1',
  kind,
  metadata,
  ...rest,
});

const list = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: [
    ...[1, 2].map((index) =>
      object('Node', {
        name: `spot-${index}`,
        labels: { 'karpenter.sh/nodepool': 'fleet', 'karpenter.sh/capacity-type': 'spot' },
      }),
    ),
    object('Node', {
      name: 'steady',
      labels: { 'karpenter.sh/nodepool': 'fleet', 'karpenter.sh/capacity-type': 'on-demand' },
    }),
    ...['spot-1', 'spot-2', 'steady'].map((nodeName, index) =>
      object(
        'Pod',
        {
          name: `web-${index}`,
          namespace: 'shop',
          labels: { app: 'web', 'pod-template-hash': 'abc' },
          ownerReferences: [{ kind: 'ReplicaSet', name: 'web-abc', controller: true }],
        },
        { spec: { nodeName, terminationGracePeriodSeconds: 40, containers: [] } },
      ),
    ),
    object(
      'Pod',
      {
        name: 'proxy',
        namespace: 'kube-system',
        ownerReferences: [{ kind: 'DaemonSet', name: 'kube-proxy', controller: true }],
      },
      { spec: { nodeName: 'spot-1' } },
    ),
    object(
      'PodDisruptionBudget',
      { name: 'web', namespace: 'shop' },
      { spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } } },
    ),
  ],
});

describe('what kubectl prints', () => {
  it('is the wave: Spot nodes, what runs on them, and the budgets over it', async () => {
    const { policy } = await json(['policies/spot-fleet.yaml', '--scenario', 'cluster.json'], {
      'cluster.json': list,
    });
    expect(policy.nodes).toBe(2);
    expect(policy.pools[0].workloads).toEqual([
      expect.objectContaining({ name: 'shop/web', pods: 2 }),
    ]);
    expect(policy.takenForGranted).toContain('1 node of the list is not Spot and stays');
    // One of three may be gone at a time, and its replacement needs a node first.
    expect(policy.pools[0].ends.last).toBeGreaterThan(80);
  });

  it('may be workloads without their pods, which are spread over the pools that can take them', async () => {
    const { policy } = await json(
      ['policies/spot-fleet.yaml', '--scenario', 'web.yaml', '--nodes', '10'],
      {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 35
  template:
    metadata: { labels: { app: web } }
    spec: { terminationGracePeriodSeconds: 25 }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web }
spec: { maxUnavailable: 0, selector: { matchLabels: { app: web } } }
`,
      },
    );
    expect(policy.pods).toBe(35);
    expect(policy.pools[0].bottleneck).toBe('budget');
    expect(policy.inTime).toBe(0);
  });

  it('is refused where it holds nothing', async () => {
    const { status, err } = await simulate(
      ['policies/spot-fleet.yaml', '--scenario', 'cluster.json'],
      { 'cluster.json': '{"a": [' },
    );
    expect(status).toBe(1);
    expect(err).toContain('cluster.json:1:');
  });
});

describe('the order in which Karpenter drains', () => {
  const critical = (name: string, rest: string): string => `apiVersion: interlock/v1
kind: InterruptionScenario
pools:
  - name: ${name}
    nodes: 8
    pods:
      - { name: web, perNode: 4, grace: 70s }
      - { name: coredns, perNode: 1, grace: 60s${rest} }
`;
  const wave = (rest: string, policy = 'spot-fleet', pool = 'fleet') =>
    json([`policies/${policy}.yaml`, '--scenario', 'wave.yaml'], {
      'wave.yaml': critical(pool, rest),
    });

  it('is what a scenario waits for that has critical pods, and NTH knows nothing of it', async () => {
    const { policy } = await wave(', priorityClassName: system-cluster-critical');
    expect(policy.verdict).toBe('does-not-fit');
    expect(policy.inTime).toBe(32);
    expect(policy.pools[0].bottleneck).toBe('order');
    expect(JSON.stringify(policy.advice)).toContain('take the priority class');
    expect((await wave(', priorityClassName: important')).policy.verdict).toBe('fits');
    const [with_, without] = [', priorityClassName: system-node-critical', ''].map((rest) =>
      wave(rest, 'payments-prod', 'batch'),
    );
    expect((await with_)?.policy).toEqual((await without)?.policy);
  });

  it('is a matter of the release: before 1.1 critical pods only wait until the others are told', async () => {
    const { policy } = await wave(
      ', priorityClassName: system-cluster-critical',
      'orders-1-29',
      'general',
    );
    expect(policy.verdict).toBe('fits');
  });

  it('shows in the time line of a single drain', async () => {
    const { out } = await simulate(['policies/spot-fleet.yaml', '--scenario', 'wave.yaml'], {
      'wave.yaml': critical('fleet', ', priorityClassName: system-cluster-critical'),
    });
    expect(out).toContain('70 s: pods get 70 s');
    expect(out).toContain('60 s: critical pods get 60 s');
  });

  it('leaves pods that tolerate the taint, which nobody then ends in order', async () => {
    const { policy } = await wave(', tolerations: [{ operator: Exists }]');
    expect(policy.inTime).toBe(32);
    expect(policy.pools[0].bottleneck).toBe('toleration');
    const old = await wave(
      ', tolerations: [{ key: karpenter.sh/disrupted, operator: Exists }]',
      'orders-1-29',
      'general',
    );
    expect(old.policy.verdict).toBe('fits');
  });

  it('has no priority class that Kubernetes keeps to itself and does not have', async () => {
    const { status, err } = await simulate(
      ['policies/spot-fleet.yaml', '--scenario', 'wave.yaml'],
      { 'wave.yaml': critical('fleet', ', priorityClassName: system-critical') },
    );
    expect(status).toBe(1);
    expect(err).toContain('"system-critical" is not of the form that "priorityClassName" takes');
  });

  const pod = (name: string, owner: string, spec: object) =>
    object(
      'Pod',
      {
        name,
        namespace: 'kube-system',
        ownerReferences: [{ kind: owner, name: `${name}-owner`, controller: true }],
      },
      { spec: { nodeName: 'spot-1', ...spec } },
    );
  const cluster = (agent: object): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        object('Node', {
          name: 'spot-1',
          labels: { 'karpenter.sh/nodepool': 'fleet', 'karpenter.sh/capacity-type': 'spot' },
        }),
        pod('web', 'ReplicaSet', { terminationGracePeriodSeconds: 50 }),
        pod('agent', 'DaemonSet', { terminationGracePeriodSeconds: 40, ...agent }),
        pod('dns', 'ReplicaSet', {
          terminationGracePeriodSeconds: 30,
          priorityClassName: 'system-cluster-critical',
          priority: 2000000000,
        }),
      ],
    });

  it('is read off what kubectl prints: classes, owners and tolerations', async () => {
    const of = (agent: object) =>
      json(['policies/spot-fleet.yaml', '--scenario', 'cluster.json'], {
        'cluster.json': cluster(agent),
      });
    const [evicted, left] = [await of({}), await of({ tolerations: [{ operator: 'Exists' }] })];
    expect([evicted.policy.pods, left.policy.pods]).toEqual([2, 2]);
    expect(evicted.policy.leastPossible).toBe(120);
    expect(evicted.policy.verdict).toBe('does-not-fit');
    expect(JSON.stringify(evicted.policy.advice)).toContain('let DaemonSets tolerate');
    expect(left.policy.leastPossible).toBe(80);
    expect(left.policy.verdict).toBe('fits');
  });

  it('is read off workloads without their pods', async () => {
    const workload = (kind: string, name: string, spec: string) => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name} }
spec:
  ${kind === 'DaemonSet' ? '' : 'replicas: 10'}
  template: { spec: { ${spec} } }
---
`;
    const { policy } = await json(
      ['policies/spot-fleet.yaml', '--scenario', 'all.yaml', '--nodes', '10'],
      {
        'all.yaml': [
          workload('Deployment', 'web', 'terminationGracePeriodSeconds: 50'),
          workload('DaemonSet', 'agent', 'terminationGracePeriodSeconds: 40'),
          workload(
            'Deployment',
            'dns',
            'terminationGracePeriodSeconds: 30, priorityClassName: system-cluster-critical',
          ),
        ].join(''),
      },
    );
    expect(policy.pods).toBe(20);
    expect(policy.leastPossible).toBe(120);
    expect(policy.verdict).toBe('does-not-fit');
  });
});

describe('what is not simulated', () => {
  it('is said of a handler that runs on nodes of the wave', async () => {
    const file = 'test/rules/self-draining-handler/fails.yaml';
    const { policy } = await json(['self.yaml', '--nodes', '4', '--pods', '2'], {
      'self.yaml': readFileSync(file, 'utf8'),
    });
    expect(policy.takenForGranted).toContain(
      '"nth" runs on "batch", whose Spot nodes are interrupted at two minutes: it is taken to go on until then',
    );
  });

  it('is said of workloads that no pool takes for certain, or that nothing gives a number', async () => {
    const { policy } = await json(['policies/spot-fleet.yaml', '--scenario', 'all.yaml'], {
      'all.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: 3, template: { spec: {} } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: gpu }
spec: { replicas: 3, template: { spec: { nodeSelector: { team: research } } } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: queue }
spec: { template: { spec: {} } }
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: { name: queue }
spec: { scaleTargetRef: { name: queue } }
`,
    });
    expect(policy.pods).toBe(3);
    expect(policy.takenForGranted).toContain(
      '"gpu" is left out: no Spot pool of the policy takes its pods for certain',
    );
    expect(policy.takenForGranted).toContain(
      '"queue" is left out: nothing says how many pods it has',
    );
  });

  it('is said of volumes whose claims the list does not hold', async () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    const items = [
      object('Node', {
        name: 'spot-1',
        labels: { 'karpenter.sh/nodepool': 'fleet', 'karpenter.sh/capacity-type': 'spot' },
      }),
      object('Pod', { name: 'db', namespace: 'shop' }, { spec: { nodeName: 'spot-1', volumes } }),
    ];
    const { policy } = await json(['policies/spot-fleet.yaml', '--scenario', 'list.json'], {
      'list.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    });
    expect(policy.takenForGranted.join()).toContain('1 pod names a volume claim that the list');
  });
});

describe('two budgets over one pod', () => {
  it('let it never be evicted, in workloads without their pods, too', async () => {
    const budget = (name: string) => `---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name} }
spec: { maxUnavailable: 100%, selector: { matchLabels: { app: web } } }
`;
    const { policy } = await json(
      ['policies/orders-1-29.yaml', '--scenario', 'web.yaml', '--nodes', '4'],
      {
        'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: 8, template: { metadata: { labels: { app: web } }, spec: {} } }
${budget('one')}${budget('two')}`,
      },
    );
    expect(policy.inTime).toBe(0);
    expect(policy.pools[0].bottleneck).toBe('budget');
  });
});

describe('lint', () => {
  it('takes no scenario for a policy', async () => {
    const host = memoryHost({ 'waves/fis.yaml': scenario });
    await run(host, ['lint', 'waves']);
    expect(host.stdout()).not.toContain('invalid-policy');
  });
});

describe('the page', () => {
  it('needs no script and loads nothing, and text of a scenario stays text', async () => {
    const { out } = await simulate(
      ['policies/payments-prod.yaml', '--scenario', 'wave.yaml', '--format', 'html'],
      { 'wave.yaml': scenario.replace('name: web', 'name: "<script>alert(1)</script>"') },
    );
    expect(out.startsWith('<!doctype html>')).toBe(true);
    expect(out).not.toContain('<script');
    expect(out).not.toMatch(/(?:src|href)="(?!data:,|#)/);
    expect(out).toContain('<svg class="wave"');
    expect(out).toContain('120 s: the nodes go');
  });
});

describe('calls a second', () => {
  it('never let fewer pods end in time when there are more of them', async () => {
    const args = ['policies/payments-prod.yaml', '--pool', 'batch', '--nodes', '30', '--pods', '6'];
    const inTime: number[] = [];
    for (const qps of [5, 8, 20, 100]) {
      const { policy } = await json([...args, '--grace', '20', '--qps', String(qps)]);
      inTime.push(policy.inTime);
    }
    expect(inTime).toEqual(inTime.toSorted((a, b) => a - b));
    expect(inTime[3]).toBeGreaterThan(inTime[0] ?? 0);
  });
});
