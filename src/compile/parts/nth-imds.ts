/** NTH in IMDS mode: a DaemonSet on the nodes of its pools and nowhere else, with the switches of the events it owns. */
import type { Finding } from '../../diagnostics/finding.js';
import type { PoolIntent } from '../../policy/intent.js';
import { sharesOf } from '../../policy/mix.js';
import type { NthSet } from '../../policy/nth-sets.js';
import type { CompileContext } from '../context.js';
import type { Values } from '../values.js';

export function nthImdsValues(context: CompileContext, set: NthSet): Values {
  const { intent, facts, findings } = context;
  const owns = (event: NthSet['events'][number]): boolean => set.events.includes(event);
  const terms = set.pools.flatMap((pool) => {
    const expressions = selects(pool);
    if (expressions === undefined) findings.push(unselectable(pool));
    return expressions === undefined ? [] : [{ matchExpressions: expressions }];
  });
  return {
    enableSqsTerminationDraining: false,
    enableSpotInterruptionDraining: owns('spot-interruption'),
    enableScheduledEventDraining: owns('scheduled-change'),
    enableRebalanceMonitoring: false,
    enableRebalanceDraining: owns('rebalance-recommendation'),
    ...(facts.nth.hasFeature(intent.nth.chart.value, 'imds-asg-termination')
      ? { enableASGLifecycleDraining: owns('asg-termination') }
      : {}),
    daemonsetAffinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
      },
    },
  };
}

/** What tells the nodes of a pool from all others; undefined where nothing does. */
function selects(pool: PoolIntent): readonly Values[] | undefined {
  if (pool.kind === 'NodePool')
    return [
      {
        key: 'karpenter.sh/nodepool',
        operator: 'In',
        values: sharesOf(pool).map(({ name }) => name),
      },
    ];
  if (pool.labels.size === 0) return undefined;
  return [...pool.labels].map(([key, value]) => ({ key, operator: 'In', values: [value] }));
}

const unselectable = (pool: PoolIntent): Finding => ({
  rule: 'unexpressible-owner',
  severity: 'error',
  message: `nothing tells the nodes of "${pool.name.value}" from others, so the DaemonSet of NTH cannot be put on them alone`,
  at: pool.name.from.at,
  pool: pool.name.value,
  help: 'give the pool labels that its nodes have, or use queue mode',
});
