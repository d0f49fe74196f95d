/** Tables of reviewed expectations: tab-separated, the first line that is no comment names the columns. */
import { readFileSync } from 'node:fs';

export function readTsv<Column extends string>(
  path: string,
): readonly Readonly<Record<Column, string>>[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const columns = (lines[0] ?? '').split('\t');
  return lines.slice(1).map((line) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length)
      throw new Error(`${path}: ${columns.length} columns are wanted: ${line}`);
    return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])) as Record<
      Column,
      string
    >;
  });
}
