/** Conversion of a value to a variable's type: `object` drops what it does not declare and fills in defaults. */
import { toText } from '../../value/text.js';
import {
  type Data,
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Value,
} from '../../value/value.js';
import type { Call, Expression, ObjectExpression } from '../syntax/expression.js';
import { toBoolean, toNumber } from './data.js';
import { asSet } from './functions/conversions.js';

/** Evaluates the default of an `optional` attribute. */
export type EvaluateDefault = (e: Expression) => Value;

/** The value as this type; where it does not fit, the value as it is, as Terraform would refuse it. */
export function convert(value: Value, type: Expression, fallback: EvaluateDefault): Value {
  if (isUnknown(value) || value.value === null) return value;
  if (type.kind === 'variable') return convertPrimitive(value, type.name);
  if (type.kind !== 'call') return value;
  const [inner] = type.args;
  if (inner === undefined) return value;
  switch (type.name) {
    case 'list':
      return convertItems(asList(value), inner, fallback);
    case 'set':
      return asSet(convertItems(value, inner, fallback));
    case 'map':
      return convertEntries(value, inner, fallback);
    case 'tuple':
      return convertTuple(value, inner, fallback);
    case 'object':
      return inner.kind === 'object' ? convertObject(value, inner, fallback) : value;
    default:
      return value;
  }
}

const PRIMITIVES: Readonly<Record<string, (data: Data) => Data | undefined>> = {
  string: toText,
  number: toNumber,
  bool: toBoolean,
};

function convertPrimitive(value: Known, type: string): Value {
  const data = PRIMITIVES[type]?.(value.value);
  return data === undefined || data === value.value ? value : { ...value, value: data };
}

function asList(value: Known): Known {
  const { set: _, ...list } = value;
  return list;
}

function convertItems(value: Known, type: Expression, fallback: EvaluateDefault): Known {
  if (!isList(value.value)) return value;
  return { ...value, value: value.value.map((item) => convert(item, type, fallback)) };
}

function convertEntries(value: Known, type: Expression, fallback: EvaluateDefault): Known {
  if (!isMap(value.value)) return value;
  const entries = [...value.value].map(
    ([key, item]) => [key, convert(item, type, fallback)] as const,
  );
  return { ...value, value: new Map(entries) };
}

function convertTuple(value: Known, types: Expression, fallback: EvaluateDefault): Known {
  if (!isList(value.value) || types.kind !== 'tuple') return value;
  const items = value.value.map((item, i) => {
    const type = types.items[i];
    return type === undefined ? item : convert(item, type, fallback);
  });
  return { ...value, value: items };
}

function convertObject(value: Known, type: ObjectExpression, fallback: EvaluateDefault): Known {
  if (!isMap(value.value)) return value;
  const entries = new Map<string, Value>();
  for (const { key, value: declared } of type.entries) {
    if (key.kind !== 'literal') continue;
    const name = String(key.value);
    const item = attribute(value, value.value.get(name), declared, fallback);
    if (item !== undefined) entries.set(name, item);
  }
  return { ...value, value: entries };
}

/** What an attribute becomes; null and absent both take the default of `optional`. */
function attribute(
  object: Known,
  item: Value | undefined,
  declared: Expression,
  fallback: EvaluateDefault,
): Value | undefined {
  const optional = isOptional(declared) ? declared : undefined;
  const type = optional?.args[0] ?? declared;
  const isNull = item !== undefined && !isUnknown(item) && item.value === null;
  if (item !== undefined && !isNull) return convert(item, type, fallback);
  if (item === undefined && object.rest !== undefined) return undefined;
  const standard = optional?.args[1];
  if (standard !== undefined) return convert(fallback(standard), type, fallback);
  if (item !== undefined) return item;
  return optional === undefined ? undefined : known(null, object.from);
}

const isOptional = (e: Expression): e is Call => e.kind === 'call' && e.name === 'optional';
