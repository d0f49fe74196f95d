/** Near-miss suggestions: the accepted word that a misspelt one most likely stands for. */
import { distance } from 'fastest-levenshtein';
import type { Span } from '../source/span.js';
import type { Fix } from './finding.js';

/** The nearest candidate, unless none is near enough to be meant. Ties go to the first. */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  // Two neighbouring letters that changed places are two edits, in a word of any length worth a guess.
  limit = word.length < 3 ? 1 : Math.max(2, Math.floor(word.length * 0.4)),
): string | undefined {
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of candidates) {
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

/** `did you mean "x"?`, or the accepted words where none is near. */
export function suggestion(word: string, candidates: readonly string[], noun: string): string {
  const near = nearest(word, candidates);
  if (near !== undefined) return `did you mean "${near}"?`;
  return candidates.length === 0
    ? `no ${noun} is accepted here`
    : `accepted ${noun}: ${candidates.join(', ')}`;
}

/** The fix that writes another word in a place; only a person knows whether it was meant. */
export const renaming = (at: Span, name: string): Fix => ({
  title: `write "${name}"`,
  safety: 'review',
  edits: [{ at, text: name }],
});

/** `renaming` to the word that a misspelt one most likely stands for, where there is one. */
export function nearestFix(
  at: Span,
  word: string,
  candidates: readonly string[],
): { readonly fix?: Fix } {
  const near = nearest(word, candidates);
  return near === undefined ? {} : { fix: renaming(at, near) };
}

/** The only candidate that is a slip of the pen away in its long parts: nothing else can be meant. */
export function onlyNear(word: string, candidates: readonly string[]): string | undefined {
  const [near, second] = candidates.filter(
    (one) => distance(word.toLowerCase(), one.toLowerCase()) <= 2,
  );
  return near !== undefined && second === undefined && isSlip(word, near) ? near : undefined;
}

/**
 * Letters that changed places, or a slip in a long part. Short parts are words of
 * their own: `vpc` is no slip for `vpa`, while `nmae` is one for `name`.
 */
function isSlip(word: string, meant: string): boolean {
  const [written, right] = [word.split('_'), meant.split('_')];
  return (
    written.length === right.length &&
    written.every((part, i) => {
      const other = right[i] ?? '';
      return letters(part) === letters(other) || Math.min(part.length, other.length) >= 6;
    })
  );
}

const letters = (part: string): string => [...part].sort().join('');

/** `renaming` where the word as it stands is refused and only one other can be meant. */
export const sureRenaming = (at: Span, name: string): Fix => ({
  ...renaming(at, name),
  safety: 'safe',
});
