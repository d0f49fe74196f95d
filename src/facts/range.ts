/**
 * Versions and ranges of versions. Facts are rows with a range `[from, to]`,
 * both ends included, `to` null for a row that is still true of the newest
 * release. Versions may carry a leading `v`, as Git tags and old charts do.
 */

export type Range = readonly [from: string, to: string | null];

/** Several ranges where something went and came back, as with fixes brought to old minors. */
export type Versions = Range | readonly Range[];

/** A row of a table that holds for some versions. */
export interface Ranged {
  readonly versions: Versions;
}

/** Negative when `a` is older. Missing parts count as zero, so `1.3` compares as `1.3.0`. */
export function compareVersions(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const parts = (version: string): readonly number[] =>
  version
    .replace(/^v/, '')
    .split(/[.+-]/, 3)
    .map((part) => Number.parseInt(part, 10) || 0);

export const inRange = (version: string, [from, to]: Range): boolean =>
  compareVersions(version, from) >= 0 && (to === null || compareVersions(version, to) <= 0);

export const inVersions = (version: string, versions: Versions): boolean =>
  isSingle(versions) ? inRange(version, versions) : inAny(version, versions);

const isSingle = (versions: Versions): versions is Range => typeof versions[0] === 'string';

/** Whether a version lies in one of several ranges. */
export const inAny = (version: string, ranges: readonly Range[]): boolean =>
  ranges.some((range) => inRange(version, range));

/** The rows that hold for a version. */
export const rowsFor = <T extends Ranged>(rows: readonly T[], version: string): T[] =>
  rows.filter((row) => inVersions(version, row.versions));

/** The one row that holds for a version. */
export const rowFor = <T extends Ranged>(rows: readonly T[], version: string): T | undefined =>
  rows.find((row) => inVersions(version, row.versions));

/** `1.14` of `1.14.1` or `v1.14.1`. */
export const minorOf = (version: string): string => parts(version).slice(0, 2).join('.');

/**
 * JSON modules are typed by their text, which knows no tuples; the tables'
 * test holds every row to its shape.
 */
export const asRows = <T extends Ranged>(rows: readonly unknown[]): readonly T[] =>
  rows as readonly T[];

export const asRanges = (ranges: readonly unknown[]): readonly Range[] =>
  ranges as readonly Range[];
