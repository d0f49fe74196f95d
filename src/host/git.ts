/**
 * Files of a git revision, read from git's own objects: nothing is checked out,
 * and no hook, filter, pager or remote helper runs.
 */
import type { FileText, Revision } from './host.js';

/** More than this is no tree of texts. */
const MAX_BYTES = 512 * 1024 * 1024;
/** What is read anyway; a larger file, or one of another name, is read when it is asked for. */
const USUAL = /\.(?:tf|tofu|tfvars|hcl|ya?ml|json)$/;
const LARGEST = 1024 * 1024;

interface Blob {
  readonly id: string;
  readonly size: number;
}

/** The files below the working directory as a revision has them. */
export function readRevision(name: string): Revision | { readonly problem: string } {
  // What stands behind `--end-of-options` is a name, however it begins.
  const tree = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{tree}`]);
  if ('problem' in tree) return tree;
  const listing = git(['ls-tree', '-r', '-l', '-z', tree.bytes.toString('utf8').trim()]);
  if ('problem' in listing) return listing;
  const blobs = new Map(listing.bytes.toString('utf8').split('\0').flatMap(blobOf));
  const usual = [...blobs]
    .filter(([file, { size }]) => USUAL.test(file) && size <= LARGEST)
    .map(([, { id }]) => id);
  const texts = textsOf(usual);
  return {
    files: [...blobs.keys()].sort(),
    read: (file): FileText => {
      const blob = blobs.get(file);
      if (blob === undefined) return { problem: 'it does not exist' };
      const text = texts.get(blob.id) ?? textsOf([blob.id]).get(blob.id);
      return text === undefined ? { problem: 'git cannot read it' } : { text };
    },
  };
}

/** Plain files only: a symbolic link's text is a path, and a submodule's files are elsewhere. */
function blobOf(line: string): readonly (readonly [string, Blob])[] {
  const [, id, size, file] = /^100\d+ blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
  return id === undefined || file === undefined ? [] : [[file, { id, size: Number(size) }]];
}

/** Blobs by id, all in one run of git. */
function textsOf(ids: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (ids.length === 0) return texts;
  const read = git(['cat-file', '--batch'], ids.join('\n'));
  if ('problem' in read) return texts;
  const { bytes } = read;
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at);
    const [id = '', type, size] = bytes.toString('utf8', at, end).split(' ');
    const start = end + 1;
    at = start;
    if (end < 0 || type !== 'blob') break;
    texts.set(id, bytes.toString('utf8', start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return texts;
}

type Output = { readonly bytes: Buffer } | { readonly problem: string };

function git(args: readonly string[], input = ''): Output {
  const quiet = ['--no-pager', '-c', 'protocol.allow=never'];
  // Only here: loading it costs every other command more than it does itself.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout, error } = spawnSync('git', [...quiet, ...args], {
    input,
    maxBuffer: MAX_BYTES,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
  });
  if (error !== undefined) return { problem: 'git cannot be run' };
  return status === 0 ? { bytes: stdout } : { problem: 'git knows no such revision' };
}
