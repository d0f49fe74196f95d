/**
 * Policies of every sort that the language can say: pools of every kind, owners
 * and exceptions, handlers of every release and mode. Most of them are valid.
 */
import fc from 'fast-check';
import { TARGETS, type Target } from '../../src/compile/plan.js';
import { karpenterVersions, kubernetesRange } from '../../src/facts/karpenter.js';
import { nthCharts } from '../../src/facts/nth.js';
import { compareVersions } from '../../src/facts/range.js';
import type { EventKind, NthMode, PoolKind } from '../../src/facts/reactions.js';
import type { Owner } from '../../src/policy/intent.js';

export interface PoolSpec {
  readonly name: string;
  readonly kind: PoolKind;
  readonly mix?: Readonly<Record<string, unknown>>;
  /** What only some kinds take: tags, labels, taints, switches. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface ExceptionSpec {
  readonly pools: readonly string[];
  readonly events?: readonly EventKind[];
  readonly owner: Owner;
  readonly because?: string;
}

export interface PolicySpec {
  readonly target: Target;
  readonly addons: string;
  readonly region: string;
  readonly karpenter: string;
  /** Of the Kubernetes minors that the chart is for, which: 0 the oldest, 1 the newest. */
  readonly age: number;
  readonly karpenterValues?: Readonly<Record<string, unknown>>;
  readonly nth: { readonly mode: NthMode; readonly chart: string };
  readonly nthValues?: Readonly<Record<string, unknown>>;
  readonly managedTag?: string;
  readonly pools: readonly PoolSpec[];
  readonly owner: Readonly<Partial<Record<PoolKind, Owner>>>;
  readonly exceptions: readonly ExceptionSpec[];
  /** Whether cluster and groups are named by reference. */
  readonly byReference: boolean;
}

/** Charts whose policies can have NodePools (src/policy/checks.ts). */
export const KARPENTER_CHARTS = karpenterVersions().filter(
  (version) => compareVersions(version, '0.32.0') >= 0,
);

const BECAUSE = 'this fleet is better off so';

/** The text of the policy: JSON, which YAML takes. */
export function policyText(spec: PolicySpec): string {
  const { karpenter, nth, owner, exceptions, byReference } = spec;
  const kubernetes = kubernetesOf(karpenter, spec.age);
  return JSON.stringify(
    {
      apiVersion: 'interlock/v1',
      kind: 'InterruptionPolicy',
      metadata: { name: 'fleet' },
      cluster: {
        name: 'fleet',
        region: spec.region,
        ...(byReference
          ? {
              kubernetesVersion: { terraform: 'module.eks.cluster_version', is: kubernetes },
              endpoint: { terraform: 'module.eks.cluster_endpoint' },
              oidcProviderArn: { terraform: 'module.eks.oidc_provider_arn' },
            }
          : { kubernetesVersion: kubernetes }),
      },
      versions: { addons: spec.addons },
      handlers: {
        karpenter: {
          chart: karpenter,
          ...(spec.karpenterValues === undefined ? {} : { values: spec.karpenterValues }),
        },
        nth: {
          ...nth,
          ...(spec.managedTag === undefined ? {} : { managedTag: spec.managedTag }),
          ...(spec.nthValues === undefined ? {} : { values: spec.nthValues }),
        },
      },
      capacity: spec.pools.map((pool) => poolBody(pool, spec)),
      nodeClasses: [{ name: 'general', spec: nodeClass(spec) }],
      interruption: {
        owner: Object.fromEntries(
          Object.entries(owner).map(([kind, one]) => [
            kind,
            one === 'none' || one === 'external' ? { handler: one, because: BECAUSE } : one,
          ]),
        ),
        exceptions: exceptions.map((one) => ({ because: BECAUSE, ...one })),
      },
    },
    null,
    1,
  );
}

function poolBody({ name, kind, mix, more }: PoolSpec, { byReference, region }: PolicySpec) {
  const body = { name, kind, ...(mix === undefined ? {} : { mix }), ...more };
  if (kind === 'NodePool')
    return {
      ...body,
      nodeClass: 'general',
      requirements: [
        { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['c', 'm', 'r'] },
      ],
    };
  if (kind !== 'SelfManagedNodeGroup') return body;
  const arn = `arn:aws:autoscaling:${region}:111122223333:autoScalingGroup:11111111-2222-4333-8444-555555555555:autoScalingGroupName/${name}`;
  return {
    ...body,
    autoScalingGroup: byReference
      ? { terraform: `module.eks.self_managed_node_groups["${name}"].autoscaling_group_arn` }
      : arn,
  };
}

function nodeClass({ karpenter, pools }: PolicySpec): Readonly<Record<string, unknown>> {
  const discovery = [{ tags: { 'karpenter.sh/discovery': 'fleet' } }];
  const isV1 = compareVersions(karpenter, '1.0.0') >= 0;
  const reserves = pools.some(
    ({ kind, mix }) => kind === 'NodePool' && mix?.reserved !== undefined,
  );
  return {
    ...(isV1 ? { amiSelectorTerms: [{ alias: 'al2023@v20250915' }] } : { amiFamily: 'AL2' }),
    subnetSelectorTerms: discovery,
    securityGroupSelectorTerms: discovery,
    ...(reserves ? { capacityReservationSelectorTerms: discovery } : {}),
  };
}

function kubernetesOf(chart: string, age: number): string {
  const range = kubernetesRange(chart);
  const [low, high] = [range?.min, range?.max].map((minor) => Number(minor?.split('.')[1] ?? 30));
  return `1.${Math.round((low ?? 30) + ((high ?? 30) - (low ?? 30)) * age)}`;
}

const MIXES: readonly Readonly<Record<string, unknown>>[] = [
  { prefer: 'spot' },
  { spot: 100 },
  { onDemand: 100 },
  { spot: 80, onDemand: 20 },
  { reserved: 100 },
  { reserved: 50, spot: 50 },
];
const GROUP_MIXES: readonly Readonly<Record<string, unknown>>[] = [
  { spot: 100 },
  { onDemand: 100 },
  { onDemandBase: 2, spot: 100 },
  { spot: 50, onDemand: 50 },
  { reserved: 100 },
];
const MANAGED_MIXES: readonly Readonly<Record<string, unknown>>[] = [
  { spot: 100 },
  { onDemand: 100 },
  { reserved: 100 },
];

const TAGGED = { tags: { 'aws-node-termination-handler/managed': 'true' } };
const maybe = <T>(value: T): fc.Arbitrary<T | undefined> => fc.constantFrom(value, undefined);

/** Chance decides what a pool of each kind is like. */
const poolOf = (kind: PoolKind): fc.Arbitrary<Omit<PoolSpec, 'name'>> => {
  switch (kind) {
    case 'NodePool':
      return fc.record({
        kind: fc.constant(kind),
        mix: fc.constantFrom(...MIXES),
        more: fc.constantFrom(
          {},
          { taints: [{ key: 'team', value: 'web', effect: 'NoSchedule' }] },
          { labels: { team: 'web' }, weight: 10 },
          { limits: { cpu: '100' } },
        ),
      });
    case 'ManagedNodeGroup':
      return fc.record({
        kind: fc.constant(kind),
        mix: fc.constantFrom(...MANAGED_MIXES),
        more: fc.constantFrom({}, { nodeRepair: true }, { nodeRepair: false }),
      });
    case 'SelfManagedNodeGroup':
      return fc.record({
        kind: fc.constant(kind),
        mix: fc.constantFrom(...GROUP_MIXES),
        more: fc.constantFrom(
          {},
          TAGGED,
          { capacityRebalance: true },
          { capacityRebalance: false },
          { ...TAGGED, capacityRebalance: true },
          { labels: { team: 'batch' } },
        ),
      });
    case 'AutoMode':
      return fc.record({ kind: fc.constant(kind), mix: fc.constantFrom(...MIXES) });
    case 'FargateProfile':
      return fc.record({
        kind: fc.constant(kind),
        more: fc.constant({ selectors: [{ namespace: 'reports' }] }),
      });
  }
};

const KINDS: readonly PoolKind[] = [
  'NodePool',
  'NodePool',
  'ManagedNodeGroup',
  'SelfManagedNodeGroup',
  'SelfManagedNodeGroup',
  'AutoMode',
  'FargateProfile',
];

/** Owners that a kind can have; the first is the usual one. */
const OWNERS: Readonly<Record<PoolKind, readonly Owner[]>> = {
  NodePool: ['karpenter', 'karpenter', 'karpenter', 'nth', 'none', 'external'],
  ManagedNodeGroup: ['eks'],
  SelfManagedNodeGroup: ['nth', 'nth', 'nth', 'none', 'external'],
  AutoMode: ['eks'],
  FargateProfile: ['eks'],
};

export const EVENTS: readonly EventKind[] = [
  'spot-interruption',
  'rebalance-recommendation',
  'scheduled-change',
  'instance-state-change',
  'capacity-reservation-interruption',
  'asg-termination',
  'instance-status',
  'node-repair',
];

const SYSTEM: PoolSpec = { name: 'system', kind: 'ManagedNodeGroup', mix: { onDemand: 100 } };
const NAMES = ['web', 'batch', 'jobs', 'data'];
const ADDONS = [
  '1.16.2',
  '1.16.2',
  '1.16.2',
  '1.18.1',
  '1.20.0',
  '1.21.1',
  '1.22.0',
  '1.23.0',
  '1.24.3',
];
const REGIONS = ['eu-central-1', 'ap-northeast-2', 'us-east-1', 'us-gov-west-1', 'cn-north-1'];

const exceptionFor = (pools: readonly PoolSpec[]): fc.Arbitrary<ExceptionSpec> =>
  fc.record({
    pools: fc.constantFrom(...pools).map(({ name }) => [name]),
    events: fc.uniqueArray(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 2 }),
    owner: fc.constantFrom<Owner>('none', 'none', 'nth', 'karpenter', 'external', 'eks'),
  });

/** Releases around which Karpenter's reactions change: few of many. */
const TURNS = [
  '0.37.8',
  '1.0.8',
  '1.2.4',
  '1.9.2',
  '1.10.2',
  '1.11.3',
  '1.12.0',
  '1.12.1',
  '1.14.1',
];

const IMDS_VALUES = [
  undefined,
  undefined,
  { enableRebalanceDraining: true },
  { enableRebalanceMonitoring: true },
  { enableASGLifecycleDraining: true },
  { enableScheduledEventDraining: true },
];

export const aPolicy: fc.Arbitrary<PolicySpec> = fc
  .array(fc.constantFrom(...KINDS).chain(poolOf), { minLength: 1, maxLength: 3 })
  .map((pools) => [
    SYSTEM,
    ...pools.map((pool, at): PoolSpec => ({ ...pool, name: NAMES[at] ?? `pool-${at}` })),
  ])
  .chain((pools) =>
    fc.record({
      target: fc.constantFrom<Target>(...TARGETS, 'addons', 'stack'),
      addons: fc.constantFrom(...ADDONS),
      region: fc.constantFrom(...REGIONS),
      karpenter: fc.oneof(fc.constantFrom(...KARPENTER_CHARTS), fc.constantFrom(...TURNS)),
      age: fc.double({ min: 0, max: 1, noNaN: true }),
      karpenterValues: fc.constantFrom(undefined, undefined, {
        settings: { featureGates: { nodeRepair: true } },
      }),
      nth: fc.record({
        mode: fc.constantFrom<NthMode>('queue', 'queue', 'imds'),
        chart: fc.constantFrom(...nthCharts()),
      }),
      nthValues: fc.constantFrom(...IMDS_VALUES),
      managedTag: maybe('team/handled'),
      pools: fc.constant(pools),
      owner: fc.record({
        NodePool: fc.constantFrom(...OWNERS.NodePool),
        SelfManagedNodeGroup: fc.constantFrom(...OWNERS.SelfManagedNodeGroup),
      }),
      exceptions: fc.oneof(
        { weight: 3, arbitrary: fc.constant<ExceptionSpec[]>([]) },
        { weight: 2, arbitrary: fc.array(exceptionFor(pools), { minLength: 1, maxLength: 2 }) },
      ),
      byReference: fc.boolean(),
    }),
  )
  .map(withoutUndefined)
  .map(consistent);

/**
 * Groups whose own tags contradict who is to own them, and nodes of Auto Mode that
 * a Karpenter beside them would take for its own, are policies that cannot be kept.
 */
function consistent(spec: PolicySpec): PolicySpec {
  const isPlain = spec.exceptions.length === 0 && spec.managedTag === undefined;
  const rebalances = spec.pools.some(({ more }) => more?.capacityRebalance === true);
  const pools = spec.pools.map((pool): PoolSpec => {
    if (pool.more?.tags === undefined || (isPlain && !rebalances)) return pool;
    const { tags: _, ...more } = pool.more;
    return { ...pool, more };
  });
  const hasNodePools = pools.some(({ kind }) => kind === 'NodePool');
  return {
    ...spec,
    pools: hasNodePools ? pools.filter(({ kind }) => kind !== 'AutoMode') : pools,
    exceptions: hasNodePools
      ? spec.exceptions.filter(({ pools: [name] }) =>
          pools.some((pool) => pool.name === name && pool.kind !== 'AutoMode'),
        )
      : spec.exceptions,
  };
}

/** Optional parts that chance left out. */
function withoutUndefined(
  spec: {
    readonly [Key in keyof PolicySpec]-?: PolicySpec[Key] | undefined;
  },
): PolicySpec {
  return Object.fromEntries(
    Object.entries(spec).filter(([, value]) => value !== undefined),
  ) as unknown as PolicySpec;
}
