/** A host on which some files are written already: a repo is judged with them before they touch it. */
import type { Host, OutputFiles } from '../host/host.js';
import { normalise } from './files.js';

export function overlaid(host: Host, folder: string, files: OutputFiles): Host {
  const texts = new Map(
    [...files].map(([name, text]) => [normalise(`${folder}/${name}`), text] as const),
  );
  const below = (path: string): readonly string[] => {
    const prefix = normalise(path) === '.' ? '' : `${normalise(path)}/`;
    return [...texts.keys()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length).replace(/\/.*$/, '/'));
  };
  return {
    ...host,
    read: (path) => {
      const text = texts.get(normalise(path));
      return text === undefined ? host.read(path) : { text };
    },
    readWithin: (root, path) => {
      const text = texts.get(normalise(path));
      return text === undefined ? host.readWithin(root, path) : { text };
    },
    kindOf: (path) =>
      texts.has(normalise(path))
        ? 'file'
        : below(path).length > 0
          ? 'directory'
          : host.kindOf(path),
    list: (path) => {
      const own = below(path);
      const found = host.list(path);
      if ('problem' in found) return own.length === 0 ? found : [...new Set(own)].sort();
      return [...new Set([...found, ...own])].sort();
    },
  };
}
