/** A host in memory: files are a map, output is kept, and writing can be made to fail. */
import { readFileSync } from 'node:fs';
import type { Host } from '../../src/host/host.js';
import { filesHost } from '../../src/host/memory.js';
import { createHclParser } from '../../src/terraform/hcl/parser.js';

export interface MemoryHost extends Host {
  readonly files: Map<string, string>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

type Texts = Readonly<Record<string, string>>;

export function memoryHost(
  files: Texts = {},
  revisions: Readonly<Record<string, Texts>> = {},
): MemoryHost {
  const store = new Map(Object.entries(files));
  let out = '';
  let err = '';
  return {
    files: store,
    stdout: () => out,
    stderr: () => err,
    ...filesHost(store),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    today: () => '2026-11-30',
    colour: false,
    revision: (name) => {
      const texts = revisions[name];
      if (texts === undefined) return { problem: 'git knows no such revision' };
      return {
        files: Object.keys(texts),
        read: (file) =>
          texts[file] === undefined ? { problem: 'it does not exist' } : { text: texts[file] },
      };
    },
    hclParser: () =>
      createHclParser({
        engine: readFileSync('dist/wasm/web-tree-sitter.wasm'),
        grammar: readFileSync('dist/wasm/tree-sitter-hcl.wasm'),
      }),
  };
}
