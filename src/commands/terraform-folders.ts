/** Terraform folders among the files: which are roots, which modules they reach, and what may be read of them. */
import type { Host } from '../host/host.js';
import type { SourceFile, TerraformTexts } from '../pipeline/texts.js';
import type { FileAccess } from '../terraform/evaluate/evaluate.js';
import { nameOf } from './file-kinds.js';
import { directoryOf, isWithin, normalise } from './files.js';
import { maskedVariables } from './secrets.js';

export type Folders = ReadonlyMap<string, readonly SourceFile[]>;

export function foldersOf(files: readonly SourceFile[]): Folders {
  const folders = new Map<string, SourceFile[]>();
  for (const { file, text } of files) {
    const directory = directoryOf(file);
    const list = folders.get(directory);
    if (list === undefined) folders.set(directory, [{ file, text }]);
    else list.push({ file, text });
  }
  return folders;
}

const LOCAL_SOURCE =
  /^\s*source\s*=\s*"(\.{1,2}(?:\/[^"]*)?)"|"source"\s*:\s*"(\.{1,2}(?:\/[^"]*)?)"/gm;

/** Folders that a folder calls as modules, found without parsing. */
const calledBy = (directory: string, files: readonly SourceFile[]): readonly string[] =>
  files.flatMap(({ text }) =>
    [...text.matchAll(LOCAL_SOURCE)].map(([, hcl, json]) =>
      normalise(`${directory}/${hcl ?? json ?? '.'}`),
    ),
  );

/** Folders that no other one calls; where folders call each other in a circle, the first of them. */
export function rootsOf(folders: Folders): readonly string[] {
  const called = new Set(
    [...folders].flatMap(([directory, files]) =>
      calledBy(directory, files).filter((other) => other !== directory),
    ),
  );
  const roots = [...folders.keys()].filter((directory) => !called.has(directory));
  const reached = new Set(roots.flatMap((root) => [...reachable(root, folders)]));
  for (const directory of folders.keys()) {
    if (reached.has(directory)) continue;
    roots.push(directory);
    for (const other of reachable(directory, folders)) reached.add(other);
  }
  return roots.sort();
}

/** The folder and all that it calls, directly or not. */
export const reachable = (root: string, folders: Folders): ReadonlySet<string> =>
  new Set([...walk(root, (path) => folders.get(path) ?? []).keys()]);

function walk(root: string, folder: (path: string) => readonly SourceFile[]): Folders {
  const found = new Map<string, readonly SourceFile[]>();
  const open = [root];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const files = folder(path);
    if (files.length === 0 && path !== root) continue;
    found.set(path, files);
    open.push(...calledBy(path, files));
  }
  return found;
}

export interface FolderInput {
  readonly host: Host;
  readonly directory: string;
  readonly folders: Folders;
  /** Nothing outside of it is read. */
  readonly base: string;
  /** Folders that are not among the given files may be read where they lie in the base. */
  readonly readsFolders: boolean;
  readonly variables: readonly SourceFile[];
  readonly lock: SourceFile | undefined;
  /** Texts by file, for rendering. */
  readonly texts: Map<string, string>;
  /** Gains every file that functions read. */
  readonly read: Set<string>;
}

export function terraformTexts(input: FolderInput): TerraformTexts {
  const { directory, folders, variables, lock, texts } = input;
  const files = folders.get(directory) ?? [];
  for (const { file, text } of files) texts.set(file, text);
  for (const { file, text } of variables) texts.set(file, maskedVariables(text));
  if (lock !== undefined) texts.set(lock.file, lock.text);
  const folder = (path: string): readonly SourceFile[] | undefined => {
    const found = folders.get(path) ?? (input.readsFolders ? readFolder(input, path) : undefined);
    for (const { file, text } of found ?? []) texts.set(file, text);
    return found;
  };
  return {
    directory,
    files,
    variables,
    ...(lock === undefined ? {} : { lock }),
    module: folder,
    reachable: () => [...walk(directory, (path) => folder(path) ?? [])].flatMap(([, own]) => own),
    access: fileAccess(input),
  };
}

/** A module that was not given lies beside the files that were. */
function readFolder({ host, base }: FolderInput, path: string): readonly SourceFile[] | undefined {
  if (!isWithin(base, path) || host.kindOf(path) !== 'directory') return undefined;
  const names = host.list(path);
  if ('problem' in names) return undefined;
  const files = names
    .filter((name) => /\.(?:tf|tofu)(?:\.json)?$/.test(name))
    .flatMap((name): readonly SourceFile[] => {
      const file = normalise(`${path}/${name}`);
      const found = host.readWithin(base, file);
      return 'text' in found ? [{ file, text: found.text }] : [];
    });
  return files.length === 0 ? undefined : files;
}

/** More files than this below one folder are no set that a configuration is made of. */
const MAX_LISTED = 20_000;

function fileAccess({ host, directory, base, texts, read }: FolderInput): FileAccess {
  const placeOf = (path: string): string => normalise(`${directory}/${path}`);
  return {
    nameOf: placeOf,
    read(path) {
      const file = placeOf(path);
      if (!isWithin(base, file)) return undefined;
      if (host.kindOf(file) === undefined) return null;
      const found = host.readWithin(base, file);
      if ('problem' in found) return undefined;
      texts.set(file, found.text);
      read.add(file);
      return found.text;
    },
    list(path) {
      const top = placeOf(path);
      if (!isWithin(base, top) || host.kindOf(top) !== 'directory') return undefined;
      const found: string[] = [];
      const walk = (folder: string, below: string, depth: number): void => {
        const names = host.list(folder);
        if ('problem' in names || depth > 32) return;
        for (const name of names) {
          if (found.length > MAX_LISTED) return;
          if (name.endsWith('/'))
            walk(`${folder}/${name.slice(0, -1)}`, `${below}${name}`, depth + 1);
          else found.push(`${below}${name}`);
        }
      };
      walk(top, '', 0);
      return found.length > MAX_LISTED ? undefined : found;
    },
  };
}

export const isLock = (file: string): boolean => nameOf(file) === '.terraform.lock.hcl';
