/** Places in an object by path: the value there, its key, and what to call it. */
import type { KubeObject } from '../../configuration/configuration.js';
import type { Span } from '../../source/span.js';
import { entry } from '../../value/read.js';
import { isList, isMap, isUnknown, type Value } from '../../value/value.js';
import { nameOf } from '../kube.js';

export type Path = readonly (string | number)[];

/** The value at a path; undefined where nothing is written there. */
export function valueAt(value: Value | undefined, path: Path): Value | undefined {
  let current = value;
  for (const step of path) {
    if (current === undefined || isUnknown(current)) return undefined;
    const data = current.value;
    if (isMap(data)) current = data.get(String(step));
    else if (isList(data)) current = data[Number(step)];
    else return undefined;
  }
  return current;
}

/** Where the nearest thing to a path is written: its key, or the item itself. */
export function keySpan(object: KubeObject, path: Path): Span {
  for (let end = path.length; end > 0; end--) {
    const value = valueAt(object.body, path.slice(0, end));
    if (value !== undefined) return keyOf(value) ?? firstKey(value) ?? value.from.at;
  }
  return nameSpan(object);
}

/** Where the value at a path is written; for a collection its key, which is easier to find. */
export function valueSpan(object: KubeObject, path: Path): Span {
  const value = valueAt(object.body, path);
  if (value === undefined || isUnknown(value)) return value?.from.at ?? keySpan(object, path);
  const collection = isMap(value.value) || isList(value.value);
  return collection ? keySpan(object, path) : value.from.at;
}

const keyOf = (value: Value): Span | undefined => ('key' in value ? value.key : undefined);

/** An item of a list has no key; its first one stands for it. */
function firstKey(value: Value): Span | undefined {
  if (isUnknown(value) || !isMap(value.value)) return undefined;
  const [first] = value.value.values();
  return first && keyOf(first);
}

/** Where an object says its kind: the place of what concerns it as a whole. */
export const kindSpan = (object: KubeObject): Span =>
  entry(object.body, 'kind')?.from.at ?? object.from.at;

const nameSpan = (object: KubeObject): Span =>
  entry(object.body, 'metadata', 'name')?.from.at ?? kindSpan(object);

/** `NodePool "general"`. */
export const titleOf = (object: KubeObject): string => `${object.kind} "${nameOf(object)}"`;

/** `spec.template.spec.requirements[0].key`; a key with dots or slashes stands in brackets. */
export const pathText = (path: Path): string =>
  path
    .map((step, i) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\w-]+$/.test(step)) return `[${step}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join('');
