/**
 * Bounds on one evaluation, so that no input makes it hang, overflow the stack
 * or fill the memory. What lies beyond them is an unknown with cause `limit`.
 */
import type { Origin } from '../../source/span.js';
import { quote } from '../../value/quote.js';
import {
  type Data,
  isList,
  isMap,
  isUnknown,
  type Unknown,
  unknown,
  type Value,
} from '../../value/value.js';

/** Expressions evaluated and values visited by functions in one run. */
const MAX_WORK = 50_000_000;
/** Nested evaluations; each takes about ten frames of the stack. */
const MAX_DEPTH = 300;
/** How deep the data of one value nests, and how much it is when written out. */
const MAX_DATA_DEPTH = 200;
const MAX_DATA_WEIGHT = 250_000;
/** UTF-16 units that weigh as much as one element. */
const UNITS_PER_WEIGHT = 16;
/** Elements that one function may make out of nothing, as Terraform bounds `range`. */
export const MAX_RANGE = 1_024;
/** Elements that one function may make of its arguments, and comparisons it may need for that. */
export const MAX_ELEMENTS = 100_000;
export const MAX_COMPARISONS = 1_000_000;
/** Instances of one block; `count` beyond it is one symbolic instance. */
export const MAX_INSTANCES = 2_000;
/** Module instances in one run, and how deep they nest. */
export const MAX_MODULES = 2_000;
export const MAX_MODULE_DEPTH = 24;

export interface Budget {
  /** False once the work of this run is used up. */
  spend(work: number): boolean;
  /** Goes one level deeper; false where that is too deep. Each level that was entered is left. */
  enter(): boolean;
  leave(): void;
  /** How much a value is when it is written out; infinite where it is more than a value may be. */
  weigh(value: Value): number;
}

interface Measure {
  readonly depth: number;
  readonly weight: number;
}

const bounded = (weight: number): number =>
  weight > MAX_DATA_WEIGHT ? Number.POSITIVE_INFINITY : weight;

type Collection = Extract<Data, object>;

const collectionIn = (value: Value): Collection | undefined => {
  const data = isUnknown(value) ? null : value.value;
  return isList(data) || isMap(data) ? data : undefined;
};

const weightOfLeaf = (value: Value): number =>
  isUnknown(value) || typeof value.value !== 'string'
    ? 1
    : 1 + value.value.length / UNITS_PER_WEIGHT;

export function createBudget(work = MAX_WORK, maxDepth = MAX_DEPTH): Budget {
  let left = work;
  let depth = 0;
  // By data, which values that pass through references share.
  const measured = new WeakMap<object, Measure>();

  const measure = (data: Collection): Measure => {
    const before = measured.get(data);
    if (before !== undefined) return before;
    const result = total(data);
    measured.set(data, result);
    return result;
  };
  const total = (data: Collection): Measure => {
    let deepest = 0;
    let weight = 1;
    for (const item of data.values()) {
      const inner = collectionIn(item);
      if (inner === undefined) weight += weightOfLeaf(item);
      else {
        const part = measure(inner);
        deepest = Math.max(deepest, part.depth);
        weight += part.weight;
      }
    }
    return { depth: deepest + 1, weight };
  };

  return {
    spend(amount) {
      left -= amount;
      return left >= 0;
    },
    enter() {
      if (depth >= maxDepth || left < 0) return false;
      depth++;
      return true;
    },
    leave() {
      depth--;
    },
    weigh(value) {
      const data = collectionIn(value);
      if (data === undefined) return bounded(weightOfLeaf(value));
      const { depth: deep, weight } = measure(data);
      return deep > MAX_DATA_DEPTH ? Number.POSITIVE_INFINITY : bounded(weight);
    },
  };
}

/** A value that lies beyond a bound. It equals nothing but itself, so its place is its name. */
export const beyondLimit = (from: Origin): Unknown =>
  unknown(
    'limit',
    `beyond_limit(${quote(`${from.instance ?? ''}@${from.at.file}:${from.at.start}`)})`,
    from,
  );
