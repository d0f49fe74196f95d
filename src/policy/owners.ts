/**
 * The interruption owner of every (pool, event). An owner covers what that
 * handler acts on at its version; anything else is an exception with a reason.
 */
import type { EventKind, PoolKind } from '../facts/reactions.js';
import { once } from '../source/once.js';
import { assign } from './coverage.js';
import { matches, type OwnerContext, readException } from './exceptions.js';
import { itemsAt, mapAt, textAt } from './fields.js';
import type { Assignment, Owner, PoolIntent } from './intent.js';
import { checkException, checkKind } from './owner-checks.js';

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
    const kind = kinds.get(pool.kind) as Assignment;
    // An owner that nobody wrote has no line of its own: it points at the pool.
    return assign(
      context,
      kind.basis === 'default' ? { ...kind, from: pool.name.from } : kind,
      pool,
      event,
    );
  };
  for (const exception of exceptions) checkException(context, exception);
  for (const [kind, owner] of kinds) checkKind(context, kind, owner);
  // Whoever compiles or judges the policy asks for the owners of the same pools again and again.
  const ownersOf = once((pool: PoolIntent) => once((event: EventKind) => table(pool, event)));
  return (pool, event) => ownersOf(pool)(event);
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
