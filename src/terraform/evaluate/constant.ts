/** Expressions without surroundings: literal values of tfvars and lock files. */

import type { Value } from '../../value/value.js';
import type { Expression } from '../syntax/expression.js';
import { createBudget } from './budget.js';
import { failure } from './derive.js';
import { evaluate } from './expression.js';
import type { Names } from './scope.js';

const NO_NAMES: Names = {
  address: '',
  directory: '.',
  resolve: (root, steps, from) => ({
    value: failure(
      `"${root}" refers to nothing here`,
      { kind: 'variable', name: root, at: from.at },
      from,
    ),
    used: steps.length,
  }),
};

/** The value of an expression that refers to nothing. */
export function evaluateConstant(e: Expression): Value {
  const run = {
    evaluate,
    budget: createBudget(),
    world: new Map(),
    free: new Map(),
    files: undefined,
    readTemplate: undefined,
  };
  return evaluate(e, { run, names: NO_NAMES, bound: new Map(), quiet: true });
}
