/** Writes fact tables so that diffs read well: a row, or what fits a line, on one line; the rest one entry per line. */

const WIDTH = 100;

/** The text of a table. */
export const format = (value) => `${write(value, '')}\n`;

function write(value, indent) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const flat = inline(value);
  if (isRow(value) || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = entries(value).map(([label, item]) => `${inner}${label}${write(item, inner)}`);
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function inline(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts = entries(value).map(([label, item]) => label + inline(item));
  if (Array.isArray(value)) return `[${parts.join(', ')}]`;
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

const entries = (value) =>
  Array.isArray(value)
    ? value.map((item) => ['', item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item]);

/** A row says for which versions it holds: one range, or several. */
const isRow = ({ versions }) =>
  Array.isArray(versions) && (Array.isArray(versions[0]) || versions.length === 2);
