/** Whether two values are equal, as far as they are known. */
import {
  isList,
  isMap,
  isUnknown,
  type Known,
  type Unknown,
  type Value,
} from '../../value/value.js';

/**
 * True or false where the text decides it; undefined where only the values at
 * apply do. Terraform compares types too: `1 == "1"` is false.
 */
export function equals(a: Value, b: Value): boolean | undefined {
  if (isUnknown(a)) return isUnknown(b) ? unknownsEqual(a, b) : unknownEquals(a, b);
  if (isUnknown(b)) return unknownEquals(b, a);
  if (a === b) return true;
  const [x, y] = [a.value, b.value];
  if (isList(x) && isList(y))
    return x.length === y.length ? all(x, (item, i) => equals(item, y[i] ?? item)) : false;
  if (isMap(x) && isMap(y)) return mapsEqual(a, b, x, y);
  return x === y;
}

/** Known before evaluation only from what is known about the unknown. */
function unknownEquals(a: Unknown, b: Known): boolean | undefined {
  if (b.value === null) return a.notNull === true ? false : undefined;
  if (typeof b.value === 'string' && a.prefix !== undefined && !b.value.startsWith(a.prefix))
    return false;
  if (isList(b.value) && a.length !== undefined && a.length !== b.value.length) return false;
  return undefined;
}

const unknownsEqual = (a: Unknown, b: Unknown): boolean | undefined =>
  a.term === b.term && a.unknown !== 'limit' ? true : undefined;

function mapsEqual(
  a: Known,
  b: Known,
  x: ReadonlyMap<string, Value>,
  y: ReadonlyMap<string, Value>,
): boolean | undefined {
  const open = a.rest ?? b.rest;
  const shared = [...x].filter(([key]) => y.has(key));
  const result = all(shared, ([key, item]) => equals(item, y.get(key) ?? item));
  if (result === false) return false;
  if (open !== undefined) return a.rest?.term === b.rest?.term ? result : undefined;
  return x.size === y.size && shared.length === x.size ? result : false;
}

function all<T>(
  items: readonly T[],
  holds: (item: T, i: number) => boolean | undefined,
): boolean | undefined {
  let result: boolean | undefined = true;
  for (const [i, item] of items.entries()) {
    const one = holds(item, i);
    if (one === false) return false;
    if (one === undefined) result = undefined;
  }
  return result;
}

/** Whether both branches of a decision are the same, so that it does not matter. */
export const isSame = (a: Value, b: Value): boolean => equals(a, b) === true;
