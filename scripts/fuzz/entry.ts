// What the fuzzer runs, as one bundle: the readers, the texts, the parser.
import { readFileSync } from 'node:fs';
import { createHclParser } from '../../src/terraform/hcl/parser.js';

export { mutated, random } from '../../test/fuzz/mutations.js';
export { READERS, wrongWith } from '../../test/fuzz/readers.js';

export const hclParser = () =>
  createHclParser({
    engine: readFileSync('dist/wasm/web-tree-sitter.wasm'),
    grammar: readFileSync('dist/wasm/tree-sitter-hcl.wasm'),
  });
