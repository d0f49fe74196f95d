/** YAML as Terraform writes it: block style, keys and texts in double quotes, keys in order. */

import { numberText } from '../../../value/number.js';
import { isList, isMap, isUnknown, type Value } from '../../../value/value.js';
import { isWhollyKnown } from '../derive.js';
import { inOrder } from '../order.js';

/** The document's text; undefined where a part is unknown. */
export function toYaml(value: Value): string | undefined {
  if (!isWhollyKnown([value])) return undefined;
  return `${block(value, 0).join('\n')}\n`;
}

/** The lines of a node at an indentation; the first one is not indented, as it may stand after a key or a dash. */
function block(value: Value, depth: number): readonly string[] {
  const data = isUnknown(value) ? null : value.value;
  const indent = '  '.repeat(depth);
  if (isList(data) && data.length > 0)
    return data.flatMap((item, i) => at(i, indent, prefixed('- ', block(item, depth + 1))));
  if (isMap(data) && data.size > 0)
    return inOrder(data).flatMap(([key, item], i) => at(i, indent, entry(key, item, depth)));
  return [scalar(value)];
}

const at = (index: number, indent: string, lines: readonly string[]): readonly string[] =>
  index === 0 ? lines : prefixed(indent, lines);

const prefixed = (
  prefix: string,
  [first = '', ...others]: readonly string[],
): readonly string[] => [prefix + first, ...others];

/** Lists stand below their key without indentation, objects with it. */
function entry(key: string, item: Value, depth: number): readonly string[] {
  const name = `${JSON.stringify(key)}:`;
  const data = isUnknown(item) ? null : item.value;
  if (isList(data) && data.length > 0) return [name, ...indented(depth, block(item, depth))];
  if (isMap(data) && data.size > 0) return [name, ...indented(depth + 1, block(item, depth + 1))];
  return [`${name} ${scalar(item)}`];
}

const indented = (depth: number, lines: readonly string[]): readonly string[] =>
  prefixed('  '.repeat(depth), lines);

function scalar(value: Value): string {
  const data = isUnknown(value) ? null : value.value;
  if (isList(data)) return '[]';
  if (isMap(data)) return '{}';
  if (typeof data === 'number') return numberText(data);
  if (typeof data !== 'string') return String(data);
  // Terraform writes longer texts as literal blocks; a quoted text means the same.
  return JSON.stringify(data);
}
