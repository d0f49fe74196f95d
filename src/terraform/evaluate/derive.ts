/**
 * Unknown results of operations on unknowns. The term is the operation printed
 * over the terms of its parts, so that equal computations have equal names.
 */
import type { Origin } from '../../source/span.js';
import { combine, shortTerm } from '../../value/combine.js';
import { secretTerm } from '../../value/text.js';
import {
  isList,
  isMap,
  isUnknown,
  type Refinements,
  type Unknown,
  type Value,
} from '../../value/value.js';
import type { Expression } from '../syntax/expression.js';
import { printExpression } from '../syntax/print.js';
import { compareText } from './order.js';

/** Values printed into one term; what lies beyond shows as an ellipsis. */
const MAX_TERM_NODES = 2_000;
/** The unknown result of `operation`, whose parts are written by `asExpression`. */
export const derive = (
  operation: Expression,
  parts: readonly Value[],
  from: Origin,
  refinements?: Refinements,
): Unknown => combine(printExpression(operation), unknownParts(parts), from, refinements);

/**
 * An unknown because Terraform itself fails here. Its term is written when it is
 * first asked for: `try` throws most failures away unseen.
 */
export function failure(
  message: string,
  what: Expression | (() => Expression),
  from: Origin,
): Unknown {
  let term: string | undefined;
  return {
    unknown: 'unread',
    get term() {
      term ??= shortTerm(printExpression(typeof what === 'function' ? what() : what));
      return term;
    },
    from,
    failed: message,
  };
}

/** The unknown leaves of values, and the unknowns that stand for entries that are not written. */
export function unknownParts(values: Iterable<Value>): readonly Unknown[] {
  const found: Unknown[] = [];
  const visit = (value: Value): void => {
    if (isUnknown(value)) found.push(value);
    else if (isList(value.value)) value.value.forEach(visit);
    else if (isMap(value.value)) {
      if (value.rest !== undefined) found.push(value.rest);
      value.value.forEach(visit);
    }
  };
  for (const value of values) visit(value);
  return found;
}

/** False where a leaf is unknown or an object has entries that are not written. */
export function isWhollyKnown(values: Iterable<Value>): boolean {
  for (const value of values) {
    if (isUnknown(value)) return false;
    if (isList(value.value) && !isWhollyKnown(value.value)) return false;
    if (isMap(value.value)) {
      if (value.rest !== undefined || !isWhollyKnown(value.value.values())) return false;
    }
  }
  return true;
}

/** Why evaluating this fails, where some part of it does. */
export const failureIn = (value: Value): string | undefined =>
  isUnknown(value)
    ? value.failed
    : unknownParts([value]).find((part) => part.failed !== undefined)?.failed;

/** A value as a part of a term. */
export function asExpression(value: Value): Expression {
  let nodes = 0;
  const write = (part: Value): Expression => {
    const at = part.from.at;
    if (++nodes > MAX_TERM_NODES) return { kind: 'variable', name: '…', at };
    if (isUnknown(part)) return { kind: 'variable', name: part.term, at };
    if (part.secret === true) return { kind: 'variable', name: secretTerm(part), at };
    if (part.rest !== undefined) return { kind: 'variable', name: part.rest.term, at };
    const data = part.value;
    if (isMap(data)) {
      const entries = [...data].sort(([a], [b]) => compareText(a, b));
      return {
        kind: 'object',
        entries: entries.map(([key, item]) => ({
          key: { kind: 'literal', value: key, at },
          value: write(item),
        })),
        at,
      };
    }
    if (!isList(data)) return { kind: 'literal', value: data, at };
    const tuple: Expression = { kind: 'tuple', items: data.map(write), at };
    return part.set === true ? { kind: 'call', name: 'toset', args: [tuple], at } : tuple;
  };
  return write(value);
}

/** The canonical text of a value, known or not. */
export const termOf = (value: Value): string => shortTerm(printExpression(asExpression(value)));
