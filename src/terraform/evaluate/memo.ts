/** Values computed once, on demand. One that is asked for while it is computed depends on itself. */
import type { Value } from '../../value/value.js';

export interface Memo {
  /** The value of `key`; `cyclic` answers while `compute` is still at work. */
  get(key: string, compute: () => Value, cyclic: () => Value): Value;
}

export function createMemo(): Memo {
  const values = new Map<string, Value>();
  const running = new Set<string>();
  return {
    get(key, compute, cyclic) {
      const before = values.get(key);
      if (before !== undefined) return before;
      if (running.has(key)) return cyclic();
      running.add(key);
      const value = compute();
      running.delete(key);
      values.set(key, value);
      return value;
    },
  };
}
