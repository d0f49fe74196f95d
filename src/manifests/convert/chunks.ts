/** A YAML text as the documents between its separators, each with every byte that is its own. */

export interface Chunk {
  /** Offset of `text` in the whole. */
  readonly start: number;
  readonly text: string;
  /** The separator before it, its line end included; empty before the first. */
  readonly separator: string;
}

/** Joined again, the chunks are the text. */
export function chunksOf(text: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let separator = '';
  let start = 0;
  for (const match of text.matchAll(/^---(?:[ \t][^\r\n]*)?(?:\r?\n|$)/gm)) {
    chunks.push({ start, text: text.slice(start, match.index), separator });
    separator = match[0];
    start = match.index + separator.length;
  }
  chunks.push({ start, text: text.slice(start), separator });
  return chunks;
}

export const joined = (chunks: readonly Pick<Chunk, 'text' | 'separator'>[]): string =>
  chunks.map(({ separator, text }) => separator + text).join('');
