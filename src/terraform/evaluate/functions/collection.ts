/** What the functions of collections share: how they see lists whose size or elements are unknown. */
import { partOf } from '../../../value/read.js';
import { beforeStep } from '../../../value/term.js';
import { toText } from '../../../value/text.js';
import { isList, isUnknown, type Unknown, type Value } from '../../../value/value.js';
import { MAX_RANGE } from '../budget.js';
import type { FunctionCall, TerraformFunction } from './signature.js';

/** A list as Terraform sees it: known elements, or as many parts as an unknown is known to have. */
export function listOf(value: Value | undefined): readonly Value[] | undefined {
  if (value === undefined) return undefined;
  if (isUnknown(value)) {
    const { length } = value;
    if (length === undefined || length > MAX_RANGE) return undefined;
    return Array.from({ length }, (_, i) => partOf(value, i));
  }
  return isList(value.value) ? value.value : undefined;
}

/** The element that stands for any number of elements of an unknown list. */
export const elementsOf = (list: Unknown): Unknown => ({
  ...partOf(list, 0),
  term: `${beforeStep(list.term)}[*]`,
});

/** The result of a function of one list, which is unknown or fails with it. */
export const onList =
  (f: (call: FunctionCall, items: readonly Value[], list: Value) => Value): TerraformFunction =>
  (call) => {
    const [list] = call.args;
    const items = listOf(list);
    if (list !== undefined && items !== undefined) return f(call, items, list);
    return list === undefined || isUnknown(list)
      ? call.unknown({ notNull: true })
      : call.fail('it needs a list');
  };

/** Elements of a list, set or map have one type: next to a text, numbers and booleans become texts. */
export function ofOneType(items: readonly Value[]): readonly Value[] {
  if (!items.some((item) => !isUnknown(item) && typeof item.value === 'string')) return items;
  return items.map((item) => {
    const text = isUnknown(item) ? undefined : toText(item.value);
    return text === undefined || isUnknown(item) ? item : { ...item, value: text };
  });
}

/** The text of an element; empty where it has none. */
export const textOf = (value: Value): string =>
  isUnknown(value) ? '' : (toText(value.value) ?? '');
