/**
 * The leaves of an event: each value that is no object and no array, with its
 * path and the array elements it lies in. Walks without recursion, for an event
 * is anybody's text.
 */
import type { Scalar } from './matcher.js';

/** One element of one array of the event. Arrays are numbered as they are met. */
export interface Step {
  readonly array: number;
  readonly index: number;
}

/** The array elements around a leaf, outermost first. An array of plain values does not count as one. */
export type Within = readonly Step[];

export interface Leaf {
  readonly value: Scalar;
  readonly within: Within;
}

export interface Leaves {
  readonly at: ReadonlyMap<string, readonly Leaf[]>;
  /** Of these paths, those where an object stands. */
  readonly objects: ReadonlySet<string>;
}

interface Node {
  readonly value: unknown;
  /** Names joined by dots. */
  readonly path: string | undefined;
  /** The same with `[]` for each array, as shapes write it. */
  readonly form: string;
  readonly within: Within;
}

/** The leaves at the paths asked for and on the way to them; nothing else of the event is looked at. */
export function leavesAt(event: unknown, paths: ReadonlySet<string>): Leaves {
  const ways = waysTo(paths);
  const at = new Map<string, Leaf[]>();
  const objects = new Set<string>();
  for (const { value, path, within } of nodes(event, (way) => ways.has(way))) {
    if (path === undefined) continue;
    if (!isScalar(value)) objects.add(path);
    else if (at.has(path)) at.get(path)?.push({ value, within });
    else at.set(path, [{ value, within }]);
  }
  return { at, objects };
}

/** Every leaf of an event under the path that shapes write for it. */
export function* leafForms(event: unknown): Generator<{ form: string; value: Scalar }> {
  for (const { value, form } of nodes(event, () => true))
    if (isScalar(value)) yield { form, value };
}

function waysTo(paths: ReadonlySet<string>): ReadonlySet<string> {
  const ways = new Set(paths);
  for (const path of paths)
    for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1))
      ways.add(path.slice(0, dot));
  return ways;
}

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';

const isObject = (value: unknown): value is object => !isScalar(value) && !Array.isArray(value);

/** The objects and leaves of an event in the order of the text, arrays replaced by their elements. */
function* nodes(event: unknown, isWanted: (path: string) => boolean): Generator<Node> {
  if (!isObject(event)) return;
  let arrays = 0;
  const waiting: Node[] = [{ value: event, path: undefined, form: '', within: [] }];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (Array.isArray(node.value))
      waiting.push(...elementsOf(node, node.value, arrays++).reverse());
    else yield node;
    if (isObject(node.value)) waiting.push(...membersOf(node, node.value, isWanted).reverse());
  }
}

function elementsOf(node: Node, items: readonly unknown[], array: number): Node[] {
  return items.map((value, index) => ({
    value,
    path: node.path,
    form: `${node.form}[]`,
    within: isScalar(value) ? node.within : [...node.within, { array, index }],
  }));
}

function membersOf(node: Node, object: object, isWanted: (path: string) => boolean): Node[] {
  const members: Node[] = [];
  for (const [name, value] of Object.entries(object)) {
    const path = node.path === undefined ? name : `${node.path}.${name}`;
    const form = node.path === undefined ? name : `${node.form}.${name}`;
    if (isWanted(path)) members.push({ value, path, form, within: node.within });
  }
  return members;
}
