/** Helm values as expressions: what the compiler decides, with the policy's own values laid over it. */

import type { PoolIntent } from '../policy/intent.js';
import { placementOn } from '../policy/placement.js';
import type { Span } from '../source/span.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';

export type Values = { readonly [key: string]: unknown };

/** Selector and tolerations that put a handler's pods on a pool. */
export function placementValues(
  pool: PoolIntent | undefined,
  tolerations: readonly Values[] = [],
): Values {
  if (pool === undefined) return {};
  const { nodeSelector, tolerated } = placementOn(pool);
  const all = [
    ...tolerations,
    ...tolerated.map(({ key, value, effect }) => ({
      key,
      operator: value === undefined ? 'Exists' : 'Equal',
      ...(value === undefined ? {} : { value }),
      effect,
    })),
  ];
  return {
    ...(nodeSelector.size === 0 ? {} : { nodeSelector: Object.fromEntries(nodeSelector) }),
    ...(tolerated.length === 0 ? {} : { tolerations: all }),
  };
}

/** Objects merge by key, as Helm merges values; anything else is replaced by what stands above. */
export function mergeExpressions(
  base: Expression,
  top: Expression | undefined,
  at: Span,
): Expression {
  if (top === undefined) return base;
  if (base.kind !== 'object' || top.kind !== 'object') return top;
  const merged = new Map<string, Expression>();
  const keyOf = (key: Expression): string => (key.kind === 'literal' ? String(key.value) : '');
  for (const { key, value } of base.entries) merged.set(keyOf(key), value);
  for (const { key, value } of top.entries) {
    const before = merged.get(keyOf(key));
    merged.set(keyOf(key), before === undefined ? value : mergeExpressions(before, value, at));
  }
  return make.object(merged, at);
}
