/** Reading Kubernetes objects: the words and lists that are written, without what is unknown. */
import type { KubeObject } from '../configuration/configuration.js';
import { elements, entry, text } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';

/** The text at a path; undefined where it is absent or unknown. */
export function wordAt(value: Value | undefined, ...path: readonly string[]): string | undefined {
  const found = text(entry(value, ...path));
  return found === undefined || isUnknown(found) ? undefined : found.value;
}

/** The items at a path; empty where there is no list or it is unknown. */
export function itemsAt(value: Value | undefined, ...path: readonly string[]): readonly Value[] {
  const list = elements(entry(value, ...path));
  return 'unknown' in list ? [] : list;
}

/** An identity: the term stands for a name that is unknown. */
export function identityAt(value: Value, ...path: readonly string[]): string | undefined {
  const found = text(entry(value, ...path));
  if (found === undefined) return undefined;
  return isUnknown(found) ? found.term : found.value;
}

export const nameOf = ({ body }: KubeObject): string => identityAt(body, 'metadata', 'name') ?? '';

export const namespaceOf = ({ body }: KubeObject): string =>
  identityAt(body, 'metadata', 'namespace') ?? 'default';
