/** Verdicts of several worlds as one: what holds in each of them holds. */
import type { World } from '../value/world.js';
import type { Pool } from './system.js';
import { eventName, type State, type Verdict } from './verdict.js';

export interface WorldVerdicts {
  readonly world: World;
  readonly verdicts: readonly Verdict[];
}

/**
 * One verdict for each (pool, event) of any world. Equal states are the state,
 * whoever the owner is in each; different ones are undetermined, and the
 * worlds say which is which. A pool that a world lacks has nothing to say there.
 */
export function mergeWorlds(worlds: readonly WorldVerdicts[]): readonly Verdict[] {
  const [only, second] = worlds;
  if (only === undefined) return [];
  if (second === undefined) return only.verdicts;
  const merged = new Map<string, { world: World; verdict: Verdict }[]>();
  for (const { world, verdicts } of worlds)
    for (const verdict of verdicts) {
      const key = `${poolKey(verdict.pool)}\n${eventName(verdict.event)}`;
      merged.set(key, [...(merged.get(key) ?? []), { world, verdict }]);
    }
  return [...merged.values()].map(mergeOne);
}

const poolKey = (pool: Pool): string => `${pool.cluster}\n${pool.id}`;

function mergeOne(found: readonly { world: World; verdict: Verdict }[]): Verdict {
  const first = (found[0] as { verdict: Verdict }).verdict;
  const states = new Set(found.map(({ verdict }) => verdict.state));
  const assuming = found.flatMap(({ verdict }) => verdict.assuming);
  const worlds = found.map(({ world, verdict }) => ({
    when: worldText(world),
    state: verdict.state,
  }));
  // A world in which the event cannot happen says nothing about who handles it.
  states.delete('not-applicable');
  const [state, other] = states;
  if (other === undefined) {
    const real = found.find(({ verdict }) => verdict.state === state)?.verdict ?? first;
    return { ...real, assuming, worlds };
  }
  return {
    ...first,
    state: 'undetermined' satisfies State,
    assuming,
    worlds,
    unknowns: [...(found[0] as { world: World }).world.keys()].map((term) => ({
      term,
      from: first.pool.from,
    })),
  };
}

const worldText = (world: World): string =>
  [...world].map(([term, value]) => (value ? term : `not ${term}`)).join(' and ');
