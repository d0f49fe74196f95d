/** One incident is one node's story told by many events: rebalance, notice, shutting-down, hook. */
import type { EventKind } from '../facts/reactions.js';
import { ownerOf } from './expect.js';
import type { Pool } from './system.js';
import { type Claim, eventName, type Verdict } from './verdict.js';

const STORY: readonly EventKind[] = [
  'rebalance-recommendation',
  'spot-interruption',
  'instance-state-change',
  'asg-termination',
];

export interface SplitIncident {
  readonly pool: Pool;
  readonly owners: readonly { readonly claim: Claim; readonly events: readonly string[] }[];
}

/**
 * Pools whose one incident has owners that drain the node one after the other.
 * Auto Scaling only starts the termination that another handler drains.
 */
export function splitIncidents(verdicts: readonly Verdict[]): readonly SplitIncident[] {
  const pools = new Map<string, Verdict[]>();
  for (const verdict of verdicts)
    if (verdict.state === 'owned' && STORY.includes(verdict.event.kind))
      pools.set(verdict.pool.id, [...(pools.get(verdict.pool.id) ?? []), verdict]);
  return [...pools.values()].flatMap((story) => {
    const owners = new Map<string, { claim: Claim; events: string[] }>();
    for (const verdict of story) {
      const claim = ownerOf(verdict);
      if (claim === undefined || claim.handler === 'asg') continue;
      const known = owners.get(claim.installation) ?? { claim, events: [] };
      known.events.push(eventName(verdict.event));
      owners.set(claim.installation, known);
    }
    const pool = story[0]?.pool;
    return owners.size < 2 || pool === undefined ? [] : [{ pool, owners: [...owners.values()] }];
  });
}
