/** Exceptions that give each event the owner that it has where the repo stands. */
import type { EventKind } from '../../facts/reactions.js';
import type { Intent } from '../../policy/intent.js';
import { possibleEvents } from '../../policy/nth-sets.js';
import type { AdoptedPool } from './capacity.js';
import { type Effect, effectOf } from './effect.js';
import { type Notes, uncarried } from './notes.js';
import type { AdoptSource } from './source.js';

export interface AdoptedException {
  readonly pools: readonly string[];
  readonly events: readonly EventKind[];
  readonly owner: string;
  readonly because: string;
}

/** Exceptions to what the intent gives by itself; those for the same events with the same owner are one. */
export function adoptExceptions(
  source: AdoptSource,
  intent: Intent,
  pools: readonly AdoptedPool[],
  notes: Notes,
): readonly AdoptedException[] {
  const found = new Map<string, { pools: string[]; events: EventKind[]; effect: Effect }>();
  for (const adopted of pools)
    for (const [key, events] of differing(source, intent, adopted, notes)) {
      const [first] = events;
      if (first === undefined) continue;
      const names = events.map(({ event }) => event);
      const id = `${key} ${names.join(' ')}`;
      const before = found.get(id);
      if (before !== undefined) before.pools.push(adopted.name);
      else found.set(id, { pools: [adopted.name], events: names, effect: first.effect });
    }
  return [...found.values()].map(({ pools: named, events, effect }) => ({
    pools: named,
    events,
    owner: effect.owner,
    because:
      effect.owner === 'none'
        ? 'nobody handled it where this policy was adopted'
        : `"${source.title(effect.installation ?? effect.owner)}" handled it where this policy was adopted`,
  }));
}

interface Differing {
  readonly event: EventKind;
  readonly effect: Effect;
}

/** Events whose owner is another than the intent gives, by that owner. */
function differing(
  source: AdoptSource,
  intent: Intent,
  { pool, name }: AdoptedPool,
  notes: Notes,
): ReadonlyMap<string, readonly Differing[]> {
  const { verdicts, facts } = source;
  const own = intent.pools.find((one) => one.name.value === name);
  const result = new Map<string, Differing[]>();
  if (own === undefined) return result;
  const open: EventKind[] = [];
  const shared: Differing[] = [];
  const partial: Differing[] = [];
  for (const event of possibleEvents(facts.reactions, own)) {
    const effect = effectOf(verdicts, pool.id, event);
    if (effect === undefined) continue;
    if (effect.others.length > 0) shared.push({ event, effect });
    if (effect.owner === 'none' && effect.partly !== undefined) partial.push({ event, effect });
    if (effect.owner === 'unknown') open.push(event);
    if (effect.owner === 'unknown' || effect.owner === intent.owner(own, event).owner) continue;
    const key = `${effect.owner} ${effect.installation ?? ''}`;
    result.set(key, [...(result.get(key) ?? []), { event, effect }]);
  }
  tellShared(source, notes, pool.id, shared);
  tellPartial(source, notes, name, partial);
  if (open.length > 0)
    uncarried(notes, `who handles ${open.join(', ')} of "${pool.id}" cannot be told`, pool.from, {
      help: `the policy gives it to the owner of a ${pool.kind}: interlock prove says what would have to be known`,
    });
  return result;
}

/** Events on which several act: a policy gives each to one. */
function tellShared(
  { title }: AdoptSource,
  notes: Notes,
  pool: string,
  shared: readonly Differing[],
): void {
  const [first] = shared;
  if (first === undefined) return;
  const { others, installation, owner, from } = first.effect;
  const events = shared.map(({ event }) => event).join(', ');
  uncarried(
    notes,
    `"${others.map(title).join('", "')}" acts on ${events} of "${pool}" besides "${title(installation ?? owner)}"`,
    from,
    { help: `a policy gives an event to one handler: it says "${owner}"` },
  );
}

/** Events on which a handler acts for some of the nodes: it is no owner, and may be meant to be one. */
function tellPartial(
  { title }: AdoptSource,
  notes: Notes,
  name: string,
  partial: readonly Differing[],
): void {
  const [first] = partial;
  if (first?.effect.partly === undefined) return;
  const events = partial.map(({ event }) => event).join(', ');
  uncarried(
    notes,
    `"${title(first.effect.partly)}" handles ${events} on some nodes of "${name}" only, so the policy says that nobody does`,
    first.effect.from,
    { help: `take the exception for "${name}" out of the policy to have it handle them on all` },
  );
}
