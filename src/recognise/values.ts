/** Helm values as Helm merges them: objects by key, everything else replaced; `set` paths with dots, escapes and indices. */
import type { Origin } from '../source/span.js';
import { entry, text } from '../value/read.js';
import {
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Unknown,
  type Value,
} from '../value/value.js';

/** Merged values. `rest` stands for values of which nothing is known, that may hold any key. */
export interface ValueTree {
  readonly root: Known;
  readonly rest?: Unknown;
}

export const noValues = (from: Origin): ValueTree => ({ root: known(new Map(), from) });

/** Lays a document over the values; an unknown one may set anything that no later one sets. */
export function mergeValues(tree: ValueTree, document: Value): ValueTree {
  if (isUnknown(document)) return { root: known(new Map(), document.from), rest: document };
  if (!isMap(document.value)) return tree;
  const root = merge(tree.root, document) as Known;
  return tree.rest === undefined ? { root } : { root, rest: tree.rest };
}

function merge(base: Value | undefined, top: Value): Value {
  if (base === undefined || isUnknown(base) || isUnknown(top)) return top;
  if (!isMap(base.value) || !isMap(top.value)) return top;
  const merged = new Map(base.value);
  for (const [key, item] of top.value) {
    // Helm takes null for "remove the default", so the key is as if never written.
    if (!isUnknown(item) && item.value === null) merged.delete(key);
    else merged.set(key, merge(merged.get(key), item));
  }
  return { ...top, value: merged };
}

/** One `set` entry laid over the values; null values were left out by the caller's module or by Helm. */
export function applySet(tree: ValueTree, set: Value): ValueTree {
  const name = text(entry(set, 'name'));
  const value = entry(set, 'value');
  if (name === undefined || value === undefined) return tree;
  if (isUnknown(name)) return { ...tree, rest: tree.rest ?? name };
  if (!isUnknown(value) && value.value === null) return tree;
  const type = text(entry(set, 'type'));
  const asText = type !== undefined && !isUnknown(type) && type.value === 'string';
  const keyed = { ...value, key: name.from.at };
  const root = put(tree.root, setPath(name.value), asText ? keyed : typed(keyed));
  return { ...tree, root: root as Known };
}

/** `a.b\.c[0]` is the path a, "b.c", 0 (helm@v3.14.0 pkg/strvals/parser.go). */
export function setPath(name: string): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let current = '';
  const push = (): void => {
    if (current !== '') path.push(current);
    current = '';
  };
  for (let i = 0; i < name.length; i++) {
    const c = name.charAt(i);
    if (c === '\\') current += name.charAt(++i);
    else if (c === '.') push();
    else if (c === '[') {
      push();
      const end = name.indexOf(']', i);
      if (end < 0) break;
      path.push(Number(name.slice(i + 1, end)) || 0);
      i = end;
    } else current += c;
  }
  push();
  return path;
}

/** A `set` value is text that Helm types: true, false, null and whole numbers are what they look like. */
function typed(value: Value): Value {
  if (isUnknown(value) || typeof value.value !== 'string') return value;
  if (value.value === 'true' || value.value === 'false')
    return { ...value, value: value.value === 'true' };
  if (/^-?(0|[1-9]\d*)$/.test(value.value)) return { ...value, value: Number(value.value) };
  return value;
}

function put(base: Value | undefined, path: readonly (string | number)[], value: Value): Value {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const data = base === undefined || isUnknown(base) ? undefined : base.value;
  const from = base?.from ?? value.from;
  if (typeof key === 'number') {
    const list: Value[] = isList(data) ? [...data] : [];
    if (key > 1000) return value;
    while (list.length < key) list.push(known(null, value.from));
    list[key] = put(list[key], rest, value);
    return known(list, from);
  }
  const map = new Map(isMap(data) ? data : []);
  map.set(key, put(map.get(key), rest, value));
  return known(map, from);
}

/** What the templates see at a dotted key: a written value, else unknown where anything may be set, else the default. */
export function settingOf(
  tree: ValueTree,
  key: string,
  defaults: ReadonlyMap<string, { readonly default?: unknown }>,
): Value | undefined {
  const written = entry(tree.root, ...key.split('.'));
  if (written !== undefined) return written;
  if (tree.rest !== undefined) return { ...tree.rest, term: `${tree.rest.term}.${key}` };
  const fact = defaults.get(key)?.default;
  return fact === undefined || (typeof fact === 'object' && fact !== null)
    ? undefined
    : known(fact as string | number | boolean | null, tree.root.from);
}
