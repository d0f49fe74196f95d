/** Reading a JSON tree of which nothing is promised: parts by path, each absent where the tree is shaped otherwise. */
import type { JsonEntry, JsonNode } from '../json/text.js';

/** The node at a path of keys. */
export function nodeAt(
  node: JsonNode | undefined,
  ...path: readonly string[]
): JsonNode | undefined {
  let current = node;
  for (const key of path) {
    if (current?.kind !== 'object') return undefined;
    current = current.entries.find(({ name }) => name === key)?.value;
  }
  return current;
}

export const entriesOf = (node: JsonNode | undefined): readonly JsonEntry[] =>
  node?.kind === 'object' ? node.entries : [];

export const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] =>
  node?.kind === 'array' ? node.items : [];

export const stringOf = (node: JsonNode | undefined): string | undefined =>
  node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;

export const isTrue = (node: JsonNode | undefined): boolean =>
  node?.kind === 'scalar' && node.value === true;

/** Whether `true` stands anywhere in a tree that marks the parts of another one. */
export function marksAny(node: JsonNode | undefined): boolean {
  if (node?.kind === 'array') return node.items.some(marksAny);
  if (node?.kind === 'object') return node.entries.some(({ value }) => marksAny(value));
  return isTrue(node);
}
