/**
 * The NTH installations that a policy asks for. Queue mode reacts to whatever
 * reaches its queue, so pools with different events need installations of
 * their own, each with its queue, its rules and its managed tag.
 */
import type { EventKind } from '../facts/reactions.js';
import type { Intent, PoolIntent } from './intent.js';

type Reactions = typeof import('../facts/reactions.js');

export interface NthSet {
  /** Empty for the only set, or the one with every event; else made of the events. */
  readonly slug: string;
  readonly events: readonly EventKind[];
  readonly pools: readonly PoolIntent[];
  readonly managedTag: string;
}

const WORDS: Readonly<Partial<Record<EventKind, string>>> = {
  'spot-interruption': 'spot',
  'rebalance-recommendation': 'rebalance',
  'scheduled-change': 'scheduled',
  'instance-state-change': 'state',
  'asg-termination': 'hook',
};

/** The events of a pool that NTH owns, in the order of the table of events. */
export const ownedByNth = (
  intent: Pick<Intent, 'owner'>,
  reactions: Reactions,
  pool: PoolIntent,
): readonly EventKind[] =>
  possibleEvents(reactions, pool).filter((event) => intent.owner(pool, event).owner === 'nth');

/** The events that can befall a pool and that somebody has to answer: a launch needs no handler, and gets no rule. */
export const possibleEvents = (reactions: Reactions, pool: PoolIntent): readonly EventKind[] =>
  reactions.OCCURRENCES.filter(
    ({ pools, needs, gap }) =>
      gap !== null &&
      pools.includes(pool.kind) &&
      (needs === undefined || pool.capacityTypes.includes(needs)),
  ).map(({ event }) => event);

/** Pools that NTH owns something of, gathered by what it does not own of them. */
export function nthSets(
  intent: Pick<Intent, 'owner' | 'pools' | 'nth'>,
  reactions: Reactions,
): readonly NthSet[] {
  const groups = new Map<string, { pools: PoolIntent[]; events: Set<EventKind> }>();
  for (const pool of intent.pools) {
    const owned = ownedByNth(intent, reactions, pool);
    if (owned.length === 0) continue;
    // Two pools can share rules unless one has an event that NTH must not get: an event that cannot occur is no obstacle.
    const refused = refusedEvents(intent, reactions, pool, owned);
    const key = refused.join(' ');
    const group = groups.get(key) ?? { pools: [], events: new Set<EventKind>() };
    group.pools.push(pool);
    for (const event of owned) group.events.add(event);
    groups.set(key, group);
  }
  const sets = sameEvents(
    [...groups].map(([refused, { pools, events }]) => ({
      all: refused === '',
      pools,
      events: reactions.OCCURRENCES.map(({ event }) => event).filter((event) => events.has(event)),
    })),
  );
  return sets.map(({ all, events, pools }) => {
    const slug =
      sets.length === 1 || all ? '' : events.flatMap((event) => WORDS[event] ?? []).join('-');
    const tag = intent.nth.managedTag.value;
    return { slug, events, pools, managedTag: slug === '' ? tag : `${tag}-${slug}` };
  });
}

interface Group {
  /** No event of its pools is another's. */
  readonly all: boolean;
  readonly events: readonly EventKind[];
  readonly pools: readonly PoolIntent[];
}

/** Groups with the same rules are one, whatever else they refuse: none of it has a rule. */
function sameEvents(groups: readonly Group[]): readonly Group[] {
  const found = new Map<string, Group>();
  for (const group of groups) {
    const key = group.events.join(' ');
    const before = found.get(key);
    const pools = [...(before?.pools ?? []), ...group.pools];
    found.set(key, { ...group, all: group.all || before?.all === true, pools });
  }
  return [...found.values()];
}

/** Events that would reach NTH in queue mode and that the policy gives to others, or to nobody. */
export const refusedEvents = (
  intent: Pick<Intent, 'nth'>,
  reactions: Reactions,
  pool: PoolIntent,
  owned: readonly EventKind[],
): readonly EventKind[] =>
  possibleEvents(reactions, pool).filter(
    (event) =>
      !owned.includes(event) &&
      reactions
        .reactionsFor({
          handler: 'nth',
          mode: intent.nth.mode.value,
          pool: pool.kind,
          event,
          version: intent.nth.chart.value,
        })
        .some((row) => row.reaction !== 'observe'),
  );

/** The tag by which NTH knows the instances of a pool; undefined where it owns nothing of it, or asks for no tag. */
export function managedTagOf(
  intent: Pick<Intent, 'owner' | 'pools' | 'nth'>,
  reactions: Reactions,
  pool: PoolIntent,
): string | undefined {
  if (intent.nth.mode.value !== 'queue') return undefined;
  return nthSets(intent, reactions).find(({ pools }) => pools.includes(pool))?.managedTag;
}
