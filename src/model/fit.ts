/**
 * Whether a pool's nodes can take a pod: its node selector, affinity and
 * tolerations against labels, taints and what the pool may launch.
 */
import { and, or, type Tri } from '../value/logic.js';
import { isUnknown, type Maybe, type Unknown, unknown } from '../value/value.js';
import { holds, meets } from './labels.js';
import type { CapacityType, Pool, Taint } from './system.js';
import type { LabelCondition, Toleration, Workload } from './workload.js';

/** A pool, and for a NodePool the conditions on what it launches. */
export interface NodeShape {
  readonly pool: Pick<
    Pool,
    'id' | 'kind' | 'name' | 'presence' | 'can' | 'labels' | 'taints' | 'from'
  >;
  readonly requirements: readonly LabelCondition[];
}

/** Whether a pod of the workload can run on nodes of the pool. */
export const fits = (workload: Workload, shape: NodeShape): Tri =>
  and([
    shape.pool.kind === 'FargateProfile' ? unread(shape, 'selectors') : true,
    tolerates(workload.tolerations, shape.pool.taints),
    or(workload.placement.map((term) => and(term.map((one) => met(one, shape))))),
  ]);

export const CAPACITY_TYPES: readonly CapacityType[] = ['spot', 'on-demand', 'reserved'];

/** The capacity types on which a pod of the workload may land in the pool. */
export const landsOn = (workload: Workload, shape: NodeShape): readonly CapacityType[] =>
  CAPACITY_TYPES.filter((type) => {
    if (shape.pool.can[type] === false) return false;
    const only = Object.fromEntries(CAPACITY_TYPES.map((one) => [one, one === type]));
    const pool = { ...shape.pool, can: only as Pool['can'] };
    return fits(workload, { ...shape, pool }) !== false;
  });

function tolerates(tolerations: readonly Toleration[], taints: Maybe<readonly Taint[]>): Tri {
  if (isUnknown(taints)) return tolerations.some(toleratesAll) ? true : taints;
  return untolerated(tolerations, taints.value).length === 0;
}

/** The taints that keep a pod away; `PreferNoSchedule` does not. */
export const untolerated = (
  tolerations: readonly Toleration[],
  taints: readonly Taint[],
): readonly Taint[] =>
  taints.filter(
    (taint) =>
      taint.effect !== 'PreferNoSchedule' && !tolerations.some((one) => toleratesTaint(one, taint)),
  );

const toleratesAll = ({ key, operator, effect }: Toleration): boolean =>
  key === undefined && operator === 'Exists' && effect === undefined;

function toleratesTaint({ key, operator, value, effect }: Toleration, taint: Taint): boolean {
  if (effect !== undefined && effect !== taint.effect) return false;
  if (key === undefined) return operator === 'Exists';
  if (key !== taint.key) return false;
  return operator === 'Exists' || (value ?? '') === (taint.value ?? '');
}

/** Whether a node of the pool can have a label as the condition wants it. */
export function met(condition: LabelCondition, shape: NodeShape): Tri {
  const { pool, requirements } = shape;
  const { key } = condition;
  const capacity = CAPACITY_LABELS.get(key);
  if (capacity?.kinds.includes(pool.kind)) return ofCapacity(condition, pool, capacity.words);
  const fixed = FIXED.get(key)?.(pool);
  if (fixed !== undefined) return isUnknown(fixed) ? fixed : holds(condition, fixed.value);
  const label = isUnknown(pool.labels) ? undefined : pool.labels.value.get(key);
  if (label !== undefined) return holds(condition, label);
  const bounds = requirements.filter((one) => one.key === key);
  if (bounds.length > 0) return meets(condition, bounds);
  if (isUnknown(pool.labels)) return pool.labels;
  if (OF_THE_NODE.test(key))
    return isKarpenters(pool.kind) ? launchable(condition) : unread(shape, key);
  if (pool.presence === 'supposed') return unread(shape, key);
  return holds(condition, undefined);
}

/** Karpenter picks whatever a pod asks of labels that describe an instance, where the pool does not bind it. */
const launchable = (condition: LabelCondition): Tri => condition.operator !== 'DoesNotExist';

const isKarpenters = (kind: Pool['kind']): boolean => kind === 'NodePool' || kind === 'AutoMode';

/** Labels that the kubelet, the cloud or Karpenter set from the instance. */
const OF_THE_NODE =
  /^(?:(?:beta\.|node\.|topology\.)?kubernetes\.io|topology\.k8s\.aws|topology\.ebs\.csi\.aws\.com|failure-domain\.beta\.kubernetes\.io|karpenter\.k8s\.aws|eks\.amazonaws\.com\/instance-)/;

/** Labels that every pool's nodes have: naming one means no pool in particular. */
export const isCommon = (key: string): boolean => OF_THE_NODE.test(key) || CAPACITY_LABELS.has(key);

const unread = ({ pool }: NodeShape, what: string): Unknown =>
  unknown('unread', `${what} of ${pool.id}`, pool.from);

interface CapacityLabel {
  readonly kinds: readonly Pool['kind'][];
  readonly words: Readonly<Record<CapacityType, string>>;
}

const CAPACITY_LABELS: ReadonlyMap<string, CapacityLabel> = new Map([
  [
    'karpenter.sh/capacity-type',
    {
      kinds: ['NodePool', 'AutoMode'],
      words: { spot: 'spot', 'on-demand': 'on-demand', reserved: 'reserved' },
    },
  ],
  [
    'eks.amazonaws.com/capacityType',
    {
      kinds: ['ManagedNodeGroup'],
      words: { spot: 'SPOT', 'on-demand': 'ON_DEMAND', reserved: 'CAPACITY_BLOCK' },
    },
  ],
]);

const ofCapacity = (
  condition: LabelCondition,
  pool: NodeShape['pool'],
  words: CapacityLabel['words'],
): Tri =>
  or(
    CAPACITY_TYPES.map((type) => {
      const can = pool.can[type];
      return can === false ? false : and([can, holds(condition, words[type])]);
    }),
  );

type FixedLabel = (pool: NodeShape['pool']) => Maybe<string> | undefined;

/** Labels that follow from the pool itself. */
const FIXED: ReadonlyMap<string, FixedLabel> = new Map<string, FixedLabel>([
  ['karpenter.sh/nodepool', (pool) => (isKarpenters(pool.kind) ? pool.name : undefined)],
  ['karpenter.sh/provisioner-name', (pool) => (isKarpenters(pool.kind) ? pool.name : undefined)],
  [
    'eks.amazonaws.com/nodegroup',
    (pool) => (pool.kind === 'ManagedNodeGroup' ? pool.name : undefined),
  ],
  [
    'eks.amazonaws.com/compute-type',
    (pool) => (pool.kind === 'AutoMode' ? { value: 'auto', from: pool.from } : undefined),
  ],
]);
