/** NTH in IMDS mode: a DaemonSet on the nodes of its pools and nowhere else, with the switches of the events it owns. */
import type { Finding } from '../../diagnostics/finding.js';
import type { PoolIntent } from '../../policy/intent.js';
import { sharesOf } from '../../policy/mix.js';
import type { NthSet } from '../../policy/nth-sets.js';
import type { CompileContext } from '../context.js';
import type { Values } from '../values.js';

export function nthImdsValues(context: CompileContext, set: NthSet): Values {
  const { intent, facts } = context;
  const owns = (event: NthSet['events'][number]): boolean => set.events.includes(event);
  return {
    enableSqsTerminationDraining: false,
    enableSpotInterruptionDraining: owns('spot-interruption'),
    enableScheduledEventDraining: owns('scheduled-change'),
    enableRebalanceMonitoring: false,
    enableRebalanceDraining: owns('rebalance-recommendation'),
    ...(facts.nth.hasFeature(intent.nth.chart.value, 'imds-asg-termination')
      ? { enableASGLifecycleDraining: owns('asg-termination') }
      : {}),
    ...affinity(context, set),
  };
}

/** Where the DaemonSet runs: on the nodes of its pools; anywhere where there are no others. */
function affinity({ intent, facts, findings }: CompileContext, set: NthSet): Values {
  // Fargate has no instance that could be drained, and takes no DaemonSet.
  const others = intent.pools.filter(
    (pool) => pool.kind !== 'FargateProfile' && !set.pools.includes(pool),
  );
  if (others.length === 0) return {};
  const nodeSelectorTerms = set.pools.flatMap((pool) => {
    const expressions = selects(pool, others) ?? excludes(pool, others);
    if (expressions === undefined) findings.push(unselectable(pool));
    return expressions === undefined ? [] : [{ matchExpressions: expressions }];
  });
  // Charts before 0.16.1 read the plain name only.
  const key = facts.nth.nthValues(intent.nth.chart.value).has('daemonsetAffinity')
    ? 'daemonsetAffinity'
    : 'affinity';
  return {
    [key]: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    },
  };
}

/** Labels that all nodes of a kind carry, and those of other kinds do not. */
const KIND_LABELS: Readonly<Partial<Record<PoolIntent['kind'], string>>> = {
  NodePool: 'karpenter.sh/nodepool',
  AutoMode: 'karpenter.sh/nodepool',
  ManagedNodeGroup: 'eks.amazonaws.com/nodegroup',
};

/** Nodes told by what all others have and they have not; undefined where some have nothing of the sort. */
function excludes(pool: PoolIntent, others: readonly PoolIntent[]): readonly Values[] | undefined {
  const made = others.map(({ kind, labels }): Values | undefined => {
    const ofKind = KIND_LABELS[kind];
    if (ofKind !== undefined && ofKind !== KIND_LABELS[pool.kind])
      return { key: ofKind, operator: 'DoesNotExist' };
    const label = [...labels].find(([key, value]) => pool.labels.get(key) !== value);
    return label && { key: label[0], operator: 'NotIn', values: [label[1]] };
  });
  if (made.includes(undefined)) return undefined;
  const texts = new Map(made.map((one) => [JSON.stringify(one), one as Values]));
  return [...texts.values()];
}

/** What tells the nodes of a pool from all others; undefined where nothing does, or others have it too. */
function selects(pool: PoolIntent, others: readonly PoolIntent[]): readonly Values[] | undefined {
  if (pool.kind === 'NodePool')
    return [
      {
        key: 'karpenter.sh/nodepool',
        operator: 'In',
        values: sharesOf(pool).map(({ name }) => name),
      },
    ];
  const { labels } = pool;
  const isShared = others.some((other) =>
    [...labels].every(([key, value]) => other.labels.get(key) === value),
  );
  if (labels.size === 0 || isShared) return undefined;
  return [...labels].map(([key, value]) => ({ key, operator: 'In', values: [value] }));
}

const unselectable = (pool: PoolIntent): Finding => ({
  rule: 'unexpressible-owner',
  severity: 'error',
  message: `nothing tells the nodes of "${pool.name.value}" from others, so the DaemonSet of NTH cannot be put on them alone`,
  at: pool.name.from.at,
  pool: pool.name.value,
  help: 'give the pool labels that its nodes have, or use queue mode',
});
