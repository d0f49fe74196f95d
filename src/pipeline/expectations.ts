/** A policy's owners by the names that pools have after compiling: a mix of two shares is two pools. */

import type { Expectations } from '../model/expect.js';
import type { Intent, PoolIntent } from '../policy/intent.js';
import { partsOf } from '../policy/mix.js';

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
    for (const { name } of partsOf(pool)) pools.set(name, pool);
  }
  return pools;
}
