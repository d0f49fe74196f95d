/** Blocks by what may name them, so that what names one is not held against all. */
import { isUnknown, type Maybe } from '../value/value.js';

/** Looks up by several keys at once; what is found keeps its order. */
export function indexed<T>(
  all: readonly T[],
  keysOf: (one: T) => readonly string[],
): (keys: readonly string[]) => readonly T[] {
  const places = new Map<string, number[]>();
  for (const [place, one] of all.entries())
    for (const key of keysOf(one)) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [place]);
      else known.push(place);
    }
  return (keys) => {
    const found = new Set(keys.flatMap((key) => places.get(key) ?? []));
    return [...found].sort((a, b) => a - b).flatMap((place) => all[place] ?? []);
  };
}

/** A text that is known by itself, one that is not by what it hangs on. */
export const keysOfText = (text: Maybe<string> | undefined): readonly string[] =>
  text === undefined ? [] : [isUnknown(text) ? text.term : `"${text.value}"`];
