/**
 * Unknowns made of unknowns: what a text, a call or a comparison with unknown
 * parts is. Its term is the whole written over the terms of its parts.
 */
import type { Origin } from '../source/span.js';
import type { Refinements, Unknown, UnknownCause } from './value.js';

/** The worst cause wins: with a part we cannot read, that another is known after apply says little. */
const WORST_FIRST: readonly UnknownCause[] = ['limit', 'unread', 'apply', 'input'];

/** Longer terms keep their beginning and get a digest of the whole. */
const MAX_TERM = 1_000;
const MAX_HINGES = 16;

/** The unknown that `term` says, which hangs on these parts. */
export function combine(
  term: string,
  parts: readonly Unknown[],
  from: Origin,
  refinements: Refinements = {},
): Unknown {
  const cause = WORST_FIRST.find((worst) => parts.some((part) => part.unknown === worst));
  const hinges = joinHinges(parts.flatMap((part) => part.hinges ?? []));
  const failed = parts.find((part) => part.failed !== undefined)?.failed;
  return {
    unknown: cause ?? 'limit',
    term: shortTerm(term),
    from,
    ...(hinges.length > 0 && { hinges }),
    ...(failed !== undefined && { failed }),
    ...refinements,
  };
}

export const joinHinges = (terms: Iterable<string>): readonly string[] =>
  [...new Set(terms)].slice(0, MAX_HINGES);

/** A term of bounded length that still is the term of nothing else. */
export const shortTerm = (term: string): string =>
  term.length <= MAX_TERM ? term : `${term.slice(0, MAX_TERM - 100)}…#${digest(term)}`;

/** 53 bits of two FNV-1a runs: enough that two terms of one configuration do not meet. */
function digest(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (i & 0xff), 0x85ebca6b);
  }
  return ((high >>> 11) * 0x100000000 + (low >>> 0)).toString(16);
}
