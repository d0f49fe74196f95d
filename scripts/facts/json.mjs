/** Writes fact tables so that diffs read well: containers down to a depth one entry per line, deeper ones inline. */

/** The text of a table; `depth` is how many levels are broken over lines. */
export function format(value, depth = 2) {
  return `${write(value, depth, '')}\n`;
}

function write(value, depth, indent) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const list = Array.isArray(value);
  const entries = list ? value.map((item) => ['', item]) : Object.entries(value);
  if (entries.length === 0) return list ? '[]' : '{}';
  const inner = depth > 0 ? `${indent}  ` : '';
  const parts = entries.map(([key, item]) => {
    const text = write(item, depth - 1, inner);
    return list ? text : `${JSON.stringify(key)}: ${text}`;
  });
  const [open, close] = list ? '[]' : '{}';
  if (depth <= 0) return list ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
