/** A short run of the fuzzer: whatever a reader is given ends in findings. `npm run fuzz` is the long one. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createHclParser } from '../../src/terraform/hcl/parser.js';
import { mutated, random } from './mutations.js';
import { READERS, wrongWith } from './readers.js';

const parser = await createHclParser({
  engine: readFileSync('dist/wasm/web-tree-sitter.wasm'),
  grammar: readFileSync('dist/wasm/tree-sitter-hcl.wasm'),
});

describe.each(READERS)('the reader of a $name', (reader) => {
  it('has texts to begin from, which it reads', async () => {
    expect(reader.seeds.length).toBeGreaterThan(0);
    for (const seed of reader.seeds.slice(0, 3))
      expect(await wrongWith(reader, seed, parser)).toBeUndefined();
  });

  it('answers whatever they become', async () => {
    const next = random(20_261_130);
    for (let i = 0; i < 25; i++) {
      const text = mutated(reader.seeds, next);
      expect(await wrongWith(reader, text, parser), JSON.stringify(text)).toBeUndefined();
    }
  });
});
