/** Three-valued logic: Kleene's, with the unknown itself as the third value so that its name is never lost. */
import { isUnknown, type Maybe, type Unknown } from './value.js';

export type Tri = true | false | Unknown;

/** False wins; otherwise the first unknown; otherwise true. */
export function and(terms: Iterable<Tri>): Tri {
  let result: Tri = true;
  for (const term of terms) {
    if (term === false) return false;
    if (term !== true && result === true) result = term;
  }
  return result;
}

/** True wins; otherwise the first unknown; otherwise false. */
export function or(terms: Iterable<Tri>): Tri {
  let result: Tri = false;
  for (const term of terms) {
    if (term === true) return true;
    if (term !== false && result === false) result = term;
  }
  return result;
}

/** `or` of what holds of each item, which asks no further than the first of which it is true. */
export function orOf<T>(items: Iterable<T>, holds: (item: T) => Tri): Tri {
  let result: Tri = false;
  for (const item of items) {
    const term = holds(item);
    if (term === true) return true;
    if (term !== false && result === false) result = term;
  }
  return result;
}

/** The negation of an unknown is another unknown, and twice negated it is itself again. */
export function not(term: Tri): Tri {
  if (term === true) return false;
  if (term === false) return true;
  const inner = /^!\((.*)\)$/s.exec(term.term);
  return { ...term, term: inner?.[1] ?? `!(${term.term})` };
}

export const isUndecided = (term: Tri): term is Unknown => term !== true && term !== false;

/** What a test says of a value that may be unknown. */
export function test<T>(value: Maybe<T>, holds: (data: T) => boolean): Tri {
  return isUnknown(value) ? value : holds(value.value);
}
