/** Which events an owner covers: those that the handler acts on at its version, mode and settings. */
import type { EventKind, HandlerKind, PoolKind, ReactionRow } from '../facts/reactions.js';
import { entry, flag } from '../value/read.js';
import type { Assignment, KarpenterIntent, NthIntent, PoolIntent } from './intent.js';

type Reactions = typeof import('../facts/reactions.js');

export interface CoverageContext {
  readonly karpenter: KarpenterIntent;
  readonly nth: NthIntent;
  readonly reactions: Reactions;
}

export const HANDLER_NAMES: Readonly<Record<HandlerKind, string>> = {
  karpenter: 'Karpenter',
  nth: 'NTH',
  eks: 'EKS',
  asg: 'the Auto Scaling group',
};

/** The owner of the kind where it acts on the event, else nobody, with the reason that the facts give. */
export function assign(
  context: CoverageContext,
  kind: Assignment,
  pool: PoolIntent,
  event: EventKind,
): Assignment {
  const fact = (owner: Assignment['owner'], because: string): Assignment => ({
    owner,
    because,
    basis: 'fact',
    from: kind.from,
  });
  const natural = actsAnyway(context, pool, event);
  if (natural !== undefined && natural.owner !== kind.owner)
    return fact(natural.owner, natural.because);
  if (kind.owner === 'none' || kind.owner === 'external') return kind;
  if (context.reactions.occurrenceOf(event).gap === null)
    return fact('none', 'nobody has to drain for it');
  const rows = rowsOf(context, kind.owner, pool.kind, event);
  const applying = rows.filter((row) => acts(row) && applies(context, row, pool));
  if (applying.some(drains)) return kind;
  const does = applying.length === 0 ? 'does not act on it here' : 'only cordons for it';
  return fact(
    'none',
    rows.find((row) => row.because !== undefined)?.because ??
      `${HANDLER_NAMES[kind.owner]} ${does}`,
  );
}

/** A handler that acts on the event whatever the policy says, because nothing of it switches that off. */
export function actsAnyway(
  context: CoverageContext,
  pool: PoolIntent,
  event: EventKind,
): Anyway | undefined {
  if (event === 'rebalance-recommendation' && pool.capacityRebalance?.value === true)
    return {
      owner: 'asg',
      because: 'Capacity Rebalancing is on, so the group replaces the node by itself',
      help: 'leave the event to asg, or switch capacityRebalance off',
    };
  if (pool.kind === 'NodePool') return karpenterAnyway(context, pool, event);
  const native = rowsOf(context, 'eks', pool.kind, event).some(
    (row) => acts(row) && applies(context, row, pool),
  );
  return native
    ? {
        owner: 'eks',
        because: `EKS answers it for a ${pool.kind} by itself`,
        help: 'leave the event to eks',
      }
    : undefined;
}

interface Anyway {
  readonly owner: HandlerKind;
  readonly because: string;
  readonly help: string;
}

/** What Karpenter learns without a queue: nothing but its version and values decides. */
function karpenterAnyway(
  context: CoverageContext,
  pool: PoolIntent,
  event: EventKind,
): Anyway | undefined {
  const row = rowsOf(context, 'karpenter', pool.kind, event).find(
    (one) => one.channel === 'poll' && acts(one) && applies(context, one, pool),
  );
  if (row === undefined) return undefined;
  const { value: chart } = context.karpenter.chart;
  return row.setting === undefined
    ? {
        owner: 'karpenter',
        because: `Karpenter ${chart} asks EC2 for the status of its nodes by itself and has no switch for it`,
        help: 'leave the event to karpenter, or use a chart before 1.12.0',
      }
    : {
        owner: 'karpenter',
        because: `"${row.setting.key}" is on in the values of Karpenter`,
        help: `leave the event to karpenter, or take "${row.setting.key}" out of its values`,
      };
}

export const acts = (row: ReactionRow): boolean => row.reaction !== 'observe';

/** Whether pods leave: a handler that only cordons owns nothing. */
export const drains = (row: ReactionRow): boolean => acts(row) && row.reaction !== 'cordon';

/** The rows of the table for a handler at the version and mode that the policy gives it. */
export function rowsOf(
  { reactions, karpenter, nth }: CoverageContext,
  handler: HandlerKind,
  pool: PoolKind,
  event: EventKind,
): readonly ReactionRow[] {
  if (handler === 'karpenter')
    return reactions.reactionsFor({ handler, pool, event, version: karpenter.chart.value });
  if (handler === 'nth')
    return reactions.reactionsFor({
      handler,
      mode: nth.mode.value,
      pool,
      event,
      version: nth.chart.value,
    });
  return reactions.reactionsFor({ handler, pool, event });
}

/**
 * Switches that the compiler leaves off where nobody asks for them. In IMDS
 * mode NTH drains a terminating node again at every poll and never completes
 * its hook (aws/aws-node-termination-handler issue 1100, @v1.25.6
 * pkg/monitor/asglifecycle/asg-lifecycle-monitor.go).
 */
const OFF_UNLESS_ASKED = new Set(['enableASGLifecycleDraining']);

/** Whether the setting that a row depends on has the value it needs, as far as the policy says. */
export function applies(
  { karpenter, nth }: CoverageContext,
  row: ReactionRow,
  pool: PoolIntent,
): boolean {
  if (row.setting === undefined) return true;
  const { key, is, default: otherwise } = row.setting;
  const said =
    row.handler === 'eks' || row.handler === 'asg'
      ? pool[key as 'nodeRepair' | 'capacityRebalance']?.value
      : flag(entry((row.handler === 'nth' ? nth : karpenter).values, ...key.split('.')));
  return (said ?? (OFF_UNLESS_ASKED.has(key) ? false : otherwise)) === is;
}
