/**
 * How many events of a shape match: none, some or every one. Bounds of it where an
 * unknown decides. "some" also stands for "not shown to be none or every".
 */
import type { Unknown } from '../value/value.js';

export type Coverage = 'none' | 'some' | 'every';

export interface Bounds {
  readonly least: Coverage;
  readonly most: Coverage;
  /** Given where `least` and `most` differ. */
  readonly because?: Unknown;
}

const RANK = { none: 0, some: 1, every: 2 } as const;

const lower = (a: Coverage, b: Coverage): Coverage => (RANK[a] <= RANK[b] ? a : b);
const higher = (a: Coverage, b: Coverage): Coverage => (RANK[a] >= RANK[b] ? a : b);

export const exactly = (coverage: Coverage): Bounds => ({ least: coverage, most: coverage });

export const between = (least: Coverage, most: Coverage, because: Unknown): Bounds =>
  least === most ? exactly(least) : { least, most, because };

function combine(
  bounds: Iterable<Bounds>,
  start: Coverage,
  pick: (a: Coverage, b: Coverage) => Coverage,
): Bounds {
  let least = start;
  let most = start;
  let because: Unknown | undefined;
  for (const each of bounds) {
    least = pick(least, each.least);
    most = pick(most, each.most);
    because ??= each.because;
  }
  return because && least !== most ? { least, most, because } : { least, most };
}

/** Of events that must satisfy all. */
export const allOf = (bounds: Iterable<Bounds>): Bounds => combine(bounds, 'every', lower);

/** Of events that must satisfy one. */
export const anyOf = (bounds: Iterable<Bounds>): Bounds => combine(bounds, 'none', higher);

const OPPOSITE = { none: 'every', some: 'some', every: 'none' } as const;

/** Of events that must not satisfy it. */
export function noneOf(bounds: Bounds): Bounds {
  return { ...bounds, least: OPPOSITE[bounds.most], most: OPPOSITE[bounds.least] };
}

const mixed = (a: Coverage, b: Coverage): Coverage => (a === b ? a : 'some');

/** Of events of which some are covered like the one, the others like the other. */
export function eitherWay(a: Bounds, b: Bounds): Bounds {
  const least = mixed(a.least, b.least);
  const most = mixed(a.most, b.most);
  const because = a.because ?? b.because;
  return because && least !== most ? { least, most, because } : { least, most };
}
