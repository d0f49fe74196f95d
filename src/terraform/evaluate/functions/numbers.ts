/** Functions of numbers. */

import { toText } from '../../../value/text.js';
import { isList, isUnknown, known } from '../../../value/value.js';
import { toNumber } from '../data.js';
import {
  type FunctionTable,
  onNumbers,
  result,
  strict,
  type TerraformFunction,
} from './signature.js';

/** `min` and `max` take numbers, or a list that is expanded by `...`. */
const most = (pick: (a: number, b: number) => number): TerraformFunction =>
  onNumbers((numbers) => (numbers.length === 0 ? undefined : numbers.reduce((a, b) => pick(a, b))));

/** A function of one number, or of two. */
const one = (f: (x: number) => number): TerraformFunction =>
  onNumbers(([x, ...others]) => (x === undefined || others.length > 0 ? undefined : f(x)));
const two = (f: (x: number, y: number) => number): TerraformFunction =>
  onNumbers(([x, y, ...others]) =>
    x === undefined || y === undefined || others.length > 0 ? undefined : f(x, y),
  );

const sum: TerraformFunction = strict((call, [list]) => {
  const items = list !== undefined && isList(list.value) ? list.value : [];
  const numbers = items.map((item) => (isUnknown(item) ? undefined : toNumber(item.value)));
  const valid = numbers.filter((number) => number !== undefined);
  if (items.length === 0 || valid.length < items.length)
    return call.fail('it needs a list of numbers that is not empty');
  return result(
    call,
    valid.reduce((total, number) => total + number, 0),
  );
});

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function parseInteger(text: string, base: number): number | undefined {
  const digits = text.replace(/^[+-]/, '');
  if (base < 2 || base > 62 || digits === '') return undefined;
  let value = 0;
  for (const digit of base <= 36 ? digits.toLowerCase() : digits) {
    const weight = DIGITS.indexOf(digit);
    if (weight < 0 || weight >= base) return undefined;
    value = value * base + weight;
  }
  return text.startsWith('-') ? -value : value;
}

const parseint: TerraformFunction = strict((call, [text, base]) => {
  const digits = text === undefined ? undefined : toText(text.value);
  const radix = base === undefined ? undefined : toNumber(base.value);
  const value =
    digits === undefined || radix === undefined ? undefined : parseInteger(digits, radix);
  return value === undefined ? call.fail('it is no integer in that base') : known(value, call.from);
});

export const numberFunctions: FunctionTable = {
  abs: one(Math.abs),
  ceil: one(Math.ceil),
  floor: one(Math.floor),
  signum: one(Math.sign),
  pow: two(Math.pow),
  log: two((x, base) => Math.log(x) / Math.log(base)),
  max: most(Math.max),
  min: most(Math.min),
  sum,
  parseint,
};
