/** Values as leaves that can be compared: a text for each dotted path, with secrets by their hash only. */
import { hash } from '../source/hash.js';
import type { Span } from '../source/span.js';
import { isAbsent } from '../value/read.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';

export interface Leaf {
  readonly text: string;
  readonly at: Span;
}

/** By dotted path; lists of plain items are one leaf, as their order is part of what they say. */
export type Leaves = ReadonlyMap<string, Leaf>;

export const NO_LEAVES: Leaves = new Map();

/** Null and what is empty say nothing, as in Terraform and Helm. */
export function leavesOf(value: Value | undefined, path = ''): Leaves {
  const found = new Map<string, Leaf>();
  const visit = (item: Value, at: string): void => {
    if (isAbsent(item)) return;
    if (isUnknown(item) || !isCollection(item)) {
      found.set(at, { text: textOf(item), at: item.from.at });
      return;
    }
    const data = item.value;
    if (isMap(data))
      for (const [key, entry] of data) visit(entry, at === '' ? key : `${at}.${key}`);
    else if (isList(data))
      for (const [i, entry] of inOrder(data).entries()) visit(entry, `${at}[${i}]`);
  };
  if (value !== undefined) visit(value, path);
  return found;
}

/** Taints, requirements, terms of selectors: none of these lists means anything by its order. */
const inOrder = (items: readonly Value[]): readonly Value[] =>
  items
    .map((item) => ({ item, text: textOf(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ item }) => item);

/** An object, or a list with one in it: the others are compared whole. */
const isCollection = (value: Exclude<Value, { unknown: unknown }>): boolean =>
  isMap(value.value) ||
  (isList(value.value) && value.value.some((item) => isUnknown(item) || isMap(item.value)));

/** A value on one line; an unknown is the term that Terraform knows it by. */
export function textOf(value: Value): string {
  if (isUnknown(value)) return value.term;
  if (value.secret === true) return `(sensitive, ${hash(JSON.stringify(value.value))})`;
  const data = value.value;
  if (isList(data)) return `[${data.map(textOf).join(', ')}]`;
  if (isMap(data))
    return `{${[...data].map(([key, item]) => `${key}: ${textOf(item)}`).join(', ')}}`;
  return String(data);
}

/** One name for all of them, whatever order they stand in. */
export const hashOf = (leaves: Leaves): string =>
  hash(
    JSON.stringify(
      [...leaves]
        .map(([path, { text }]) => [path, text])
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ),
  );
