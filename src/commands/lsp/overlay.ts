/**
 * The files of a workspace as its editor has them: what is open is read from its
 * buffer, the rest from the disk once, until something says that it changed.
 */
import type { FileText, Host } from '../../host/host.js';

export interface Overlay {
  /** Paths are relative to the root. */
  readonly host: Host;
  /** What was read from the disk may have changed. */
  forget(): void;
}

export function overlay(host: Host, root: string, open: ReadonlyMap<string, string>): Overlay {
  const texts = new Map<string, FileText>();
  const names = new Map<string, ReturnType<Host['list']>>();
  const absolute = (path: string): string =>
    path.startsWith('/') ? path : path === '.' || path === '' ? root : `${root}/${path}`;
  const once = <T>(cache: Map<string, T>, path: string, make: (path: string) => T): T => {
    const at = absolute(path);
    const known = cache.get(at);
    if (known !== undefined) return known;
    const made = make(at);
    cache.set(at, made);
    return made;
  };
  const opened = (path: string): FileText | undefined => {
    const text = open.get(path);
    return text === undefined ? undefined : { text };
  };
  return {
    host: {
      ...host,
      read: (path) => opened(path) ?? once(texts, path, host.read),
      readWithin: (within, path) =>
        opened(path) ?? host.readWithin(absolute(within), absolute(path)),
      kindOf: (path) => (open.has(path) ? 'file' : host.kindOf(absolute(path))),
      list: (path) => once(names, path, host.list),
      write: () => ({ problem: 'an editor writes by itself' }),
      out: () => {},
      err: () => {},
    },
    forget() {
      texts.clear();
      names.clear();
    },
  };
}
