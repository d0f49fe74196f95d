/** Functions of maps and objects, and of lists that belong together. */

import { toText } from '../../../value/text.js';
import { isMap, isUnknown, known, type Value } from '../../../value/value.js';
import { MAX_COMPARISONS, MAX_ELEMENTS } from '../budget.js';
import { equals } from '../equality.js';
import { inOrder } from '../order.js';
import { listOf, textOf } from './collection.js';
import { type FunctionTable, mapping, strict, type TerraformFunction } from './signature.js';

/**
 * Later maps win. With an unknown map, what comes after it is known and the
 * rest hides in the unknown: an entry written before may have been replaced.
 */
const merge: TerraformFunction = (call) => {
  const entries = new Map<string, Value>();
  let open = false;
  for (const arg of call.args) {
    if (isUnknown(arg)) {
      entries.clear();
      open = true;
    } else if (isMap(arg.value)) {
      if (arg.rest !== undefined) entries.clear();
      open ||= arg.rest !== undefined;
      for (const [key, value] of arg.value) entries.set(key, value);
    } else if (arg.value !== null) return call.fail('it needs maps or objects');
  }
  if (!open) return known(entries, call.from);
  const rest = call.unknown({ notNull: true });
  return entries.size === 0 ? rest : { ...known(entries, call.from), rest };
};

const keys: TerraformFunction = (call) => {
  const [value] = call.args;
  const map = mapping(value);
  if (value === undefined || isUnknown(value) || (map && value.rest))
    return call.unknown({ notNull: true });
  if (map === undefined) return call.fail('it needs a map or an object');
  return known(
    inOrder(map).map(([key, item]) => known(key, keyPlace(item))),
    call.from,
  );
};

const keyPlace = (item: Value): Value['from'] =>
  !isUnknown(item) && item.key !== undefined ? { ...item.from, at: item.key } : item.from;

const values: TerraformFunction = (call) => {
  const [value] = call.args;
  const map = mapping(value);
  if (value === undefined || isUnknown(value) || (map && value.rest))
    return call.unknown({ notNull: true });
  if (map === undefined) return call.fail('it needs a map or an object');
  return known(
    inOrder(map).map(([, item]) => item),
    call.from,
  );
};

/** The entry, or the default where there is none; an object that may have more entries answers with its rest. */
const lookup: TerraformFunction = (call) => {
  const [map, key, fallback] = call.args;
  if (map === undefined || key === undefined) return call.fail('it takes a map and a key');
  if (isUnknown(map) || isUnknown(key)) return call.unknown();
  const name = toText(key.value);
  if (name === undefined || !isMap(map.value)) return call.fail('it needs a map and a text');
  const found = map.value.get(name);
  if (found !== undefined) return found;
  if (map.rest !== undefined) return call.unknown();
  return fallback ?? call.fail(`the map has no element "${name}"`);
};

const zipmap: TerraformFunction = (call) => {
  const [names, items] = [listOf(call.args[0]), listOf(call.args[1])];
  if (names === undefined || items === undefined || names.some(isUnknown)) return call.unknown();
  if (names.length !== items.length) return call.fail('there must be as many keys as values');
  const entries = names.map((name, i) => [textOf(name), items[i] ?? name] as const);
  return known(new Map(entries), call.from);
};

const matchkeys: TerraformFunction = (call) => {
  const [items, tags, wanted] = call.args.map(listOf);
  if (items === undefined || tags === undefined || wanted === undefined) return call.unknown();
  if (tags.length * wanted.length > MAX_COMPARISONS) return call.unknown();
  const matches = tags.map((tag) => wanted.map((one) => equals(tag, one)));
  if (matches.some((row) => !row.includes(true) && row.includes(undefined))) return call.unknown();
  return known(
    items.filter((_, i) => matches[i]?.includes(true)),
    call.from,
  );
};

/** Every choice of one element from each list, the last list varying fastest. */
const setproduct: TerraformFunction = (call) => {
  const lists = call.args.map(listOf);
  if (lists.some((list) => list === undefined)) return call.unknown({ notNull: true });
  let rows: readonly (readonly Value[])[] = [[]];
  for (const list of lists) {
    if (rows.length * (list?.length ?? 0) > MAX_ELEMENTS) return call.unknown();
    rows = rows.flatMap((row) => (list ?? []).map((item) => [...row, item]));
  }
  return known(
    rows.map((row) => known(row, call.from)),
    call.from,
  );
};

const transpose: TerraformFunction = strict((call, [map]) => {
  if (map === undefined || !isMap(map.value)) return call.fail('it needs a map of lists');
  const turned = new Map<string, string[]>();
  for (const [key, list] of inOrder(map.value)) {
    for (const item of listOf(list) ?? []) {
      const before = turned.get(textOf(item));
      if (before === undefined) turned.set(textOf(item), [key]);
      else before.push(key);
    }
  }
  const entries = [...turned].map(
    ([key, names]) =>
      [
        key,
        known(
          names.map((name) => known(name, call.from)),
          call.from,
        ),
      ] as const,
  );
  return known(new Map(entries), call.from);
});

export const mapFunctions: FunctionTable = {
  keys,
  lookup,
  matchkeys,
  merge,
  setproduct,
  transpose,
  values,
  zipmap,
};
