/** A host in memory: files are a map, output is kept, and writing can be made to fail. */
import { readFileSync } from 'node:fs';
import type { Host } from '../../src/host/host.js';
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
  const read: Host['read'] = (path) => {
    const text = store.get(path);
    return text === undefined ? { problem: 'it does not exist' } : { text };
  };
  const under = (path: string): string => (path === '.' ? '' : `${path.replace(/\/+$/, '')}/`);
  return {
    files: store,
    stdout: () => out,
    stderr: () => err,
    read,
    readWithin: (root, path) =>
      path.startsWith(under(root)) || root === '' ? read(path) : { problem: 'it lies outside' },
    kindOf: (path) => {
      if (store.has(path)) return 'file';
      const prefix = under(path);
      return [...store.keys()].some((name) => name.startsWith(prefix)) ? 'directory' : undefined;
    },
    list: (path) => {
      const prefix = under(path);
      const names = [...store.keys()]
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length).replace(/\/.*$/, '/'));
      return [...new Set(names)].sort();
    },
    write: (folder, written) => {
      for (const [name, text] of written)
        store.set(folder === '.' ? name : `${folder}/${name}`, text);
      return undefined;
    },
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
