/** Leaves of manifests that are not what they say: placeholders that another tool fills in, and secrets. */
import { isList, isMap, isUnknown, type Known, unknown, type Value } from '../value/value.js';

/** `${CLUSTER}` of envsubst, Flux and templatefile; `{{name}}` of an ApplicationSet; `<<NAME>>` and `<NAME>` of a guide. */
const PLACEHOLDER = /\$\{[^{}\n]+\}|\{\{[^{}\n]+\}\}|<<[^<>\n]+>>|<[A-Z][A-Z0-9_ -]+>/;
/** Longer texts are scripts, in which such things are text. */
const LONGEST = 300;

/** The value with every text that holds a placeholder as an unknown of that name. */
export const placeholders = (value: Value): Value => mapLeaves(value, placeholder);

function placeholder(leaf: Known): Value {
  if (typeof leaf.value !== 'string' || leaf.value.length > LONGEST || leaf.value.includes('\n'))
    return leaf;
  const match = PLACEHOLDER.exec(leaf.value);
  if (match === null) return leaf;
  const prefix = leaf.value.slice(0, match.index);
  return unknown('input', leaf.value, leaf.from, { notNull: true, ...(prefix && { prefix }) });
}

/** The value with every leaf marked as one that is never printed. */
export const secretLeaves = (value: Value): Value =>
  mapLeaves(value, (leaf) => ({ ...leaf, secret: true }));

function mapLeaves(value: Value, leafOf: (leaf: Known) => Value): Value {
  if (isUnknown(value)) return value;
  const data = value.value;
  if (isList(data)) return { ...value, value: data.map((item) => mapLeaves(item, leafOf)) };
  if (!isMap(data)) return leafOf(value);
  return {
    ...value,
    value: new Map([...data].map(([key, item]) => [key, mapLeaves(item, leafOf)])),
  };
}
