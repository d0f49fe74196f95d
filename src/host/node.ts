/** The host on Node: the only place, beside cli.ts, that touches files, streams and the environment. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Machine, thisMachine } from './disk.js';
import { readRevision } from './git.js';
import type { FileText, Host } from './host.js';
import { reason } from './reason.js';
import { writeFiles } from './write.js';

/** Larger files are refused before they are read: no text that people write comes near. */
const MAX_BYTES = 64 * 1024 * 1024;

export function nodeHost(
  environment: NodeJS.ProcessEnv,
  isTerminal: boolean,
  machine: Machine = thisMachine(),
): Host {
  return {
    read: (file) => (file === '-' ? readText(0) : readText(file)),
    readWithin: (root, file) => {
      const real = realPath(file);
      const base = realPath(root === '' ? '.' : root);
      if (real === undefined || base === undefined) return { problem: 'it does not exist' };
      return isInside(base, real) ? readText(file) : { problem: 'it lies outside the policy root' };
    },
    kindOf,
    list,
    write: (folder, files) => writeFiles(folder, files, machine),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    today: () => new Date().toISOString().slice(0, 10),
    colour: isTerminal && environment.NO_COLOR === undefined && environment.TERM !== 'dumb',
    revision: readRevision,
    hclParser: loadHclParser,
    editor: async () => (await import('./editor.js')).stdioEditor(),
  };
}

function kindOf(file: string): 'file' | 'directory' | undefined {
  try {
    return fs.statSync(file).isDirectory() ? 'directory' : 'file';
  } catch {
    return undefined; // nothing is there, or nothing that can be reached
  }
}

function list(directory: string): readonly string[] | { readonly problem: string } {
  try {
    return fs
      .readdirSync(directory, { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
  } catch (error) {
    return { problem: reason(error) };
  }
}

function readText(file: string | 0): FileText {
  try {
    if (file !== 0) {
      const stat = fs.statSync(file);
      if (stat.isDirectory()) return { problem: 'it is a directory' };
      if (stat.size > MAX_BYTES) return { problem: `it is larger than ${MAX_BYTES} bytes` };
    }
    return { text: fs.readFileSync(file, 'utf8') };
  } catch (error) {
    return { problem: reason(error) };
  }
}

function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file);
  } catch {
    return undefined;
  }
}

function isInside(base: string, file: string): boolean {
  const relative = path.relative(base, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

/** The grammars lie beside the bundle; in a checkout that was not bundled, in the build's folder. */
async function loadHclParser(): ReturnType<Host['hclParser']> {
  const { createHclParser } = await import('../terraform/hcl/parser.js');
  const folder = wasmFolder();
  const bytes = (name: string): Uint8Array => fs.readFileSync(path.join(folder, name));
  return createHclParser({
    engine: bytes('web-tree-sitter.wasm'),
    grammar: bytes('tree-sitter-hcl.wasm'),
  });
}

function wasmFolder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const candidates = ['wasm', '../wasm', '../../dist/wasm'].map((folder) =>
    path.join(here, folder),
  );
  return candidates.find((folder) => fs.existsSync(folder)) ?? 'dist/wasm';
}
