/** `condition ? then : otherwise`, and the two operators that decide: `&&` and `||`. */

import type { Origin } from '../../source/span.js';
import { joinHinges } from '../../value/combine.js';
import { isUndecided, type Tri } from '../../value/logic.js';
import {
  isList,
  isUnknown,
  known,
  type Refinements,
  type Unknown,
  type Value,
} from '../../value/value.js';
import { conditional } from '../syntax/build.js';
import type { Binary, Conditional } from '../syntax/expression.js';
import { decide } from './decision.js';
import { asExpression, derive } from './derive.js';
import { isSame } from './equality.js';
import { negate } from './operators.js';
import { originIn, type Scope } from './scope.js';

/** The branch that the condition chooses. Where it stays open, what both branches have in common. */
export function evaluateConditional(e: Conditional, scope: Scope): Value {
  const { evaluate } = scope.run;
  const condition = evaluate(e.condition, scope);
  const choice = decide(condition, scope);
  if (choice === true) return evaluate(e.then, scope);
  if (choice === false) return evaluate(e.otherwise, scope);
  return undecided(
    choice,
    evaluate(e.then, scope),
    evaluate(e.otherwise, scope),
    originIn(scope, e.at),
  );
}

function undecided(choice: Unknown, then: Value, otherwise: Value, from: Origin): Value {
  if (isSame(then, otherwise)) return then;
  // `c ? true : false` is c itself, so that it has c's name.
  if (isBoolean(then, true) && isBoolean(otherwise, false)) return choice;
  if (isBoolean(then, false) && isBoolean(otherwise, true)) return negate(choice, from);
  return derive(
    conditional(asExpression(choice), asExpression(then), asExpression(otherwise), from.at),
    [choice, then, otherwise],
    from,
    inCommon(then, otherwise),
  );
}

const isBoolean = (value: Value, boolean: boolean): boolean =>
  !isUnknown(value) && value.value === boolean;

/** What Terraform knows of a choice between two values: size, not null, a common beginning. */
function inCommon(a: Value, b: Value): Refinements {
  const length = sizeOf(a) === sizeOf(b) ? sizeOf(a) : undefined;
  const prefix = commonPrefix(startOf(a), startOf(b));
  return {
    ...(length !== undefined && { length }),
    ...(isNotNull(a) && isNotNull(b) && { notNull: true }),
    ...(prefix !== '' && { prefix }),
  };
}

function sizeOf(value: Value): number | undefined {
  if (isUnknown(value)) return value.length;
  return isList(value.value) && value.unsettled === undefined ? value.value.length : undefined;
}

const isNotNull = (value: Value): boolean =>
  isUnknown(value) ? value.notNull === true : value.value !== null;

function startOf(value: Value): string {
  if (isUnknown(value)) return value.prefix ?? '';
  return typeof value.value === 'string' && value.secret !== true ? value.value : '';
}

function commonPrefix(a: string, b: string): string {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end++;
  return a.slice(0, end);
}

/** `left && right`, `left || right`: the right side counts only where the left one does not decide. */
export function evaluateLogical(e: Binary, scope: Scope): Value {
  const from = originIn(scope, e.at);
  const decisive = e.operator === '||';
  const left = decide(scope.run.evaluate(e.left, scope), scope);
  if (left === decisive) return known(decisive, from);
  const right = decide(scope.run.evaluate(e.right, scope), scope);
  if (right === decisive) return known(decisive, from);
  if (!isUndecided(left)) return isUndecided(right) ? right : known(!decisive, from);
  return isUndecided(right) ? both(e, left, right, from) : left;
}

function both(e: Binary, left: Tri & Unknown, right: Tri & Unknown, from: Origin): Value {
  if (left.term === right.term) return left;
  const operation = { ...e, left: asExpression(left), right: asExpression(right), at: from.at };
  const hinges = joinHinges([...(left.hinges ?? []), ...(right.hinges ?? [])]);
  return derive(operation, [left, right], from, { notNull: true, hinges });
}
