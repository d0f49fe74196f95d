/** Every stored table: rows have the shape that the accessors take for granted, and no two say different things. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareVersions, inVersions, type Range, type Versions } from '../../src/facts/range.js';

const DATA = new URL('../../src/facts/data/', import.meta.url);
/** Tables with a format of their own, tested by their own tests. */
const OTHERS = /^(events|reactions|summaries)/;

const files = readdirSync(DATA, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && !OTHERS.test(file))
  .sort();

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, DATA), 'utf8'));

type Row = Record<string, unknown> & { versions: Versions };

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isRow = (value: unknown): value is Row =>
  isObject(value) && Array.isArray(value.versions) && !Array.isArray(value.inputs);

/** Every list of rows in a table, with the way to it. */
function rowLists(value: unknown, path = ''): [string, Row[]][] {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRow) ? [[path, value]] : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => rowLists(item, `${path}.${key}`));
}

const ranges = (versions: Versions): readonly Range[] =>
  (typeof versions[0] === 'string' ? [versions] : versions) as readonly Range[];

const overlap = (a: Versions, b: Versions): boolean =>
  ranges(a).some(([from]) => inVersions(from, b)) ||
  ranges(b).some(([from]) => inVersions(from, a));

describe.each(files)('%s', (file) => {
  const table = read(file);
  const lists = rowLists(table);

  it('names its sources, by repository and tag', () => {
    const { sources } = table as { sources?: string[] };
    for (const source of sources ?? []) expect(source).toMatch(/^[\w-]+\/[\w-]+@[\w.-]+/);
    for (const [, rows] of lists)
      for (const { source } of rows)
        if (source !== undefined && sources === undefined)
          expect(source).toMatch(/^[\w-]+\/[\w-]+@v[\d.]+ \S+$/);
  });

  it('has ranges that run forwards, one after the other', () => {
    for (const [path, rows] of lists)
      for (const row of rows) {
        let last: string | null = '0.0.0';
        for (const range of ranges(row.versions)) {
          expect([path, range.length, typeof range[0]]).toEqual([path, 2, 'string']);
          expect([path, row, last !== null && compareVersions(range[0], last) > 0]).toEqual([
            path,
            row,
            true,
          ]);
          if (range[1] !== null) expect(compareVersions(range[0], range[1])).toBeLessThanOrEqual(0);
          last = range[1];
        }
      }
  });

  it('says one thing about one name at one version', () => {
    const twice = lists.flatMap(([path, rows]) =>
      rows.flatMap((a, i) =>
        rows
          .slice(i + 1)
          .filter((b) => sameSubject(a, b) && overlap(a.versions, b.versions))
          .map(() => [path, a.name]),
      ),
    );
    expect(twice).toEqual([]);
  });
});

/** Rows of one name are about one subject unless a condition keeps them apart. */
const sameSubject = (a: Row, b: Row): boolean =>
  a.name !== undefined && a.name === b.name && JSON.stringify(a.when) === JSON.stringify(b.when);
