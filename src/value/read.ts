/** Reading values by path. An unknown container makes its parts unknown, with a term of their own. */
import type { Tri } from './logic.js';
import { quote } from './quote.js';
import { beforeStep } from './term.js';
import {
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Maybe,
  type Unknown,
  type Value,
} from './value.js';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** The term of a part of an unknown: `x.name`, `x["a.b"]`, `x[0]`. */
export function partTerm(term: string, key: string | number): string {
  const whole = beforeStep(term);
  if (typeof key === 'number') return `${whole}[${key}]`;
  return IDENTIFIER.test(key) ? `${whole}.${key}` : `${whole}[${quote(key)}]`;
}

/** The entry at a path of object keys; undefined where it is absent (or the way there is no object). */
export function entry(value: Value | undefined, ...path: readonly string[]): Value | undefined {
  let current = value;
  for (const key of path) {
    if (current === undefined) return undefined;
    if (isUnknown(current)) current = partOf(current, key);
    else if (isMap(current.value)) current = current.value.get(key) ?? restOf(current, key);
    else return undefined;
  }
  return current;
}

/** A part of an unknown value: unknown for the same cause. */
export function partOf(whole: Unknown, key: string | number): Unknown {
  const { unknown, from, hinges, failed } = whole;
  return {
    unknown,
    term: partTerm(whole.term, key),
    from,
    ...(hinges && { hinges }),
    ...(failed !== undefined && { failed }),
  };
}

/** An entry that is not written but may be there: only in an object with more entries than are written. */
const restOf = (object: Known, key: string): Unknown | undefined =>
  object.rest && partOf(object.rest, key);

/** Whether Terraform knows while planning how many elements there are; if not, the unknown that hides it. */
export function sizeKnown(value: Value): Tri {
  if (isUnknown(value)) return value.length === undefined ? value : true;
  return value.unsettled ?? value.rest ?? true;
}

/** True for null and for what is absent: Terraform and Helm treat both as not given. */
export const isAbsent = (
  value: Value | undefined,
): value is undefined | (Known & { value: null }) =>
  value === undefined || (!isUnknown(value) && value.value === null);

/** The string at a value; numbers and booleans become text as Terraform converts them. Absent where it is none. */
export function text(value: Value | undefined): Maybe<string> | undefined {
  if (value === undefined || isUnknown(value)) return value;
  const data = value.value;
  if (typeof data === 'string') return { value: data, from: value.from };
  if (typeof data === 'number' || typeof data === 'boolean')
    return { value: String(data), from: value.from };
  return undefined;
}

/** The number at a value; a text that is a number counts, as it does for Terraform. */
export function number(value: Value | undefined): Maybe<number> | undefined {
  if (value === undefined || isUnknown(value)) return value;
  const data = value.value;
  if (typeof data === 'number') return { value: data, from: value.from };
  if (typeof data === 'string' && data.trim() !== '' && Number.isFinite(Number(data)))
    return { value: Number(data), from: value.from };
  return undefined;
}

/** The boolean at a value; "true" and "false" count, as they do for Terraform and Helm's `set`. */
export function flag(value: Value | undefined): Tri | undefined {
  if (value === undefined) return undefined;
  if (isUnknown(value)) return value;
  if (value.value === true || value.value === 'true') return true;
  if (value.value === false || value.value === 'false') return false;
  return undefined;
}

/** The elements of a list; a single object counts as a list of one, as nested blocks in JSON do. */
export function elements(value: Value | undefined): readonly Value[] | Unknown {
  if (value === undefined) return [];
  if (isUnknown(value)) return value;
  if (isList(value.value)) return value.value;
  return value.value === null ? [] : [value];
}

/** The entries of an object; empty for what is none. */
export function entries(value: Value | undefined): ReadonlyMap<string, Value> | Unknown {
  if (value === undefined) return new Map();
  if (isUnknown(value)) return value;
  return isMap(value.value) ? value.value : new Map();
}

/**
 * Whether two values are the same: by data where both are known, by term where
 * both are unknown. An unknown text whose beginning is known is no text that begins otherwise.
 */
export function same(a: Maybe<unknown>, b: Maybe<unknown>): Tri {
  if (isUnknown(a)) {
    if (isUnknown(b)) return a.term === b.term ? true : a;
    return beginsLike(a, b.value) ? a : false;
  }
  if (isUnknown(b)) return beginsLike(b, a.value) ? b : false;
  return a.value === b.value;
}

const beginsLike = ({ prefix }: Unknown, data: unknown): boolean =>
  prefix === undefined || typeof data !== 'string' || data.startsWith(prefix);

/** Plain JSON-like data of a value, for output; unknown parts become what `onUnknown` makes of them. */
export function plain(value: Value, onUnknown: (part: Unknown) => unknown): unknown {
  if (isUnknown(value)) return onUnknown(value);
  const data = value.value;
  if (isList(data)) return data.map((item) => plain(item, onUnknown));
  if (isMap(data))
    return Object.fromEntries([...data].map(([key, item]) => [key, plain(item, onUnknown)]));
  return data;
}

/** A copy of an object value with one entry replaced or added. */
export function withEntry(value: Known, key: string, item: Value): Known {
  const map = new Map(isMap(value.value) ? value.value : []);
  map.set(key, item);
  return known(map, value.from, value.key);
}
