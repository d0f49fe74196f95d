/**
 * The interruption owner of every (pool, event). An owner covers what that
 * handler acts on at its version; anything else is an exception with a reason.
 */
import type { Finding } from '../diagnostics/finding.js';
import { suggestion } from '../diagnostics/suggest.js';
import type { EventKind, HandlerKind, PoolKind, ReactionRow } from '../facts/reactions.js';
import type { Origin } from '../source/span.js';
import { entry, flag } from '../value/read.js';
import type { Value } from '../value/value.js';
import { itemsAt, mapAt, textAt } from './fields.js';
import type { Assignment, KarpenterIntent, NthIntent, Owner, PoolIntent } from './intent.js';

type Reactions = typeof import('../facts/reactions.js');

export interface OwnerContext {
  readonly policy: Value;
  readonly pools: readonly PoolIntent[];
  readonly karpenter: KarpenterIntent;
  readonly nth: NthIntent;
  readonly reactions: Reactions;
  readonly findings: Finding[];
}

interface Exception {
  readonly pools?: readonly string[];
  readonly events?: readonly EventKind[];
  readonly owner: Owner;
  readonly because?: string;
  readonly from: Origin;
}

/** Who owns a kind of pool where the policy does not say. */
export const DEFAULT_OWNERS: Readonly<Record<PoolKind, Owner>> = {
  NodePool: 'karpenter',
  ManagedNodeGroup: 'eks',
  SelfManagedNodeGroup: 'nth',
  AutoMode: 'eks',
  FargateProfile: 'eks',
};

export type OwnerTable = (pool: PoolIntent, event: EventKind) => Assignment;

export function readOwners(context: OwnerContext): OwnerTable {
  const kinds = new Map(KINDS.map((kind) => [kind, kindOwner(context, kind)]));
  const exceptions = itemsAt(context.policy, 'interruption', 'exceptions').map((body) =>
    readException(context, body),
  );
  const table: OwnerTable = (pool, event) => {
    const exception = exceptions.findLast((candidate) => matches(candidate, pool, event));
    if (exception !== undefined) {
      const assignment: Assignment = { ...exception, basis: 'exception' };
      // Without a list of events an exception covers what its owner acts on, as the owner of a kind does.
      return exception.events === undefined ? assign(context, assignment, pool, event) : assignment;
    }
    return assign(context, kinds.get(pool.kind) as Assignment, pool, event);
  };
  for (const exception of exceptions) checkException(context, exception);
  for (const [kind, owner] of kinds) checkKind(context, kind, owner);
  return table;
}

const KINDS: readonly PoolKind[] = [
  'NodePool',
  'ManagedNodeGroup',
  'SelfManagedNodeGroup',
  'AutoMode',
  'FargateProfile',
];

function kindOwner({ policy }: OwnerContext, kind: PoolKind): Assignment {
  const written = mapAt(policy, 'interruption', 'owner')?.get(kind);
  if (written === undefined)
    return { owner: DEFAULT_OWNERS[kind], basis: 'default', from: policy.from };
  const because = textAt(written, 'because')?.value;
  const owner = (textAt(written, 'handler') ?? textAt(written))?.value as Owner;
  return {
    owner,
    basis: 'owner',
    from: written.from,
    ...(because === undefined ? {} : { because }),
  };
}

function readException({ pools, findings }: OwnerContext, body: Value): Exception {
  const names = entry(body, 'pools') === undefined ? undefined : itemsAt(body, 'pools');
  for (const name of names ?? []) {
    const text = textAt(name)?.value ?? '';
    const all = pools.map((pool) => pool.name.value);
    if (!all.includes(text))
      findings.push({
        rule: 'invalid-policy',
        severity: 'error',
        message: `no pool is called "${text}"`,
        at: name.from.at,
        help: suggestion(text, all, 'pools'),
      });
  }
  const events = entry(body, 'events') === undefined ? undefined : itemsAt(body, 'events');
  const because = textAt(body, 'because')?.value.trim();
  return {
    ...(names === undefined ? {} : { pools: names.map((name) => textAt(name)?.value ?? '') }),
    ...(events === undefined
      ? {}
      : { events: events.map((event) => textAt(event)?.value as EventKind) }),
    owner: (textAt(body, 'owner')?.value ?? 'none') as Owner,
    ...(because === undefined || because === '' ? {} : { because }),
    from: entry(body, 'owner')?.from ?? body.from,
  };
}

const matches = (exception: Exception, pool: PoolIntent, event: EventKind): boolean =>
  (exception.pools?.includes(pool.name.value) ?? true) &&
  (exception.events?.includes(event) ?? true);

/** The owner of the kind where it acts on the event, else nobody, with the reason that the facts give. */
function assign(
  context: OwnerContext,
  kind: Assignment,
  pool: PoolIntent,
  event: EventKind,
): Assignment {
  // The group itself replaces its nodes before an owner could: Capacity Rebalancing is said of the pool.
  if (event === 'rebalance-recommendation' && pool.capacityRebalance?.value === true)
    return { owner: 'asg', basis: 'fact', from: pool.capacityRebalance.from };
  if (kind.owner === 'none' || kind.owner === 'external') return kind;
  if (context.reactions.occurrenceOf(event).gap === null)
    return { owner: 'none', because: 'nobody has to drain for it', basis: 'fact', from: kind.from };
  const rows = rowsOf(context, kind.owner, pool.kind, event);
  const acting = rows.filter((row) => acts(row) && applies(context, row, pool));
  if (acting.length > 0) return kind;
  const because =
    rows.find((row) => row.because !== undefined)?.because ??
    `${HANDLER_NAMES[kind.owner]} does not act on ${event} of a ${pool.kind}`;
  return { owner: 'none', because, basis: 'fact', from: kind.from };
}

export const HANDLER_NAMES: Readonly<Record<HandlerKind, string>> = {
  karpenter: 'Karpenter',
  nth: 'NTH',
  eks: 'EKS',
  asg: 'the Auto Scaling group',
};

const acts = (row: ReactionRow): boolean => row.reaction !== 'observe';

function rowsOf(
  { reactions, karpenter, nth }: OwnerContext,
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

/** Whether the setting that a row depends on has the value it needs, as far as the policy says. */
function applies({ karpenter, nth }: OwnerContext, row: ReactionRow, pool: PoolIntent): boolean {
  if (row.setting === undefined) return true;
  const { key, is, default: otherwise } = row.setting;
  const said =
    row.handler === 'eks' || row.handler === 'asg'
      ? pool[key as 'nodeRepair' | 'capacityRebalance']?.value
      : flag(entry((row.handler === 'nth' ? nth : karpenter).values, ...key.split('.')));
  return (said ?? otherwise) === is;
}

function checkException(context: OwnerContext, exception: Exception): void {
  const { findings, pools, reactions } = context;
  if (exception.because === undefined)
    findings.push({
      rule: exception.owner === 'none' ? 'unexplained-gap' : 'invalid-policy',
      severity: 'error',
      message: `the exception that gives "${exception.owner}" to ${exception.events?.join(', ') ?? 'every event'} has no reason`,
      at: exception.from.at,
      help: 'add "because:" with a sentence that the next reader will understand',
    });
  if (exception.owner === 'none' || exception.owner === 'external') return;
  for (const pool of pools)
    for (const { event, pools: kinds, needs } of reactions.OCCURRENCES) {
      if (!matches(exception, pool, event) || !kinds.includes(pool.kind)) continue;
      if (needs !== undefined && !pool.capacityTypes.includes(needs)) continue;
      if (exception.events !== undefined || event === 'spot-interruption')
        checkAble(context, exception, pool, event);
    }
}

function checkAble(
  context: OwnerContext,
  exception: Exception,
  pool: PoolIntent,
  event: EventKind,
): void {
  const handler = exception.owner as HandlerKind;
  const rows = rowsOf(context, handler, pool.kind, event);
  if (rows.some((row) => acts(row) && (handler === 'nth' || applies(context, row, pool)))) return;
  const because = rows.find((row) => row.because !== undefined)?.because;
  context.findings.push({
    rule: 'unexpressible-owner',
    severity: 'error',
    message: `"${exception.owner}" cannot own ${event} of "${pool.name.value}"${because === undefined ? '' : `: ${because}`}`,
    at: exception.from.at,
    pool: pool.name.value,
    event,
    help: ableHelp(context, pool.kind, event),
  });
}

function ableHelp({ reactions }: OwnerContext, pool: PoolKind, event: EventKind): string {
  const able = new Set(
    reactions.REACTIONS.filter(
      (row) => row.event === event && row.pools.includes(pool) && acts(row),
    ).map((row) => row.handler),
  );
  return able.size === 0
    ? `no handler acts on ${event} of a ${pool}; write owner: none with a reason`
    : `handlers that act on it: ${[...able].join(', ')}; or write owner: none with a reason`;
}

function checkKind(context: OwnerContext, kind: PoolKind, assignment: Assignment): void {
  if (assignment.basis !== 'owner') return;
  const { findings, reactions } = context;
  const { owner } = assignment;
  if (owner === 'none' || owner === 'external') {
    if (assignment.because === undefined)
      findings.push({
        rule: owner === 'none' ? 'unexplained-gap' : 'invalid-policy',
        severity: 'error',
        message: `"${owner}" owns the events of every ${kind} without a reason`,
        at: assignment.from.at,
        help: `write { handler: ${owner}, because: ... }`,
      });
    return;
  }
  const able = new Set(
    reactions.REACTIONS.filter(
      (row) => row.event === 'spot-interruption' && row.pools.includes(kind) && acts(row),
    ).map((row) => row.handler),
  );
  if (able.size > 0 && !able.has(owner))
    findings.push({
      rule: 'unexpressible-owner',
      severity: 'error',
      message: `"${owner}" cannot own the interruptions of a ${kind}`,
      at: assignment.from.at,
      help: `handlers that drain a ${kind}: ${[...able].join(', ')}`,
    });
}
