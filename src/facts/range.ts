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

/**
 * Negative when `a` is older. Missing parts count as zero, so `1.3` compares as
 * `1.3.0`. Tables are looked up by version thousands of times in one judgement,
 * so the parts are read in place.
 */
export function compareVersions(a: string, b: string): number {
  let i = startOf(a);
  let j = startOf(b);
  for (let part = 0; part < 3; part++) {
    const left = endOfPart(a, i);
    const right = endOfPart(b, j);
    const difference = numberIn(a, i, left) - numberIn(b, j, right);
    if (difference !== 0) return difference;
    i = left + 1;
    j = right + 1;
  }
  return 0;
}

const startOf = (version: string): number => (version.startsWith('v') ? 1 : 0);

function endOfPart(version: string, from: number): number {
  for (let i = from; i < version.length; i++) if (isSeparator(version.charCodeAt(i))) return i;
  return Math.max(version.length, from);
}

/** `+`, `-` or `.`. */
const isSeparator = (code: number): boolean => code === 43 || code === 45 || code === 46;

/** The digits that a part begins with; zero where there are none. */
function numberIn(version: string, from: number, end: number): number {
  let number = 0;
  for (let i = from; i < end; i++) {
    const digit = version.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) break;
    number = number * 10 + digit;
  }
  return number;
}

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

/**
 * JSON modules are typed by their text, which knows no tuples; the tables'
 * test holds every row to its shape.
 */
export const asRows = <T extends Ranged>(rows: readonly unknown[]): readonly T[] =>
  rows as readonly T[];

export const asRanges = (ranges: readonly unknown[]): readonly Range[] =>
  ranges as readonly Range[];
