/** A policy's owners by the names that pools have after compiling: a mix of two shares is two NodePools. */

import type { Expectations } from '../model/expect.js';
import type { Intent, PoolIntent } from '../policy/intent.js';
import { sharesOf } from '../policy/mix.js';

export function expectationsOf(intent: Intent): Expectations {
  const pools = poolsByName(intent);
  return (name, event) => {
    const pool = pools.get(name);
    return pool === undefined ? undefined : intent.owner(pool, event);
  };
}

/** The pools of a policy by the names that they must have in what is compiled. */
export function poolsByName(intent: Intent): ReadonlyMap<string, PoolIntent> {
  const pools = new Map<string, PoolIntent>();
  for (const pool of intent.pools) {
    const names =
      pool.kind === 'NodePool' ? sharesOf(pool).map(({ name }) => name) : [pool.name.value];
    for (const name of names) pools.set(name, pool);
  }
  return pools;
}
