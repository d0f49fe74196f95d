/** References: a root name and the steps after it, `module.eks["a"].x[0].y`. */
import type { Value } from '../../value/value.js';
import type { Attribute, Expression, Index, Variable } from '../syntax/expression.js';
import { follow } from './access.js';
import { originIn, type Scope, type Step } from './scope.js';

/** The value of a reference, or of steps into any other expression. */
export function evaluateReference(e: Attribute | Index | Variable, scope: Scope): Value {
  const from = originIn(scope, e.at);
  const { base, steps } = unwind(e, scope);
  if (base.kind !== 'variable') return follow(scope.run.evaluate(base, scope), steps, from);
  const bound = scope.bound.get(base.name);
  if (bound !== undefined) return follow(bound, steps, from);
  const { value, used } = scope.names.resolve(base.name, steps, from);
  return follow(value, steps.slice(used), from);
}

function unwind(e: Expression, scope: Scope): { base: Expression; steps: readonly Step[] } {
  const steps: Step[] = [];
  let base = e;
  while (base.kind === 'attribute' || base.kind === 'index') {
    const { at } = base;
    steps.push(
      base.kind === 'attribute'
        ? { name: base.name, at }
        : { key: scope.run.evaluate(base.key, scope), at },
    );
    base = base.object;
  }
  return { base, steps: steps.reverse() };
}
