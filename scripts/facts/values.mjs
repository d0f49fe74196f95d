/**
 * The values a chart takes: the leaves of its values.yaml, and what its
 * templates read besides. A container that a template passes on whole is
 * `open`: any key under it is read.
 */
import { parse } from 'yaml';

/** Differ at every release and say nothing. */
const STAMPED = /\bimage\.(digest|tag)$/;

/** Passed on whole by old templates, but code reads only the keys that values.yaml names. */
const CLOSED = new Set(['', 'settings']);

/** Map from dotted key to `{ default?, open? }`. */
export function chartKeys(repo, tag, chart) {
  const files = repo.list(tag, chart);
  const text = [...files]
    .filter(([path]) => path.startsWith(`${chart}/templates/`))
    .map(([, id]) => repo.blob(id))
    .join('\n');
  const values = files.get(`${chart}/values.yaml`);
  const read = references(text);
  const keys = new Map();
  leaves(values === undefined ? {} : (parse(repo.blob(values)) ?? {}), [], read, keys);
  for (const path of read) if (!isCovered(path, keys)) keys.set(path, { open: true });
  return keys;
}

/** Paths that templates name, comments left out. */
export function references(text) {
  const code = text.replace(/\{\{-?\s*\/\*[\s\S]*?\*\//g, '');
  const found = code.matchAll(/\.Values((?:\.[A-Za-z_]\w*)+)/g);
  return new Set([...found].map(([, path]) => path.slice(1)));
}

function leaves(value, path, read, keys) {
  const key = path.join('.');
  const container = value === null || typeof value === 'object';
  if (!container) keys.set(key, STAMPED.test(key) ? {} : { default: value });
  else if (isClosed(value, key, read))
    for (const [name, item] of Object.entries(value)) leaves(item, [...path, name], read, keys);
  else keys.set(key, { default: value, open: true });
}

/** An object whose parts are read one by one, and not also whole. */
function isClosed(value, key, read) {
  if (value === null || Array.isArray(value)) return false;
  if (CLOSED.has(key)) return true;
  const parts =
    Object.keys(value).length > 0 || [...read].some((path) => path.startsWith(`${key}.`));
  return parts && !read.has(key);
}

/** Whether a path is a known key, lies under an open one, or is only the way to known keys. */
function isCovered(path, keys) {
  if (keys.has(path)) return true;
  return [...keys].some(
    ([key, { open }]) => key.startsWith(`${path}.`) || (open && path.startsWith(`${key}.`)),
  );
}
