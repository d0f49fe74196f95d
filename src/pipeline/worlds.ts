/**
 * Free booleans split into worlds: `x ? nth : karpenter` is judged once with x
 * and once without, so that what hangs on one boolean agrees with itself.
 */
import type { Unknown } from '../value/value.js';
import type { World } from '../value/world.js';

export interface InWorld<T> {
  readonly world: World;
  readonly result: T;
}

/** More than this many booleans would double the work with each: the others stay unknown. */
const MOST = 4;

/**
 * Runs once with nothing settled. Where that meets free booleans it runs once
 * for each way of settling the first few, in the order in which they were met.
 */
export function inWorlds<T extends { readonly free: ReadonlyMap<string, Unknown> }>(
  run: (world: World) => T,
): readonly InWorld<T>[] {
  const first = run(new Map());
  const terms = [...first.free.keys()].slice(0, MOST);
  if (terms.length === 0) return [{ world: new Map(), result: first }];
  return assignments(terms).map((world) => ({ world, result: run(world) }));
}

function assignments(terms: readonly string[]): readonly World[] {
  const [term, ...rest] = terms;
  if (term === undefined) return [new Map()];
  return [true, false].flatMap((value) =>
    assignments(rest).map((world) => new Map([[term, value], ...world])),
  );
}
