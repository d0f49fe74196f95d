/** What owners of a policy cannot be: without a reason, of another kind of pool, or against what acts anyway. */
import type { EventKind, HandlerKind, PoolKind } from '../facts/reactions.js';
import { acts, actsAnyway, applies, drains, rowsOf } from './coverage.js';
import { type Exception, matches, type OwnerContext } from './exceptions.js';
import type { Assignment, PoolIntent } from './intent.js';

export function checkException(context: OwnerContext, exception: Exception): void {
  const { findings, pools, reactions } = context;
  if (exception.because === undefined)
    findings.push({
      rule: exception.owner === 'none' ? 'unexplained-gap' : 'invalid-policy',
      severity: 'error',
      message: `the exception that gives "${exception.owner}" to ${exception.events?.join(', ') ?? 'every event'} has no reason`,
      at: exception.from.at,
      help: 'add "because:" with a sentence that the next reader will understand',
    });
  for (const pool of pools)
    for (const { event, pools: kinds, needs } of reactions.OCCURRENCES) {
      if (!matches(exception, pool, event) || !kinds.includes(pool.kind)) continue;
      if (needs !== undefined && !pool.capacityTypes.includes(needs)) continue;
      if (exception.events === undefined && event !== 'spot-interruption') continue;
      if (!checkAnyway(context, exception, pool, event)) checkAble(context, exception, pool, event);
    }
}

/** An exception that takes an event from a handler that acts on it all the same. */
function checkAnyway(
  context: OwnerContext,
  exception: Exception,
  pool: PoolIntent,
  event: EventKind,
): boolean {
  const natural = actsAnyway(context, pool, event);
  if (natural === undefined || natural.owner === exception.owner) return false;
  context.findings.push({
    rule: 'unexpressible-owner',
    severity: 'error',
    message: `"${exception.owner}" cannot own ${event} of "${pool.name.value}": ${natural.because}`,
    at: exception.from.at,
    pool: pool.name.value,
    event,
    help: natural.help,
  });
  return true;
}

function checkAble(
  context: OwnerContext,
  exception: Exception,
  pool: PoolIntent,
  event: EventKind,
): void {
  if (exception.owner === 'none' || exception.owner === 'external') return;
  const handler: HandlerKind = exception.owner;
  const rows = rowsOf(context, handler, pool.kind, event);
  if (rows.some((row) => drains(row) && (handler === 'nth' || applies(context, row, pool)))) return;
  const because =
    rows.find((row) => row.because !== undefined)?.because ??
    (rows.some(acts) ? 'it only cordons the node for it' : undefined);
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

export function checkKind(context: OwnerContext, kind: PoolKind, assignment: Assignment): void {
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
