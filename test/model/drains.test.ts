/** The model of drains: who can take a pod, which budgets block, where a time line breaks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workloadsOf } from '../../src/manifests/workloads.js';
import { idleBudgets } from '../../src/model/budgets.js';
import type { NodeBudget } from '../../src/model/drain.js';
import { fits, landsOn, type NodeShape } from '../../src/model/fit.js';
import { typesAtMost } from '../../src/model/flexibility.js';
import { blockingBudgets, blocksEviction, doublyHeld } from '../../src/model/pdb.js';
import { deadReason, protects } from '../../src/model/protection.js';
import type { Pool, Taint } from '../../src/model/system.js';
import { drainedInTime } from '../../src/model/throughput.js';
import { type Step, timeline } from '../../src/model/timeline.js';
import { unschedulable } from '../../src/model/unschedulable.js';
import type { LabelCondition, Workload } from '../../src/model/workload.js';
import { unknown } from '../../src/value/value.js';
import { objectsOf } from '../manifests/support.js';

const from = { at: { file: 'pool.yaml', start: 0, end: 0 } };
const condition = (
  key: string,
  operator: LabelCondition['operator'],
  ...values: string[]
): LabelCondition => ({
  key,
  operator,
  values: values.map((value) => ({ value, from })),
  from,
});

interface Given {
  readonly kind?: Pool['kind'];
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly requirements?: readonly LabelCondition[];
  readonly spot?: boolean;
  readonly onDemand?: boolean;
}
const shape = ({
  kind = 'NodePool',
  labels = {},
  taints = [],
  requirements = [],
  spot = true,
  onDemand = true,
}: Given = {}): NodeShape => ({
  pool: {
    id: 'service',
    kind,
    name: { value: 'service', from },
    presence: 'found',
    can: { spot, 'on-demand': onDemand, reserved: false },
    labels: { value: new Map(Object.entries(labels)), from },
    taints: { value: taints, from },
    from,
  },
  requirements,
});
const pod = (spec: string): Workload => {
  const [found] = workloadsOf(
    objectsOf(`apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { ${spec} }\n`),
  ).workloads;
  if (found === undefined) throw new Error('no pod');
  return found;
};
const affinity = (expression: string): string =>
  `affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [${expression}] }] } } }`;

describe('whether a pool can take a pod', () => {
  const tainted = { taints: [{ key: 'service', value: 'true', effect: 'NoSchedule' }] };
  it.each([
    ['that asks for nothing', '', {}, true],
    [
      'that asks for a label of the pool',
      'nodeSelector: { team: a }',
      { labels: { team: 'a' } },
      true,
    ],
    ['that asks for another value', 'nodeSelector: { team: b }', { labels: { team: 'a' } }, false],
    ['that asks for a label that no node has', 'nodeSelector: { disk: ssd }', {}, false],
    [
      'that keeps away from a label that no node has',
      affinity('{ key: disk, operator: DoesNotExist }'),
      {},
      true,
    ],
    [
      'that asks for a type within the requirements',
      'nodeSelector: { node.kubernetes.io/instance-type: m5.large }',
      {
        requirements: [condition('node.kubernetes.io/instance-type', 'In', 'm5.large', 'c5.large')],
      },
      true,
    ],
    [
      'that asks for a type outside of them',
      'nodeSelector: { node.kubernetes.io/instance-type: t3.nano }',
      { requirements: [condition('node.kubernetes.io/instance-type', 'In', 'm5.large')] },
      false,
    ],
    [
      'that asks for a type that nothing bounds',
      'nodeSelector: { node.kubernetes.io/instance-type: t3.nano }',
      {},
      true,
    ],
    [
      'that asks for more cores than a bound allows',
      affinity('{ key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["2"] }'),
      { requirements: [condition('karpenter.k8s.aws/instance-cpu', 'Gt', '4')] },
      false,
    ],
    [
      'that asks for cores within a bound',
      affinity('{ key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["2", "8"] }'),
      { requirements: [condition('karpenter.k8s.aws/instance-cpu', 'Gt', '4')] },
      true,
    ],
    [
      'that excludes every value that there is',
      affinity('{ key: zone, operator: NotIn, values: [a] }'),
      { requirements: [condition('zone', 'In', 'a')] },
      false,
    ],
    ['that names the pool', 'nodeSelector: { karpenter.sh/nodepool: service }', {}, true],
    ['that names another pool', 'nodeSelector: { karpenter.sh/nodepool: other }', {}, false],
    [
      'that wants Spot of a pool without',
      'nodeSelector: { karpenter.sh/capacity-type: spot }',
      { spot: false },
      false,
    ],
    [
      'that wants on-demand of a mixed pool',
      'nodeSelector: { karpenter.sh/capacity-type: on-demand }',
      {},
      true,
    ],
    ['that does not tolerate the taint', '', tainted, false],
    [
      'that tolerates the taint',
      'tolerations: [{ key: service, value: "true", effect: NoSchedule }]',
      tainted,
      true,
    ],
    [
      'that tolerates another value',
      'tolerations: [{ key: service, value: "no", effect: NoSchedule }]',
      tainted,
      false,
    ],
    [
      'that tolerates another effect',
      'tolerations: [{ key: service, operator: Exists, effect: NoExecute }]',
      tainted,
      false,
    ],
    ['that tolerates the key', 'tolerations: [{ key: service, operator: Exists }]', tainted, true],
    ['that tolerates everything', 'tolerations: [{ operator: Exists }]', tainted, true],
    [
      'that tolerates everything of one effect',
      'tolerations: [{ operator: Exists, effect: NoExecute }]',
      tainted,
      false,
    ],
    [
      'that tolerates a key without a value',
      'tolerations: [{ key: gpu, operator: Equal }]',
      { taints: [{ key: 'gpu', effect: 'NoSchedule' }] },
      true,
    ],
    ['that tolerates another key', 'tolerations: [{ key: gpu, operator: Exists }]', tainted, false],
    [
      'that asks for more or less than a number',
      affinity('{ key: karpenter.k8s.aws/instance-cpu, operator: Gt, values: ["8"] }'),
      { labels: { 'karpenter.k8s.aws/instance-cpu': '8' } },
      false,
    ],
    [
      'that asks for less than the number of the label',
      affinity('{ key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["8"] }'),
      { labels: { 'karpenter.k8s.aws/instance-cpu': '8' } },
      false,
    ],
    [
      'that asks for a label to be there',
      affinity('{ key: team, operator: Exists }'),
      { labels: { team: 'a' } },
      true,
    ],
    [
      'that keeps away from a label that the nodes have',
      affinity('{ key: team, operator: DoesNotExist }'),
      { labels: { team: 'a' } },
      false,
    ],
    [
      'that keeps away from what Karpenter sets on every node',
      affinity('{ key: node.kubernetes.io/instance-type, operator: DoesNotExist }'),
      {},
      false,
    ],
    [
      'that keeps away from a label that the pool keeps away from',
      affinity('{ key: zone, operator: DoesNotExist }'),
      { requirements: [condition('zone', 'DoesNotExist')] },
      true,
    ],
    [
      'that keeps away from a label that the pool has a choice of',
      affinity('{ key: zone, operator: DoesNotExist }'),
      { requirements: [condition('zone', 'In', 'a')] },
      false,
    ],
    [
      'that asks Auto Mode for its kind of compute',
      'nodeSelector: { eks.amazonaws.com/compute-type: auto }',
      { kind: 'AutoMode' as const },
      true,
    ],
    [
      'that asks a NodePool for Auto Mode',
      'nodeSelector: { eks.amazonaws.com/compute-type: auto }',
      {},
      false,
    ],
    [
      'that names a managed node group',
      'nodeSelector: { eks.amazonaws.com/nodegroup: service }',
      { kind: 'ManagedNodeGroup' as const },
      true,
    ],
    [
      'that names a managed node group of another kind',
      'nodeSelector: { eks.amazonaws.com/nodegroup: service }',
      { kind: 'SelfManagedNodeGroup' as const },
      false,
    ],
    [
      'that names a Provisioner, which is a pool by its older name',
      'nodeSelector: { karpenter.sh/provisioner-name: service }',
      {},
      true,
    ],
    [
      'that asks a managed node group for on-demand capacity of a Spot one',
      'nodeSelector: { eks.amazonaws.com/capacityType: ON_DEMAND }',
      { kind: 'ManagedNodeGroup' as const, onDemand: false },
      false,
    ],
    [
      'under a taint that only prefers',
      '',
      { taints: [{ key: 'a', effect: 'PreferNoSchedule' }] },
      true,
    ],
    [
      'that asks a node group for Karpenter’s label',
      'nodeSelector: { karpenter.sh/capacity-type: spot }',
      { kind: 'ManagedNodeGroup' as const },
      false,
    ],
    [
      'that asks a managed node group for its capacity type',
      'nodeSelector: { eks.amazonaws.com/capacityType: SPOT }',
      { kind: 'ManagedNodeGroup' as const },
      true,
    ],
    [
      'that asks for a key with the name of a method',
      'nodeSelector: { constructor: a }',
      {},
      false,
    ],
  ])('%s', (_, spec, given: Given, expected) => {
    expect(fits(pod(spec), shape(given))).toBe(expected);
  });

  it('is unknown where the taints are, unless everything is tolerated', () => {
    const given = shape();
    const taints = unknown('input', 'var.taints', from);
    const of = (spec: string) => fits(pod(spec), { ...given, pool: { ...given.pool, taints } });
    expect(of('')).toBe(taints);
    expect(of('tolerations: [{ operator: Exists }]')).toBe(true);
    expect(of('tolerations: [{ operator: Exists, effect: NoExecute }]')).toBe(taints);
    expect(of('tolerations: [{ key: a, operator: Exists }]')).toBe(taints);
  });

  it('is unknown for a Fargate profile, for pools that nobody has seen, and for labels that are not known', () => {
    const given = shape();
    const asks = pod('nodeSelector: { team: a }');
    const labels = unknown('input', 'var.labels', from);
    expect(fits(pod(''), shape({ kind: 'FargateProfile' }))).toMatchObject({ unknown: 'unread' });
    expect(fits(asks, { ...given, pool: { ...given.pool, presence: 'supposed' } })).toMatchObject({
      unknown: 'unread',
    });
    expect(fits(asks, { ...given, pool: { ...given.pool, labels } })).toBe(labels);
    const name = unknown('input', 'var.name', from);
    const named = pod('nodeSelector: { karpenter.sh/nodepool: service }');
    expect(fits(named, { ...given, pool: { ...given.pool, name } })).toBe(name);
  });

  it('is unknown for what nobody says of a node group', () => {
    const asked = fits(
      pod('nodeSelector: { topology.kubernetes.io/zone: a }'),
      shape({ kind: 'SelfManagedNodeGroup' }),
    );
    expect(asked).toMatchObject({ unknown: 'unread' });
  });

  it.each([
    ['a mixed pool', '', {}, ['spot', 'on-demand']],
    [
      'on-demand alone',
      affinity('{ key: karpenter.sh/capacity-type, operator: NotIn, values: [spot] }'),
      {},
      ['on-demand'],
    ],
    ['nothing', 'nodeSelector: { karpenter.sh/capacity-type: reserved }', {}, []],
  ])('puts a pod on %s', (_, spec, given, expected) => {
    expect(landsOn(pod(spec), shape(given))).toEqual(expected);
  });
});

describe('a workload that no pool can take', () => {
  const pool = shape({
    labels: { nodeType: 'service-2023' },
    taints: [{ key: 'service', value: 'true', effect: 'NoSchedule' }],
  }) as NodeShape & { readonly pool: Pool };
  const tolerated = 'tolerations: [{ key: service, operator: Equal, value: "true" }]';
  const found = (spec: string, shapes = [pool]) => unschedulable([pod(spec)], shapes);

  it.each([
    ['without the toleration', 'nodeSelector: { nodeType: service-2023 }', true, 'tolerate it'],
    [
      'with a value that is a slip',
      `nodeSelector: { nodeType: service-2024 }, ${tolerated}`,
      true,
      'is "service-2023"',
    ],
    [
      'with a key that is a slip',
      `nodeSelector: { nodetype: service-2023 }, ${tolerated}`,
      true,
      'did you mean "nodeType"?',
    ],
    [
      'with a toleration that is a slip',
      'nodeSelector: { nodeType: service-2023 }, tolerations: [{ key: servce, operator: Exists }]',
      true,
      'tolerate it',
    ],
    [
      'with another value and nothing else',
      'nodeSelector: { nodeType: gpu }',
      false,
      'is "service-2023"',
    ],
  ])('%s is meant for it', (_, spec, sure, help) => {
    const [only] = found(spec);
    expect(only).toMatchObject({ sure });
    expect(only?.obstacle.help).toContain(help);
  });

  it.each([
    ['a workload that fits', `nodeSelector: { nodeType: service-2023 }, ${tolerated}`],
    ['a workload for nodes out of sight', 'nodeSelector: { disk: ssd }'],
    ['a workload that asks for nothing', ''],
    ['a workload that asks for a zone', 'nodeSelector: { topology.kubernetes.io/zone: a }'],
  ])('is never %s', (_, spec) => {
    expect(found(spec)).toEqual([]);
  });

  it('is meant for the pool of which it says most', () => {
    const named = (id: string, given: Given) => {
      const made = shape(given);
      return { ...made, pool: { ...made.pool, id } } as typeof pool;
    };
    const taints = [{ key: 'gpu', effect: 'NoSchedule' }];
    const meets = named('meets', { labels: { team: 'shop' }, taints });
    const misses = named('misses', { labels: { team: 'shup' } });
    const names = named('names', { labels: { team: 'other' } });
    const spec = 'nodeSelector: { team: shop, none: here }';
    const meant = (...shapes: readonly (typeof pool)[]) => found(spec, [...shapes])[0]?.pool.id;
    expect(meant(names, misses, meets)).toBe('meets');
    expect(meant(names, misses)).toBe('misses');
    expect(meant(meets, misses, names)).toBe('meets');
    expect(meant(misses, names)).toBe('misses');
  });

  it('is none where another pool can take it, or may', () => {
    const spec = 'nodeSelector: { nodeType: service-2023 }';
    const other = shape({ labels: { nodeType: 'service-2023' } }) as typeof pool;
    expect(found(spec, [pool, other])).toEqual([]);
    const open = { ...other, pool: { ...other.pool, labels: unknown('unread', 'labels', from) } };
    expect(found(spec, [pool, open])).toEqual([]);
    expect(found(spec, [])).toEqual([]);
  });
});

describe('disruption budgets', () => {
  const amount = (text: string) =>
    text.endsWith('%')
      ? { percent: Number.parseInt(text, 10), from }
      : { pods: Number(text), from };
  const budget = (kind: 'minAvailable' | 'maxUnavailable', text: string) => ({
    name: 'web',
    namespace: 'default',
    selects: [condition('app', 'In', 'web')],
    [kind]: amount(text),
    from,
  });
  it.each([
    ['minAvailable', '1', 1, true],
    ['minAvailable', '1', 2, false],
    ['minAvailable', '3', 2, true],
    ['minAvailable', '0', 1, false],
    ['minAvailable', '100%', 5, true],
    ['minAvailable', '51%', 1, true],
    ['minAvailable', '51%', 2, true],
    ['minAvailable', '51%', 3, false],
    ['minAvailable', '50%', 2, false],
    ['minAvailable', '90%', 9, true],
    ['maxUnavailable', '0', 3, true],
    ['maxUnavailable', '0%', 3, true],
    ['maxUnavailable', '1%', 3, false],
    ['maxUnavailable', '1', 1, false],
  ] as const)('%s %s of %i pods blocks: %s', (kind, text, pods, blocks) => {
    const because = blocksEviction(budget(kind, text), { value: pods, from });
    expect(because !== undefined).toBe(blocks);
  });

  it('of which the number of pods is unknown are not accused', () => {
    expect(blocksEviction(budget('minAvailable', '1'), undefined)).toBeUndefined();
    expect(
      blocksEviction(budget('minAvailable', '1'), unknown('input', 'n', from)),
    ).toBeUndefined();
    expect(blocksEviction(budget('minAvailable', '100%'), undefined)).toBeDefined();
  });

  it('let exactly as many pods go as Kubernetes says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 50 }),
        (percent, pods) => {
          const allowed = pods - Math.ceil((percent / 100) * pods - 1e-9);
          const blocks = blocksEviction(budget('minAvailable', `${percent}%`), {
            value: pods,
            from,
          });
          expect(blocks !== undefined).toBe(allowed <= 0);
        },
      ),
      { seed: 7 },
    );
  });

  const web = (name: string, replicas: number): Workload => ({
    ...pod(''),
    id: name,
    namespace: 'default',
    replicas: { value: replicas, from },
    labels: new Map([['app', 'web']]),
  });

  it('over two workloads count the pods of both', () => {
    expect(blockingBudgets([budget('minAvailable', '1')], [web('a', 1), web('b', 1)])).toEqual([]);
    expect(blockingBudgets([budget('minAvailable', '2')], [web('a', 1), web('b', 1)])).toHaveLength(
      2,
    );
  });

  it('of another namespace hold nobody', () => {
    const other = { ...budget('minAvailable', '1'), namespace: 'shop' };
    expect(blockingBudgets([other], [web('a', 1)])).toEqual([]);
  });

  it('two over one pod refuse every eviction', () => {
    const budgets = [budget('maxUnavailable', '1'), budget('minAvailable', '0')];
    expect(doublyHeld(budgets, [web('a', 3)])).toHaveLength(1);
    expect(doublyHeld(budgets.slice(1), [web('a', 3)])).toEqual([]);
  });
});

describe('a time line', () => {
  const step = (name: Step['name'], seconds: number): Step => ({ name, seconds, says: name });
  const pool = shape().pool as Pool;
  const line = (steps: readonly Step[], at: number) =>
    timeline({
      pool,
      event: 'spot-interruption',
      steps,
      deadlines: [{ name: 'notice', at }],
    });

  it.each([
    ['that fits', 90, 120, undefined],
    ['that fits exactly', 115, 120, undefined],
    ['that is one second too long', 116, 120, { over: 1, left: 115 }],
    ['of a drain that starts too late', 30, 3, { over: 2, left: 3 }],
  ])('%s', (_, grace, notice, expected) => {
    const { breaks, ends } = line([step('delivery', 5), step('grace', grace)], notice);
    expect(ends).toBe(5 + grace);
    if (expected === undefined) expect(breaks).toEqual([]);
    else expect(breaks).toMatchObject([expected]);
  });

  it('breaks at the first step that ends too late, and never where it fits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 })),
        fc.integer({ min: 0, max: 300 }),
        (seconds, at) => {
          const { breaks, ends } = line(
            seconds.map((one) => step('grace', one)),
            at,
          );
          expect(breaks.length > 0).toBe(ends > at);
          for (const { over, left, step: broken } of breaks) {
            expect(left + over).toBeGreaterThanOrEqual(Math.min(broken.seconds, over));
            expect(left).toBeLessThanOrEqual(at);
          }
        },
      ),
      { seed: 7 },
    );
  });
});

describe('node budgets', () => {
  const budget = (nodes: string, more: Partial<NodeBudget> = {}): NodeBudget => ({
    nodes,
    reasons: undefined,
    schedule: undefined,
    duration: undefined,
    opens: true,
    from,
    ...more,
  });
  const night = { schedule: '0 22 * * *', duration: '8h' };
  it('name the first of the others that counts', () => {
    const budgets = [budget('10%'), budget('5%'), budget('50%', night)];
    expect(idleBudgets(budgets).map(({ by }) => by?.nodes)).toEqual(['5%', '10%']);
  });

  it.each([
    ['one alone', [budget('10%')], []],
    ['a wider one for the night', [budget('10%'), budget('50%', night)], [1]],
    ['a tighter one for the day', [budget('10%'), budget('0', night)], []],
    ['a tighter one of the same unit', [budget('10%'), budget('0%', night)], []],
    ['one of other reasons', [budget('10%', { reasons: ['Drifted'] }), budget('50%', night)], []],
    [
      'one of the same reason',
      [budget('10%', { reasons: ['Drifted'] }), budget('50%', { ...night, reasons: ['Drifted'] })],
      [1],
    ],
    [
      'one whose schedule never opens',
      [budget('10%'), budget('0', { ...night, opens: false })],
      [1],
    ],
    ['one for expiry', [budget('0', { reasons: ['Expired'] })], [0]],
    ['two that are equal', [budget('10%'), budget('10%', night)], []],
  ])('%s', (_, budgets, idle) => {
    expect(idleBudgets(budgets).map(({ budget: one }) => budgets.indexOf(one))).toEqual(idle);
  });
});

describe('protection by annotation', () => {
  const one = (annotation: string, value: string) => ({ annotation, value, from });
  it.each([
    ['karpenter.sh/do-not-disrupt', 'true', '0.31.4', false],
    ['karpenter.sh/do-not-disrupt', 'true', '0.32.0', true],
    ['karpenter.sh/do-not-disrupt', 'true', '1.14.1', true],
    ['karpenter.sh/do-not-disrupt', 'false', '1.14.1', false],
    ['karpenter.sh/do-not-disrupt', '30m', '1.11.1', false],
    ['karpenter.sh/do-not-disrupt', '30m', '1.12.0', true],
    ['karpenter.sh/do-not-evict', 'true', '0.37.8', true],
    ['karpenter.sh/do-not-evict', 'true', '1.0.0', false],
  ])('%s: "%s" at %s protects: %s', (annotation, value, release, expected) => {
    expect(protects(one(annotation, value), release)).toBe(expected);
  });

  it('that asks for nothing is not dead', () => {
    expect(deadReason(one('karpenter.sh/do-not-evict', 'false'), '1.0.0')).toBeUndefined();
  });
});

describe('flexibility', () => {
  const type = 'node.kubernetes.io/instance-type';
  const family = 'karpenter.k8s.aws/instance-family';
  const size = 'karpenter.k8s.aws/instance-size';
  it.each([
    ['nothing', [], undefined],
    ['types', [condition(type, 'In', 'a', 'b')], 2],
    ['families alone', [condition(family, 'In', 'a', 'b')], undefined],
    [
      'families and sizes',
      [condition(family, 'In', 'a', 'b'), condition(size, 'In', 'x', 'y', 'z')],
      6,
    ],
    ['excluded types', [condition(type, 'NotIn', 'a')], undefined],
  ])('of %s', (_, requirements, expected) => {
    expect(typesAtMost(requirements)).toBe(expected);
  });
});

describe('throughput', () => {
  const crew = { workers: 10, replicas: 1, before: 8, drain: 60, notice: 120 };
  it.each([
    ['one round', {}, 10],
    ['more replicas', { replicas: 3 }, 30],
    ['short drains', { drain: 30 }, 30],
    ['drains of a second, or of none', { drain: 1 }, 1120],
    ['drains of no time', { drain: 0 }, 1120],
    ['drains longer than the notice', { drain: 130 }, 0],
  ])('with %s', (_, change, expected) => {
    expect(drainedInTime({ ...crew, ...change })).toBe(expected);
  });
});
