/**
 * An expression that cannot be carried out, over canonical terms: what it binds
 * itself keeps its name, everything else is replaced by its value's term.
 */
import { conditional } from '../syntax/build.js';
import type { Conditional, Expression, For, ObjectEntry, Variable } from '../syntax/expression.js';
import { asExpression } from './derive.js';
import type { Scope } from './scope.js';

/** The names that an expression binds for itself, and what they are called in terms. */
export type OwnNames = ReadonlyMap<string, string>;

/** The element of a splat, which prints as nothing. */
export const ELEMENT: OwnNames = new Map([['*', '*']]);

/** `e` with its references resolved. */
export function canonical(e: Expression, scope: Scope, own: OwnNames = new Map()): Expression {
  const inner = (part: Expression): Expression => canonical(part, scope, own);
  switch (e.kind) {
    case 'literal':
      return e;
    case 'variable':
      return renamed(e, own) ?? resolved(e, scope);
    case 'attribute':
      return refersTo(e, own) ? { ...e, object: inner(e.object) } : resolved(e, scope);
    case 'index':
      return refersTo(e, own)
        ? { ...e, object: inner(e.object), key: inner(e.key) }
        : resolved(e, scope);
    case 'splat':
      return {
        ...e,
        object: inner(e.object),
        each: canonical(e.each, scope, new Map([...own, ...ELEMENT])),
      };
    case 'template':
      return { ...e, parts: e.parts.map(inner) };
    case 'call':
      return { ...e, args: e.args.map(inner) };
    case 'unary':
      return { ...e, operand: inner(e.operand) };
    case 'binary':
      return { ...e, left: inner(e.left), right: inner(e.right) };
    case 'conditional':
      return canonicalConditional(e, inner);
    case 'tuple':
      return { ...e, items: e.items.map(inner) };
    case 'object':
      return { ...e, entries: e.entries.map(({ key, value }) => entry(inner(key), inner(value))) };
    case 'for':
      return canonicalFor(e, scope, own);
  }
}

/** A condition that is settled leaves one branch. */
function canonicalConditional(e: Conditional, inner: (part: Expression) => Expression): Expression {
  const condition = inner(e.condition);
  const settled = condition.kind === 'literal' ? condition.value : undefined;
  if (settled === true) return inner(e.then);
  if (settled === false) return inner(e.otherwise);
  return conditional(condition, inner(e.then), inner(e.otherwise), e.at);
}

function renamed(e: Variable, own: OwnNames): Expression | undefined {
  const name = own.get(e.name);
  return name === undefined ? undefined : { ...e, name };
}

const entry = (key: Expression, value: Expression): ObjectEntry => ({ key, value });

const resolved = (e: Expression, scope: Scope): Expression =>
  asExpression(scope.run.evaluate(e, scope));

/** Whether a part of it is one of the names that the expression binds for itself. */
function refersTo(e: Expression, own: OwnNames): boolean {
  switch (e.kind) {
    case 'variable':
      return own.has(e.name);
    case 'attribute':
      return refersTo(e.object, own);
    case 'index':
      return refersTo(e.object, own) || refersTo(e.key, own);
    case 'literal':
      return false;
    default:
      return true;
  }
}

/** Bound names are called by how deep they are bound, so that renaming them changes no term. */
function canonicalFor(e: For, scope: Scope, own: OwnNames): Expression {
  const level = own.size < 2 ? '' : String(Math.floor(own.size / 2) + 1);
  const names = new Map(own);
  if (e.keyName !== undefined) names.set(e.keyName, `k${level}`);
  names.set(e.itemName, `v${level}`);
  const inner = (part: Expression): Expression => canonical(part, scope, names);
  return {
    ...e,
    ...(e.keyName !== undefined && { keyName: `k${level}` }),
    itemName: `v${level}`,
    collection: canonical(e.collection, scope, own),
    value: inner(e.value),
    ...(e.key && { key: inner(e.key) }),
    ...(e.condition && { condition: inner(e.condition) }),
  };
}
