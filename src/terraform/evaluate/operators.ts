/** Operators on values. `&&` and `||` short-circuit, so they are in expression.ts. */

import type { Origin } from '../../source/span.js';
import { not } from '../../value/logic.js';
import { type Data, isUnknown, known, type Value } from '../../value/value.js';
import type { BinaryOperator, Expression } from '../syntax/expression.js';
import { toBoolean, toNumber, typeName } from './data.js';
import { asExpression, derive, failure, isWhollyKnown } from './derive.js';
import { equals } from './equality.js';

export type StrictOperator = Exclude<BinaryOperator, '&&' | '||'>;

/** `left operator right`. A comparison has one term whichever way it is written, so that its negation is recognised. */
export function operate(operator: StrictOperator, left: Value, right: Value, from: Origin): Value {
  switch (operator) {
    case '==':
      return equal(left, right, from);
    case '!=':
      return negate(equal(left, right, from), from);
    case '<=':
      return negate(arithmetic('>', left, right, from), from);
    case '>=':
      return negate(arithmetic('<', left, right, from), from);
    default:
      return arithmetic(operator, left, right, from);
  }
}

/** `!value`. */
export function negate(value: Value, from: Origin): Value {
  if (isUnknown(value)) {
    const opposite = not(value);
    return typeof opposite === 'boolean' ? known(opposite, from) : opposite;
  }
  const boolean = toBoolean(value.value);
  return boolean === undefined
    ? failure(`"!" needs a boolean, not ${typeName(value.value)}`, asExpression(value), from)
    : known(!boolean, from);
}

/** `-value`. */
export function minus(value: Value, from: Origin): Value {
  const operation: Expression = {
    kind: 'unary',
    operator: '-',
    operand: asExpression(value),
    at: from.at,
  };
  if (isUnknown(value)) return derive(operation, [value], from, { notNull: true });
  const number = toNumber(value.value);
  return number === undefined
    ? failure(`"-" needs a number, not ${typeName(value.value)}`, operation, from)
    : known(-number, from);
}

function equal(left: Value, right: Value, from: Origin): Value {
  const decided = equals(left, right);
  if (decided !== undefined) return known(decided, from);
  // `x == true` is x, so that it has x's name.
  if (isUnknown(left) && !isUnknown(right) && typeof right.value === 'boolean')
    return right.value ? left : negate(left, from);
  if (isUnknown(right) && !isUnknown(left)) return equal(right, left, from);
  return derive(operation('==', left, right, from), [left, right], from, { notNull: true });
}

const operation = (
  operator: BinaryOperator,
  left: Value,
  right: Value,
  from: Origin,
): Expression => ({
  kind: 'binary',
  operator,
  left: asExpression(left),
  right: asExpression(right),
  at: from.at,
});

type Arithmetic = Exclude<StrictOperator, '==' | '!=' | '<=' | '>='>;

const ARITHMETIC: Readonly<Record<Arithmetic, (a: number, b: number) => Data>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function arithmetic(operator: Arithmetic, left: Value, right: Value, from: Origin): Value {
  const whole = (): Expression => operation(operator, left, right, from);
  if (!isWhollyKnown([left, right])) return derive(whole(), [left, right], from, { notNull: true });
  const a = isUnknown(left) ? undefined : toNumber(left.value);
  const b = isUnknown(right) ? undefined : toNumber(right.value);
  if (a === undefined || b === undefined)
    return failure(`"${operator}" needs two numbers`, whole(), from);
  const result = ARITHMETIC[operator](a, b);
  if (typeof result === 'number' && !Number.isFinite(result))
    return failure(`"${operator}" has no result here`, whole(), from);
  return known(result, from);
}
