/** The owners of a policy as a table: for each pool the events that can befall it, with who owns them. */
import type { EventKind } from '../facts/reactions.js';
import type { Assignment, Intent, PoolIntent } from './intent.js';
import { possibleEvents } from './nth-sets.js';

type Reactions = typeof import('../facts/reactions.js');

export interface OwnerRow {
  readonly pool: PoolIntent;
  readonly events: readonly { readonly event: EventKind; readonly assignment: Assignment }[];
}

export const ownerRows = (
  intent: Pick<Intent, 'owner' | 'pools'>,
  reactions: Reactions,
): readonly OwnerRow[] =>
  intent.pools.map((pool) => ({
    pool,
    events: possibleEvents(reactions, pool).map((event) => ({
      event,
      assignment: intent.owner(pool, event),
    })),
  }));
