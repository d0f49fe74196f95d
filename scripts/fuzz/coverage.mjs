// V8's counts of blocks, and which source each part of a bundle comes from.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Blocks of a script by their places, with how often each ran. */
export function* blocksOf(result, url) {
  const script = result.find((one) => one.url === url);
  for (const { ranges } of script?.functions ?? [])
    for (const { startOffset, endOffset, count } of ranges)
      yield [`${startOffset}-${endOffset}`, count];
}

/** Where each module begins: esbuild names it in a comment. */
export const parts = (url) =>
  [
    ...readFileSync(fileURLToPath(url), 'utf8').matchAll(
      /^ *\/\/ (src\/\S+|\S*node_modules\/\S+|test\/\S+)$/gm,
    ),
  ].map(({ index, 1: name }) => [index, name]);
