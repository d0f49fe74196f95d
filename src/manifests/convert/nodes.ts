/** Taking YAML nodes apart and together again, with the comments that belong to them. */
import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';

export type Field = Pair<Scalar, Node | null>;

export const mapAt = (parent: YAMLMap | undefined, key: string): YAMLMap | undefined => {
  const value = parent?.get(key, true);
  return isMap(value) ? value : undefined;
};

export const seqAt = (parent: YAMLMap | undefined, key: string): YAMLSeq | undefined => {
  const value = parent?.get(key, true);
  return isSeq(value) ? value : undefined;
};

/** A scalar as text; undefined for what is none. */
export function textAt(parent: YAMLMap | undefined, key: string): string | undefined {
  const value = parent?.get(key, true);
  return isScalar(value) && value.value !== null ? String(value.value) : undefined;
}

export const keyOf = (field: { readonly key: unknown }): string =>
  isScalar(field.key) ? String(field.key.value) : '';

export const fieldAt = (parent: YAMLMap | undefined, key: string): Field | undefined =>
  (parent?.items as Field[] | undefined)?.find((field) => keyOf(field) === key);

/** Removes a field and gives it. */
export function take(parent: YAMLMap | undefined, key: string): Field | undefined {
  const field = fieldAt(parent, key);
  if (field !== undefined && parent !== undefined)
    parent.items.splice(parent.items.indexOf(field), 1);
  return field;
}

/** The field under another key, with its comments. */
export function renamed(field: Field, key: string): Field {
  const scalar = plain(key);
  if (field.key.commentBefore) scalar.commentBefore = field.key.commentBefore;
  if (field.key.spaceBefore) scalar.spaceBefore = true;
  return new Pair<Scalar, Node | null>(scalar, field.value);
}

/**
 * A field in the place and with the comments of another one that it replaces:
 * those of the old value stand beside a scalar, and above anything larger.
 */
export function inPlaceOf(field: Field, key: string, value: Node): Field {
  const result = renamed(field, key);
  result.value = value;
  const kept = new Set(commentsIn(value));
  const lost = commentsIn(field.value).filter((comment) => !kept.has(comment));
  const [only] = lost;
  if (isScalar(value) && lost.length === 1 && !value.comment && only !== undefined)
    value.comment = only;
  else if (lost.length > 0)
    result.key.commentBefore = [result.key.commentBefore, ...lost]
      .filter((comment) => comment)
      .join('\n');
  return result;
}

/** Every comment in a node, in the order of the text. */
function commentsIn(root: Node | null): readonly string[] {
  const comments: string[] = [];
  if (root === null) return comments;
  visit(root, {
    Node(_, node) {
      for (const comment of [node.commentBefore, node.comment]) if (comment) comments.push(comment);
    },
  });
  return comments;
}

export const plain = (value: unknown, comment?: string): Scalar => {
  const scalar = new Scalar(value);
  if (comment !== undefined) scalar.comment = ` ${comment}`;
  return scalar;
};

export const field = (key: string, value: Node): Field => new Pair(plain(key), value);

export function mapOf(...fields: readonly (Field | undefined)[]): YAMLMap {
  const map = new YAMLMap();
  for (const one of fields) if (one !== undefined) map.items.push(one);
  return map;
}

export function seqOf(...items: readonly Node[]): YAMLSeq {
  const seq = new YAMLSeq();
  seq.items.push(...items);
  return seq;
}

/** Plain data as nodes; lists of scalars in brackets, as people write values. */
export function nodeOf(data: unknown): Node {
  if (Array.isArray(data)) {
    const seq = seqOf(...data.map(nodeOf));
    seq.flow = data.every((item) => typeof item !== 'object');
    return seq;
  }
  if (data !== null && typeof data === 'object')
    return mapOf(...Object.entries(data).map(([key, item]) => field(key, nodeOf(item))));
  return plain(data);
}

/** A comment above the first field belongs to that field, not to the map that loses it. */
export function settleComments(map: YAMLMap): void {
  const [first] = map.items as Field[];
  if (first === undefined || !map.commentBefore || map.flow || !isScalar(first.key)) return;
  first.key.commentBefore = [map.commentBefore, first.key.commentBefore]
    .filter((text) => text)
    .join('\n');
  map.commentBefore = null;
}

const MOST_NODES = 20_000;

/** Replaces aliases and merge keys by what they stand for; false where that would be too much. */
export function inlined(document: Document): boolean {
  let count = 0;
  let whole = true;
  visit(document, {
    Alias(_, node) {
      const target = node.resolve(document);
      if (target === undefined || ++count > MOST_NODES) {
        whole = false;
        return visit.BREAK;
      }
      const copy = target.clone() as Node;
      if ('anchor' in copy) delete copy.anchor;
      return copy;
    },
    Node() {
      if (++count <= MOST_NODES * 10) return undefined;
      whole = false;
      return visit.BREAK;
    },
  });
  if (!whole) return false;
  visit(document, { Map: (_, map) => merge(map) });
  visit(document, {
    Node(_, node) {
      if (!isAlias(node) && 'anchor' in node) delete node.anchor;
    },
  });
  return true;
}

function merge(map: YAMLMap): void {
  for (let merged = take(map, '<<'); merged !== undefined; merged = take(map, '<<')) {
    const sources = isSeq(merged.value) ? merged.value.items : [merged.value];
    for (const source of sources)
      if (isMap(source))
        for (const item of source.items)
          if (isPair(item) && !map.has(keyOf(item))) map.items.push(item.clone());
  }
}
