/** Templates: text with interpolations. */
import type { Origin } from '../../source/span.js';
import { joinText } from '../../value/text.js';
import type { Value } from '../../value/value.js';
import type { Template } from '../syntax/expression.js';
import { asExpression, failure } from './derive.js';
import { originIn, type Scope } from './scope.js';

/** The text of a template; a template of one interpolation is the value itself, whatever its type. */
export function evaluateTemplate(e: Template, scope: Scope): Value {
  const parts = e.parts.map((part) => scope.run.evaluate(part, scope));
  const [only] = parts;
  const from = originIn(scope, e.at);
  if (parts.length === 1 && only !== undefined) return only;
  return joinText(parts, from) ?? withoutText(parts, from);
}

const withoutText = (parts: readonly Value[], from: Origin): Value =>
  failure(
    'null and collections cannot be part of a text',
    { kind: 'template', parts: parts.map(asExpression), at: from.at },
    from,
  );
