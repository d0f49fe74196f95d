/** The texts that findings point into, by file. */
import { type SourceText, sourceText } from '../source/text.js';

export type Sources = (file: string) => SourceText;

/** Texts are given by path; a file that nobody has (facts) is an empty text. Lines are counted on first use. */
export function sourcesOf(texts: ReadonlyMap<string, string>): Sources {
  const cache = new Map<string, SourceText>();
  return (file) => {
    const known = cache.get(file);
    if (known !== undefined) return known;
    const made = sourceText(file, texts.get(file) ?? '');
    cache.set(file, made);
    return made;
  };
}
