/** One side of a comparison: a path, or a path in a git revision. */
import type { Host, Revision } from '../host/host.js';
import { normalise } from './files.js';

export interface Side {
  /** A host on which the side's files are those that it has. */
  readonly host: Host;
  readonly path: string;
}

/** `infra`, `main:infra`, `HEAD~1`; what is there as a path is one. */
export function sideOf(host: Host, given: string): Side | { readonly problem: string } {
  if (given === '-' || host.kindOf(given) !== undefined)
    return { host, path: given === '-' ? given : normalise(given) };
  const colon = given.indexOf(':');
  const [name, path] =
    colon < 0 ? [given, '.'] : [given.slice(0, colon), normalise(given.slice(colon + 1) || '.')];
  const revision = host.revision?.(name) ?? { problem: 'there is no git' };
  if ('problem' in revision)
    return {
      problem: `"${given}" is no file, no folder and no revision: ${revision.problem}`,
    };
  const side = { host: atRevision(host, revision), path };
  return side.host.kindOf(path) === undefined
    ? { problem: `"${name}" has no "${path}" below the working directory` }
    : side;
}

/** Reads go to the revision; nothing can be written there. */
function atRevision(host: Host, { files, read }: Revision): Host {
  const names = new Set(files);
  const below = (path: string): readonly string[] => {
    const prefix = normalise(path) === '.' ? '' : `${normalise(path)}/`;
    const found = files
      .filter((file) => file.startsWith(prefix))
      .map((file) => file.slice(prefix.length).replace(/\/.*$/s, '/'));
    return [...new Set(found)].sort();
  };
  return {
    ...host,
    read: (path) => read(normalise(path)),
    readWithin: (_, path) => read(normalise(path)),
    kindOf: (path) => {
      if (names.has(normalise(path))) return 'file';
      return below(path).length > 0 ? 'directory' : undefined;
    },
    list: below,
    write: () => ({ problem: 'a revision cannot be written' }),
  };
}
