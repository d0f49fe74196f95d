/** Constructors for expressions that we write ourselves: every node at the place it was derived from. */
import type { Span } from '../../source/span.js';
import type { Expression, ObjectEntry } from './expression.js';
import { parseTraversal } from './traversal.js';

export const literal = (value: string | number | boolean | null, at: Span): Expression => ({
  kind: 'literal',
  value,
  at,
});

/** A reference as it is written, e.g. `module.eks.cluster_name`. The text is ours, so it is a traversal. */
export const reference = (text: string, at: Span): Expression =>
  parseTraversal(text, at) ?? { kind: 'variable', name: text, at };

export const attribute = (object: Expression, name: string, at: Span): Expression => ({
  kind: 'attribute',
  object,
  name,
  at,
});

export const index = (object: Expression, key: string | number, at: Span): Expression => ({
  kind: 'index',
  object,
  key: literal(key, at),
  at,
});

export const call = (name: string, args: readonly Expression[], at: Span): Expression => ({
  kind: 'call',
  name,
  args,
  at,
});

export const conditional = (
  condition: Expression,
  then: Expression,
  otherwise: Expression,
  at: Span,
): Expression => ({
  kind: 'conditional',
  condition,
  then,
  otherwise,
  at,
});

/** Text of several parts; plain strings are data and are escaped when printed. */
export const template = (parts: readonly (Expression | string)[], at: Span): Expression => ({
  kind: 'template',
  parts: parts.map((part) => (typeof part === 'string' ? literal(part, at) : part)),
  at,
});

export const list = (items: readonly Expression[], at: Span): Expression => ({
  kind: 'tuple',
  items,
  at,
});

export const object = (entries: Iterable<readonly [string, Expression]>, at: Span): Expression => ({
  kind: 'object',
  entries: Array.from(entries, ([key, value]): ObjectEntry => ({ key: literal(key, at), value })),
  at,
});

/** Plain JSON-like data as an expression; `undefined` entries are left out, as JSON does. */
export function fromData(data: unknown, at: Span): Expression {
  if (Array.isArray(data)) {
    return list(
      data.map((item) => fromData(item, at)),
      at,
    );
  }
  if (data !== null && typeof data === 'object') {
    const entries = Object.entries(data).filter(([, item]) => item !== undefined);
    return object(
      entries.map(([key, item]) => [key, fromData(item, at)] as const),
      at,
    );
  }
  return literal(data as string | number | boolean | null, at);
}
