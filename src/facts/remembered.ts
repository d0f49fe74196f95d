/**
 * Areas of the facts whose lookups remember what they answered. They are pure
 * functions of a few words, a release and a name, that each policy of a fleet
 * asks anew. What is remembered lives as long as the area that is returned.
 */
import { once } from '../source/once.js';
import type { ReactionQuery } from './reactions.js';

type Lookup = (...args: readonly unknown[]) => unknown;

/** The area with its lookups by text remembered; what is asked for otherwise is worked out each time. */
export const remembered = <T extends object>(area: T): T =>
  Object.fromEntries(
    Object.entries(area).map(([name, member]: [string, unknown]) => [
      name,
      isLookup(member) ? remembering(member) : member,
    ]),
  ) as T;

const isLookup = (member: unknown): member is Lookup => typeof member === 'function';

function remembering(lookup: Lookup): Lookup {
  const byText = once((text: string) => lookup(text));
  const byTexts = once((texts: string) => lookup(...(JSON.parse(texts) as readonly string[])));
  return (...args) => {
    const [first] = args;
    if (args.length === 1 && typeof first === 'string') return byText(first);
    return args.every((arg) => typeof arg === 'string')
      ? byTexts(JSON.stringify(args))
      : lookup(...args);
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
