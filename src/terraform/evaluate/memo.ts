/** Values computed once, on demand. One that is asked for while it is computed depends on itself. */
import type { Value } from '../../value/value.js';

export interface Memo {
  /** The value of `key`; `cyclic` answers while `compute` is still at work. */
  get(key: string, compute: () => Value, cyclic: () => Value): Value;
}

export function createMemo(): Memo {
  const values = new Map<string, Value | 'running'>();
  return {
    get(key, compute, cyclic) {
      const before = values.get(key);
      if (before === 'running') return cyclic();
      if (before !== undefined) return before;
      values.set(key, 'running');
      const value = compute();
      values.set(key, value);
      return value;
    },
  };
}
