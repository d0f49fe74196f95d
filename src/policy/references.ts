/** `{ terraform: … }`: the only way in which a policy says a Terraform value. */
import type { Finding } from '../diagnostics/finding.js';
import type { Span } from '../source/span.js';
import type { Expression } from '../terraform/syntax/expression.js';
import { printExpression } from '../terraform/syntax/print.js';
import { parseTraversal } from '../terraform/syntax/traversal.js';
import { entry } from '../value/read.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';
import type { Given, Reference } from './intent.js';

/** Reads an expression that is longer than a traversal: the HCL parser, where the host has loaded it. */
export type ExpressionParser = (
  text: string,
  at: Span,
) => Expression | { readonly problem: string };

export interface ReferenceReader {
  readonly read: (value: Value) => Reference | undefined;
  readonly given: (value: Value | undefined) => Given | undefined;
}

/** Names that mean nothing outside the block they are written in, so no call site can bind them. */
const UNBOUND = new Set(['each', 'count', 'self', 'path', 'terraform']);

/** Whether a value has the form of a reference. */
export const isReferenceForm = (value: Value): boolean =>
  !isUnknown(value) &&
  isMap(value.value) &&
  typeof known(value.value.get('terraform')) === 'string' &&
  [...value.value.keys()].every((key) => ['terraform', 'is', 'lookup'].includes(key));

const known = (value: Value | undefined): unknown =>
  value === undefined || isUnknown(value) ? undefined : value.value;

/** Whether some reference of the policy is longer than a traversal, so that the HCL parser is needed. */
export function needsHclParser(policy: Value): boolean {
  if (isUnknown(policy)) return false;
  if (isReferenceForm(policy)) {
    const text = entry(policy, 'terraform') as Value;
    return parseTraversal(String(known(text)), text.from.at) === undefined;
  }
  const data = policy.value;
  if (isList(data)) return data.some(needsHclParser);
  return isMap(data) && [...data.values()].some(needsHclParser);
}

/** Reads references; what is no expression becomes a finding. */
export function referenceReader(
  findings: Finding[],
  parser: ExpressionParser | undefined,
): ReferenceReader {
  const read = (value: Value): Reference | undefined => {
    if (!isReferenceForm(value)) return undefined;
    const text = entry(value, 'terraform') as Value;
    const expression = parse(String(known(text)), text.from.at, parser);
    if ('problem' in expression) {
      findings.push({
        rule: 'invalid-policy',
        severity: 'error',
        message: `"${String(known(text))}" is no Terraform expression: ${expression.problem}`,
        at: text.from.at,
        help: 'write a traversal such as module.eks.cluster_version, or an HCL expression',
      });
      return undefined;
    }
    const is = entry(value, 'is');
    return {
      expression,
      term: printExpression(expression),
      ...(is === undefined || isUnknown(is)
        ? {}
        : { is: { value: is.value as string | number | boolean, from: is.from } }),
      lookup: known(entry(value, 'lookup')) === true,
      from: value.from,
    };
  };
  const given = (value: Value | undefined): Given | undefined => {
    if (value === undefined || isUnknown(value)) return undefined;
    return typeof value.value === 'string' ? { value: value.value, from: value.from } : read(value);
  };
  return { read, given };
}

function parse(
  text: string,
  at: Span,
  parser: ExpressionParser | undefined,
): Expression | { readonly problem: string } {
  const expression = parseTraversal(text, at) ??
    parser?.(text, at) ?? { problem: 'it cannot be read as a traversal' };
  if ('problem' in expression) return expression;
  const root = rootOf(expression);
  if (root !== undefined && UNBOUND.has(root))
    return { problem: `"${root}" means nothing where the output is called` };
  if (expression.kind === 'variable')
    return {
      problem: `"${expression.name}" alone names nothing; a reference has at least two parts`,
    };
  return expression;
}

/** The first name of a traversal; undefined for any other expression. */
function rootOf(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name;
  if (expression.kind === 'attribute' || expression.kind === 'index')
    return rootOf(expression.object);
  return undefined;
}
