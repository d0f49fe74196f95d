/** Every file that the given paths name: directories walked, texts read, what cannot be read said. */
import type { Finding } from '../diagnostics/finding.js';
import type { Host } from '../host/host.js';
import { span } from '../source/span.js';
import { type FileKind, kindOfFile, mayMatter, type SourceFile } from './file-kinds.js';

export interface GivenFile extends SourceFile {
  readonly kind: FileKind;
  /** The path that somebody gave: the file itself, or a directory above it. */
  readonly given: string;
  readonly named: boolean;
}

export interface GivenFiles {
  readonly files: readonly GivenFile[];
  readonly findings: readonly Finding[];
  /** False when something that was given could not be read. */
  readonly complete: boolean;
}

/** Folders that hold no text that people wrote. */
const SKIPPED = new Set(['node_modules', '.git', '.terraform', 'cdktf.out', 'dist']);

/** Deeper directories than this are no tree that people made. */
const MAX_DEPTH = 64;

/** Files that are named are taken whatever they are; in a directory only those whose names promise something. */
export function readGiven(host: Host, paths: readonly string[]): GivenFiles {
  const files: GivenFile[] = [];
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let complete = true;
  const fail = (file: string, problem: string): void => {
    complete = false;
    findings.push(unreadable(file, problem));
  };
  const take = (path: string, given: string, named: boolean): void => {
    const file = path === '-' ? path : normalise(path);
    if (seen.has(file)) return;
    seen.add(file);
    const found = host.read(file);
    if ('problem' in found) fail(file, found.problem);
    else {
      const { text } = found;
      files.push({ file, text, kind: kindOfFile(file, text, named), given, named });
    }
  };
  const walk = (directory: string, given: string, depth: number): void => {
    const names = host.list(directory);
    if ('problem' in names) {
      fail(directory, names.problem);
      return;
    }
    for (const name of names) {
      const path = normalise(`${directory}/${name}`);
      if (!name.endsWith('/')) {
        if (mayMatter(name)) take(path, given, false);
      } else if (!SKIPPED.has(name.slice(0, -1)) && !name.startsWith('.') && depth < MAX_DEPTH)
        walk(path, given, depth + 1);
    }
  };
  for (const path of paths) {
    if (path !== '-' && host.kindOf(path) === 'directory')
      walk(normalise(path), normalise(path), 0);
    else take(path, path === '-' ? path : normalise(path), true);
  }
  return { files, findings, complete };
}

/** `./a//b/../c` is `a/c`. Paths in reports use `/` on every system. */
export function normalise(path: string): string {
  const absolute = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${absolute ? '/' : ''}${parts.join('/')}` || '.';
}

export const directoryOf = (file: string): string => {
  const end = file.lastIndexOf('/');
  return end < 0 ? '.' : end === 0 ? '/' : file.slice(0, end);
};

/** Whether a normalised path lies in a directory or is it. */
export const isWithin = (directory: string, path: string): boolean =>
  directory === '.'
    ? !path.startsWith('/') && !path.startsWith('../') && path !== '..'
    : path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`);

export const unreadable = (file: string, problem: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: `it cannot be read: ${problem}`,
  at: span(file, 0, 0),
});
