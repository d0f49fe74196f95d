/** Values of a plan's resources: what is planned, overlaid with what is unknown and what is sensitive. */
import { originAt } from '../../source/span.js';
import { known, type Value } from '../../value/value.js';
import type { JsonNode } from '../json/text.js';
import { entriesOf, isTrue, itemsOf, marksAny, nodeAt } from './document.js';

/** Steps from a resource to a part of it: names of attributes, and positions in lists. */
export type Path = readonly (string | number)[];

/** A part of a resource that is a text, or that nothing is known of. */
export interface Leaf {
  readonly path: Path;
  /** Undefined where it is unknown. */
  readonly node: JsonNode | undefined;
  /** The object around it. */
  readonly holder: JsonNode | undefined;
  /** The nearest place that is written. */
  readonly near: JsonNode;
}

/** What a leaf is by its links: for what is unknown always, for a text where it is more than that. */
export type LeafValue = (leaf: Leaf) => Value | undefined;

interface Part {
  readonly node: JsonNode | undefined;
  readonly unknown: JsonNode | undefined;
  readonly sensitive: JsonNode | undefined;
  readonly path: Path;
  readonly holder: JsonNode | undefined;
  readonly near: JsonNode;
}

export interface Overlay {
  readonly values: JsonNode | undefined;
  readonly unknown: JsonNode | undefined;
  readonly sensitive: JsonNode | undefined;
  readonly near: JsonNode;
}

/** The values as an object; nulls are left out, as nobody gave them. */
export function overlaid({ values, unknown, sensitive, near }: Overlay, leaf: LeafValue): Value {
  const part: Part = { node: values, unknown, sensitive, path: [], holder: values, near };
  return objectOf(part, leaf);
}

function partValue(part: Part, leaf: LeafValue): Value | undefined {
  const { node, unknown, sensitive, path, holder, near } = part;
  if (isTrue(unknown)) return leaf({ path, holder, near, node: undefined });
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) {
    if (!marksAny(unknown)) return undefined;
    return unknown?.kind === 'array' ? listOf(part, leaf) : objectOf(part, leaf);
  }
  if (node.kind === 'object') return objectOf({ ...part, near: node }, leaf);
  if (node.kind === 'array') return listOf({ ...part, near: node }, leaf);
  const link = typeof node.value === 'string' ? leaf({ path, holder, near, node }) : undefined;
  if (link !== undefined) return link;
  const value = known(node.value, originAt(node.at));
  return isTrue(sensitive) ? { ...value, secret: true } : value;
}

function objectOf(part: Part, leaf: LeafValue): Value {
  const { node, unknown, sensitive, path, near } = part;
  const written = entriesOf(node);
  const names = new Set(written.map(({ name }) => name));
  const hidden = entriesOf(unknown).filter(({ name }) => !names.has(name));
  const result = new Map<string, Value>();
  const add = (name: string, value: JsonNode | undefined, key: JsonNode | undefined): void => {
    const found = partValue(
      {
        node: value,
        unknown: nodeAt(unknown, name),
        sensitive: isTrue(sensitive) ? sensitive : nodeAt(sensitive, name),
        path: [...path, name],
        holder: node,
        near: key ?? near,
      },
      leaf,
    );
    if (found !== undefined) result.set(name, found);
  };
  for (const { name, value } of written) add(name, value, value);
  for (const { name } of hidden) add(name, undefined, undefined);
  return known(result, originAt(near.at));
}

function listOf(part: Part, leaf: LeafValue): Value {
  const { node, unknown, sensitive, path, holder, near } = part;
  const written = itemsOf(node);
  const marks = itemsOf(unknown);
  const items: Value[] = [];
  for (let index = 0; index < Math.max(written.length, marks.length); index++) {
    const item = written[index];
    const found = partValue(
      {
        node: item,
        unknown: marks[index],
        sensitive: isTrue(sensitive) ? sensitive : itemsOf(sensitive)[index],
        path: [...path, index],
        holder: item?.kind === 'object' ? item : holder,
        near: item ?? near,
      },
      leaf,
    );
    items.push(found ?? known(null, originAt((item ?? near).at)));
  }
  return known(items, originAt(near.at));
}

/** A part of a plan as it stands, with no links. */
export const plainValue = (node: JsonNode, secret: boolean): Value =>
  partValue(
    {
      node,
      unknown: undefined,
      sensitive: secret ? { kind: 'scalar', value: true, at: node.at } : undefined,
      path: [],
      holder: undefined,
      near: node,
    },
    () => undefined,
  ) ?? known(null, originAt(node.at));
