/** Near-miss suggestions: the accepted word that a misspelt one most likely stands for. */
import { distance } from 'fastest-levenshtein';

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
