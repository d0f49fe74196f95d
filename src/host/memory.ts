/** Files in a map, as a host has them: for the playground, for tests, and for whoever calls Interlock as a library. */
import type { Host } from './host.js';

export type FilesHost = Pick<Host, 'read' | 'readWithin' | 'kindOf' | 'list' | 'write'>;

/** Paths are relative, with `/`; what is written is in the map afterwards. */
export function filesHost(files: Map<string, string>): FilesHost {
  const under = (path: string): string => (path === '.' ? '' : `${path.replace(/\/+$/, '')}/`);
  const read: Host['read'] = (path) => {
    const text = files.get(path);
    return text === undefined ? { problem: 'it does not exist' } : { text };
  };
  return {
    read,
    readWithin: (root, path) =>
      path.startsWith(under(root)) || root === '' ? read(path) : { problem: 'it lies outside' },
    kindOf: (path) => {
      if (files.has(path)) return 'file';
      const prefix = under(path);
      return [...files.keys()].some((name) => name.startsWith(prefix)) ? 'directory' : undefined;
    },
    list: (path) => {
      const prefix = under(path);
      const names = [...files.keys()]
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length).replace(/\/.*$/, '/'));
      return [...new Set(names)].sort();
    },
    write: (folder, written) => {
      for (const [name, text] of written)
        files.set(folder === '.' ? name : `${folder}/${name}`, text);
      return undefined;
    },
  };
}
