/**
 * An object as plain data for validators: null entries left out, as the API
 * server prunes them, and a list of the paths of which nothing is known.
 */
import { isList, isMap, isUnknown, type Value } from '../../value/value.js';
import type { Path } from './place.js';

export interface Sample {
  readonly data: unknown;
  readonly open: readonly Path[];
}

export function sampleOf(value: Value): Sample {
  const open: Path[] = [];
  return { data: dataOf(value, [], open), open };
}

function dataOf(value: Value, path: Path, open: Path[]): unknown {
  if (isUnknown(value)) {
    open.push(path);
    return null;
  }
  const data = value.value;
  if (isList(data)) return data.map((item, i) => dataOf(item, [...path, i], open));
  if (!isMap(data)) return data;
  if (value.rest !== undefined) open.push(path);
  return Object.fromEntries(
    [...data]
      .filter(([, item]) => isUnknown(item) || item.value !== null)
      .map(([key, item]) => [key, dataOf(item, [...path, key], open)]),
  );
}

/** Whether something unknown stands at a path, above it or below it. */
export const touchesOpen = (open: readonly Path[], path: Path): boolean =>
  open.some((one) => one.slice(0, path.length).every((step, i) => step === path[i]));
