/** Conditions on labels, as node selectors, affinities, label selectors and requirements write them. */
import type { LabelCondition, Operator } from '../model/workload.js';
import { elements, entries, entry, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';

const OPERATORS = new Set<string>([
  'In',
  'NotIn',
  'Exists',
  'DoesNotExist',
  'Gt',
  'Lt',
  'Gte',
  'Lte',
]);

const isOperator = (word: string): word is Operator => OPERATORS.has(word);

/** Expressions of `key`, `operator` and `values`; those that cannot be read are left out. */
export function expressions(value: Value | undefined): readonly LabelCondition[] {
  const items = elements(value);
  if ('unknown' in items) return [];
  return items.flatMap((item) => {
    const key = text(entry(item, 'key'));
    const operator = text(entry(item, 'operator'));
    if (key === undefined || operator === undefined) return [];
    if (isUnknown(key) || isUnknown(operator) || !isOperator(operator.value)) return [];
    const values = textItems(entry(item, 'values'));
    return [{ key: key.value, operator: operator.value, values, from: key.from }];
  });
}

/** `key: value` pairs, each a condition of its own. */
export function pairs(value: Value | undefined): readonly LabelCondition[] {
  const map = entries(value);
  if ('unknown' in map) return [];
  return [...map].flatMap(([key, item]) => {
    const wanted = text(item);
    return wanted === undefined
      ? []
      : [{ key, operator: 'In' as const, values: [wanted], from: item.from }];
  });
}

/** A label selector: `matchLabels` and `matchExpressions` hold together. */
export const selector = (value: Value | undefined): readonly LabelCondition[] => [
  ...pairs(entry(value, 'matchLabels')),
  ...expressions(entry(value, 'matchExpressions')),
];

function textItems(value: Value | undefined): readonly Maybe<string>[] {
  const items = elements(value);
  if ('unknown' in items) return [items];
  return items.flatMap((item) => text(item) ?? []);
}
