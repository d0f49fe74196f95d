/** The value of an expression, as far as the text tells it. */

import type { Origin } from '../../source/span.js';
import { toText } from '../../value/text.js';
import { isUnknown, known, type Unknown, type Value } from '../../value/value.js';
import type { Expression, ObjectExpression } from '../syntax/expression.js';
import { beyondLimit } from './budget.js';
import { evaluateCall } from './call.js';
import { canonical } from './canonical.js';
import { evaluateFor, evaluateSplat } from './comprehension.js';
import { evaluateConditional, evaluateLogical } from './conditional.js';
import { inWorld } from './decision.js';
import { derive, failure } from './derive.js';
import { minus, negate, operate } from './operators.js';
import { evaluateReference } from './reference.js';
import { originIn, type Scope } from './scope.js';
import { evaluateTemplate } from './template.js';

/** Evaluates within the bounds of the run; what the world settles is known. */
export function evaluate(e: Expression, scope: Scope): Value {
  const { budget, world } = scope.run;
  const from = originIn(scope, e.at);
  if (e.kind === 'literal') return known(e.value, from);
  if (!budget.spend(1) || !budget.enter()) return beyondLimit(from);
  const value = evaluateKind(e, scope, from);
  budget.leave();
  if (isUnknown(value)) {
    const settled = inWorld(value, world);
    return settled === undefined ? value : known(settled, value.from);
  }
  return Number.isFinite(budget.weigh(value)) ? value : beyondLimit(from);
}

function evaluateKind(e: Expression, scope: Scope, from: Origin): Value {
  const of = (part: Expression): Value => evaluate(part, scope);
  switch (e.kind) {
    case 'literal':
      return known(e.value, from);
    case 'template':
      return evaluateTemplate(e, scope);
    case 'variable':
    case 'attribute':
    case 'index':
      return evaluateReference(e, scope);
    case 'splat':
      return evaluateSplat(e, scope);
    case 'call':
      return evaluateCall(e, scope);
    case 'unary':
      return e.operator === '!' ? negate(of(e.operand), from) : minus(of(e.operand), from);
    case 'binary':
      if (e.operator === '&&' || e.operator === '||') return evaluateLogical(e, scope);
      return operate(e.operator, of(e.left), of(e.right), from);
    case 'conditional':
      return evaluateConditional(e, scope);
    case 'tuple':
      return known(e.items.map(of), from);
    case 'object':
      return evaluateObject(e, scope, from);
    case 'for':
      return evaluateFor(e, scope);
  }
}

/** An object; an entry whose key is unknown may have any name. */
function evaluateObject(e: ObjectExpression, scope: Scope, from: Origin): Value {
  const entries = new Map<string, Value>();
  const unknownKeys: Unknown[] = [];
  for (const entry of e.entries) {
    // Most keys are plain words.
    const key = entry.key.kind === 'literal' ? entry.key : evaluate(entry.key, scope);
    const value = evaluate(entry.value, scope);
    const name = 'unknown' in key ? undefined : toText(key.value);
    if ('unknown' in key) unknownKeys.push(key);
    else if (name === undefined) return failure('a key must be text', e, from);
    else entries.set(name, { ...value, key: entry.key.at });
  }
  const object = known(entries, from);
  if (unknownKeys.length === 0) return object;
  return { ...object, rest: derive(canonical(e, scope), unknownKeys, from) };
}
