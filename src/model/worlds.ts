/** Verdicts of several worlds as one: what holds in each of them holds. */
import type { World } from '../value/world.js';
import type { Pool, System } from './system.js';
import { eventName, type State, type Verdict } from './verdict.js';

export interface WorldVerdicts {
  readonly world: World;
  /** What else tells this world from others, such as the release that a module has in it. */
  readonly when?: string;
  /** What nobody has settled, so that there are worlds that differ in it. */
  readonly open?: Verdict['unknowns'];
  readonly verdicts: readonly Verdict[];
}

/** A system as it is in one world. */
export interface SystemInWorld {
  /** What tells the world from the others; empty where there is only one. */
  readonly when: string;
  readonly system: System;
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
  const merged = new Map<string, Found[]>();
  for (const { verdicts, ...world } of worlds)
    for (const verdict of verdicts) {
      const key = `${poolKey(verdict.pool)}\n${eventName(verdict.event)}`;
      merged.set(key, [...(merged.get(key) ?? []), { ...world, verdict }]);
    }
  return [...merged.values()].map(mergeOne);
}

type Found = Omit<WorldVerdicts, 'verdicts'> & { readonly verdict: Verdict };

const poolKey = (pool: Pool): string => `${pool.cluster}\n${pool.id}`;

function mergeOne(found: readonly Found[]): Verdict {
  const first = (found[0] as { verdict: Verdict }).verdict;
  const states = new Set(found.map(({ verdict }) => verdict.state));
  const assuming = found.flatMap(({ verdict }) => verdict.assuming);
  const worlds = found.map(({ world, when, verdict }) => ({
    when: worldText(world, when),
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
    unknowns: unsettled(found, first),
  };
}

/** What decides between the states: whatever two worlds differ in, and nothing else, whose states differ. */
function unsettled(found: readonly Found[], { pool }: Verdict): Verdict['unknowns'] {
  const booleans = [...(found[0]?.world.keys() ?? [])]
    .filter((term) => decides(found, (one) => worldText(without(one.world, term), one.when)))
    .map((term) => ({ term, from: pool.from }));
  const others = decides(found, ({ world }) => worldText(world, undefined))
    ? found.flatMap(({ open = [] }) => open)
    : [];
  return [...new Map([...booleans, ...others].map((one) => [one.term, one])).values()];
}

/** Whether worlds that are alike but for one thing have different states. */
function decides(found: readonly Found[], alike: (one: Found) => string): boolean {
  const states = new Map<string, State>();
  return found.some((one) => {
    const { state } = one.verdict;
    if (state === 'not-applicable') return false;
    const key = alike(one);
    const before = states.get(key) ?? state;
    states.set(key, before);
    return before !== state;
  });
}

const without = (world: World, term: string): World =>
  new Map([...world].filter(([other]) => other !== term));

/** What tells a world from the others, in words; empty where there is only one. */
export const worldText = (world: World, when: string | undefined): string =>
  [
    ...[...world].map(([term, value]) => (value ? term : `not ${term}`)),
    ...(when === undefined || when === '' ? [] : [when]),
  ].join(' and ');
