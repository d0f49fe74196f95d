/** Text of a policy in Markdown: it stays text, whatever it holds. */

/** A code block; its fence is longer than any in the code. */
export function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.replace(/\n*$/, '\n')}${fence}\n`;
}

/** Code within a line or a cell. */
export function code(text: string): string {
  const flat = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  if (longest === 0) return `\`${flat}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${flat} ${fence}`;
}

/** Prose within a line or a cell: nothing in it is markup. */
export const prose = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>]/g, '\\$&');

/** A table; cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
