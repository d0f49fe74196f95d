/**
 * Areas of the facts whose lookups remember what they answered. They are pure
 * functions of a few words, a release and a name, that each policy of a fleet
 * asks anew. What is remembered lives as long as the area that is returned.
 */
import { once } from '../source/once.js';
import type { ReactionQuery } from './reactions.js';

type Lookup = (...args: readonly unknown[]) => unknown;

/** The area with its lookups by nothing, one text or two remembered; what is asked for otherwise is worked out each time. */
export const remembered = <T extends object>(area: T): T =>
  Object.fromEntries(
    Object.entries(area).map(([name, member]: [string, unknown]) => [
      name,
      isLookup(member) ? remembering(member) : member,
    ]),
  ) as T;

const isLookup = (member: unknown): member is Lookup => typeof member === 'function';

function remembering(lookup: Lookup): Lookup {
  const byNone = once((_: undefined) => lookup());
  const byOne = once((text: string) => lookup(text));
  const byTwo = once((text: string) => once((other: string) => lookup(text, other)));
  return (...args) => {
    const [first, second] = args;
    if (args.length === 0) return byNone(undefined);
    if (typeof first !== 'string' || args.length > 2) return lookup(...args);
    if (args.length === 1) return byOne(first);
    return typeof second === 'string' ? byTwo(first)(second) : lookup(...args);
  };
}

type Reactions = typeof import('./reactions.js');

/** Reactions are asked for by a query. */
export function rememberedReactions(area: Reactions): Reactions {
  const { reactionsFor } = area;
  const rows = once((handler: ReactionQuery['handler']) =>
    once((mode: ReactionQuery['mode']) =>
      once((pool: ReactionQuery['pool']) =>
        once((event: ReactionQuery['event']) =>
          once((variant: ReactionQuery['variant']) =>
            once((version: ReactionQuery['version']) =>
              reactionsFor({ handler, mode, pool, event, variant, version }),
            ),
          ),
        ),
      ),
    ),
  );
  return {
    ...remembered(area),
    reactionsFor: ({ handler, mode, pool, event, variant, version }) =>
      rows(handler)(mode)(pool)(event)(variant)(version),
  };
}
