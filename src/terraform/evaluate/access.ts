/** Attributes and elements of values: `object.name`, `list[0]`, `map["key"]`. */
import type { Origin } from '../../source/span.js';
import { partOf } from '../../value/read.js';
import { toText } from '../../value/text.js';
import { isList, isMap, isUnknown, type Known, type Value } from '../../value/value.js';
import type { Expression } from '../syntax/expression.js';
import { toNumber, typeName } from './data.js';
import { asExpression, derive, failure } from './derive.js';
import type { Step } from './scope.js';

/** The value that the steps lead to. */
export function follow(value: Value, steps: readonly Step[], from: Origin): Value {
  let current = value;
  for (const step of steps) {
    current =
      step.name === undefined
        ? elementOf(current, step.key, from)
        : attributeOf(current, step.name, from);
  }
  return current;
}

/** `value.name`. */
export function attributeOf(value: Value, name: string, from: Origin): Value {
  if (isUnknown(value)) return partOf(value, name);
  const found = isMap(value.value) ? entryOf(value, value.value, name) : undefined;
  if (found !== undefined) return found;
  const term = (): Expression => ({
    kind: 'attribute',
    object: asExpression(value),
    name,
    at: from.at,
  });
  return failure(`${describe(value)} has no attribute "${name}"`, term, from);
}

/** `value[key]`. */
export function elementOf(value: Value, key: Value, from: Origin): Value {
  if (isUnknown(key)) return derive(indexing(value, key, from), [value, key], from);
  if (isUnknown(value)) {
    const index = typeof key.value === 'number' ? key.value : toText(key.value);
    return index === undefined ? missing(value, key, from) : partOf(value, index);
  }
  return elementOfKnown(value, key) ?? missing(value, key, from);
}

function elementOfKnown(value: Known, key: Known): Value | undefined {
  if (isList(value.value)) {
    const position = toNumber(key.value);
    return position === undefined || value.set === true ? undefined : value.value[position];
  }
  const name = toText(key.value);
  return name !== undefined && isMap(value.value) ? entryOf(value, value.value, name) : undefined;
}

const entryOf = (object: Known, map: ReadonlyMap<string, Value>, name: string): Value | undefined =>
  map.get(name) ?? (object.rest && partOf(object.rest, name));

const indexing = (value: Value, key: Value, from: Origin): Expression => ({
  kind: 'index',
  object: asExpression(value),
  key: asExpression(key),
  at: from.at,
});

const missing = (value: Value, key: Value, from: Origin): Value =>
  failure(`${describe(value)} has no such element`, () => indexing(value, key, from), from);

const describe = (value: Value): string => (isUnknown(value) ? 'it' : typeName(value.value));
