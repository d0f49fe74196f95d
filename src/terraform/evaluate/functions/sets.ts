/**
 * Functions that drop or choose elements. With unknown elements Terraform does
 * not know the size of what is left, so the result is `unsettled`.
 */

import type { Origin } from '../../../source/span.js';
import { and, not, or, type Tri } from '../../../value/logic.js';
import { flag } from '../../../value/read.js';
import {
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Unknown,
  type Value,
} from '../../../value/value.js';
import { MAX_COMPARISONS } from '../budget.js';
import { termOf, unknownParts } from '../derive.js';
import { equals } from '../equality.js';
import { compareText } from '../order.js';
import { elementsOf, listOf, ofOneType, onList, textOf } from './collection.js';
import { toJson } from './json.js';
import type { FunctionCall, FunctionTable, TerraformFunction } from './signature.js';

interface Distinct {
  readonly items: readonly Value[];
  /** An element that is not known: Terraform leaves the whole list unknown for one. */
  readonly open: Unknown | undefined;
}

/** Each value once, told apart by what it prints as. */
function distinctOf(items: readonly Value[]): Distinct {
  const byText = new Map<string, Value>();
  for (const item of items) {
    const text = toJson(item) ?? termOf(item);
    if (!byText.has(text)) byText.set(text, item);
  }
  const kept = [...byText.values()];
  const [open] = unknownParts(kept);
  return { items: kept, open };
}

const settle = (list: Known, unsettled: Unknown | undefined): Known =>
  unsettled === undefined ? list : { ...list, unsettled };

/** A set of these elements: sorted, where they are texts, as Terraform iterates it. */
export function setOf(items: readonly Value[], from: Origin, unsettled?: Unknown): Known {
  const { items: kept } = distinctOf(ofOneType(items));
  const sorted = [...kept].sort(bySetOrder);
  const [unknown = unsettled] = unknownParts(sorted);
  return { ...settle(known(sorted, from), unknown), set: true };
}

/** Unknown elements last: where they belong is not known. */
function bySetOrder(a: Value, b: Value): number {
  if (isUnknown(a) || isUnknown(b)) return Number(isUnknown(a)) - Number(isUnknown(b));
  if (typeof a.value === 'number' && typeof b.value === 'number') return a.value - b.value;
  return compareText(textOf(a), textOf(b));
}

const toset: TerraformFunction = onList((call, items, list) =>
  setOf(items, call.from, isUnknown(list) ? list : list.unsettled),
);

const distinct: TerraformFunction = onList((call, items) => {
  const { items: kept, open } = distinctOf(items);
  return settle(known(kept, call.from), open);
});

const isEmpty = (item: Value): boolean =>
  !isUnknown(item) && (item.value === '' || item.value === null);

const compact: TerraformFunction = onList((call, items) => {
  const kept = items.filter((item) => !isEmpty(item));
  // Terraform leaves the list unknown for one unknown element, whatever is known of its text (zclconf/go-cty@v1.16.2 cty/function/stdlib/collection.go).
  return settle(known(kept, call.from), kept.find(isUnknown));
});

const setunion: TerraformFunction = (call) => {
  const lists = call.args.map(
    (arg) => listOf(arg) ?? (isUnknown(arg) ? [elementsOf(arg)] : undefined),
  );
  if (lists.includes(undefined)) return call.fail('it needs sets');
  const unsettled = call.args.filter(isUnknown).find((arg) => listOf(arg) === undefined);
  return setOf(
    lists.flatMap((list) => list ?? []),
    call.from,
    unsettled,
  );
};

/** The elements of the first set of which `keep` holds for every other set; unknown where one stays open. */
const chosen =
  (keep: (isIn: Tri) => Tri): TerraformFunction =>
  (call) => {
    const [first, ...others] = call.args.map(listOf);
    if (first === undefined || others.includes(undefined)) return call.unknown({ notNull: true });
    if (first.length * total(others) > MAX_COMPARISONS) return call.unknown({ notNull: true });
    const verdicts = first.map((item) =>
      and(others.map((set) => keep(isIn(item, set ?? [], call)))),
    );
    if (verdicts.some((verdict) => typeof verdict !== 'boolean'))
      return call.unknown({ notNull: true });
    return setOf(
      first.filter((_, i) => verdicts[i] === true),
      call.from,
    );
  };

const total = (lists: readonly (readonly Value[] | undefined)[]): number =>
  lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);

const isIn = (item: Value, set: readonly Value[], call: FunctionCall): Tri =>
  or(set.map((other) => equals(item, other) ?? call.unknown()));

const all = (combine: (terms: readonly Tri[]) => Tri): TerraformFunction =>
  onList((call, items) => {
    const answers = items.map(flag);
    if (answers.includes(undefined)) return call.fail('it needs a list of booleans');
    const answer = combine(answers.filter((one) => one !== undefined));
    return typeof answer === 'boolean' ? known(answer, call.from) : call.unknown({ notNull: true });
  });

const cannotBeEmpty = (value: Unknown): boolean =>
  value.notNull === true && (value.prefix ?? '') !== '';

/** The first argument that is neither null nor empty text. */
const coalesce: TerraformFunction = (call) => {
  for (const arg of call.args) {
    if (isUnknown(arg)) return cannotBeEmpty(arg) ? arg : call.unknown({ notNull: true });
    if (!isEmpty(arg)) return arg;
  }
  return call.fail('no argument is neither null nor empty');
};

const coalescelist: TerraformFunction = (call) => {
  for (const arg of call.args) {
    if (isUnknown(arg)) return (arg.length ?? 0) > 0 ? arg : call.unknown({ notNull: true });
    const size = isList(arg.value) ? arg.value.length : isMap(arg.value) ? arg.value.size : 0;
    if (arg.unsettled !== undefined) return call.unknown({ notNull: true });
    if (size > 0) return arg;
  }
  return call.fail('every list is empty');
};

export const setFunctions: FunctionTable = {
  alltrue: all(and),
  anytrue: all(or),
  coalesce,
  coalescelist,
  compact,
  distinct,
  setintersection: chosen((found) => found),
  setsubtract: chosen(not),
  setunion,
  toset,
};
