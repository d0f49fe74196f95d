/** Functions that convert between types or mark values; an unknown stays what it is under its own name. */
import { toText } from '../../../value/text.js';
import {
  type Data,
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Value,
} from '../../../value/value.js';
import { toBoolean, toNumber } from '../data.js';
import { ofOneType } from './collection.js';
import { setOf } from './sets.js';
import type { FunctionTable, TerraformFunction } from './signature.js';

const converter =
  (type: string, convert: (data: Data) => Data | undefined): TerraformFunction =>
  (call) => {
    const [value] = call.args;
    if (value === undefined) return call.fail('it takes one argument');
    if (isUnknown(value) || value.value === null) return value;
    const data = convert(value.value);
    if (data === undefined) return call.fail(`it cannot be converted to ${type}`);
    return data === value.value ? value : { ...value, value: data };
  };

/** A list of a set, a tuple or a list. */
const tolist: TerraformFunction = (call) => {
  const [value] = call.args;
  if (value === undefined) return call.fail('it takes one argument');
  if (isUnknown(value) || value.value === null) return value;
  if (!isList(value.value)) return call.fail('it cannot be converted to a list');
  const { set: _, ...list } = value;
  return { ...list, value: ofOneType(value.value) };
};

const tomap: TerraformFunction = (call) => {
  const [value] = call.args;
  if (value === undefined) return call.fail('it takes one argument');
  if (isUnknown(value) || value.value === null) return value;
  if (!isMap(value.value)) return call.fail('it cannot be converted to a map');
  const names = [...value.value.keys()];
  const items = ofOneType([...value.value.values()]);
  return { ...value, value: new Map(items.map((item, i) => [names[i] ?? '', item] as const)) };
};

/** Every part marked as secret, so that none of them is printed. */
export function markSecret(value: Value): Value {
  if (isUnknown(value)) return value;
  return { ...value, value: markParts(value.value, markSecret), secret: true };
}

function unmark(value: Value): Value {
  if (isUnknown(value)) return value;
  const { secret: _, ...plain } = value;
  return { ...plain, value: markParts(value.value, unmark) };
}

function markParts(data: Data, mark: (value: Value) => Value): Data {
  if (isList(data)) return data.map(mark);
  if (isMap(data)) return new Map([...data].map(([key, item]) => [key, mark(item)] as const));
  return data;
}

/** Whether any part of it is secret. */
export function hasSecret(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (value.secret === true) return true;
  if (isList(value.value)) return value.value.some(hasSecret);
  return isMap(value.value) && [...value.value.values()].some(hasSecret);
}

const onOne =
  (f: (value: Value) => Value): TerraformFunction =>
  (call) => {
    const [value] = call.args;
    return value === undefined ? call.fail('it takes one argument') : f(value);
  };

export const conversionFunctions: FunctionTable = {
  issensitive: (call) => {
    const [value] = call.args;
    return value === undefined || isUnknown(value)
      ? call.unknown()
      : known(hasSecret(value), call.from);
  },
  nonsensitive: onOne(unmark),
  sensitive: onOne(markSecret),
  tobool: converter('a boolean', toBoolean),
  tolist,
  tomap,
  tonumber: converter('a number', toNumber),
  tostring: converter('a text', toText),
};

/** A list value as a set, as a type constraint `set(...)` makes it. */
export const asSet = (value: Known): Known =>
  isList(value.value) ? setOf(value.value, value.from, value.unsettled) : value;
