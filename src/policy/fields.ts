/** Typed reading of a policy that its schema has already accepted. */
import type { Origin } from '../source/span.js';
import { entry } from '../value/read.js';
import { isList, isMap, isUnknown, type Located, type Value } from '../value/value.js';

/** The known scalar at a path, with its place; undefined where absent or of another type. */
export function scalar<T extends string | number | boolean>(
  value: Value | undefined,
  type: 'string' | 'number' | 'boolean',
  ...path: readonly string[]
): Located<T> | undefined {
  const found = entry(value, ...path);
  if (found === undefined || isUnknown(found) || typeof found.value !== type) return undefined;
  return { value: found.value as T, from: found.from };
}

export const textAt = (value: Value | undefined, ...path: readonly string[]) =>
  scalar<string>(value, 'string', ...path);
export const numberAt = (value: Value | undefined, ...path: readonly string[]) =>
  scalar<number>(value, 'number', ...path);
export const booleanAt = (value: Value | undefined, ...path: readonly string[]) =>
  scalar<boolean>(value, 'boolean', ...path);

export function itemsAt(value: Value | undefined, ...path: readonly string[]): readonly Value[] {
  const found = entry(value, ...path);
  return found !== undefined && !isUnknown(found) && isList(found.value) ? found.value : [];
}

export function mapAt(
  value: Value | undefined,
  ...path: readonly string[]
): ReadonlyMap<string, Value> | undefined {
  const found = entry(value, ...path);
  return found !== undefined && !isUnknown(found) && isMap(found.value) ? found.value : undefined;
}

/** An object of texts, such as labels; undefined where absent. */
export function textsAt(
  value: Value | undefined,
  ...path: readonly string[]
): ReadonlyMap<string, string> | undefined {
  const map = mapAt(value, ...path);
  if (map === undefined) return undefined;
  return new Map(
    [...map].map(([key, item]) => [key, isUnknown(item) ? '' : String(item.value)] as const),
  );
}

export const located = <T>(value: T, from: Origin): Located<T> => ({ value, from });
