/** How long the nodes of a pool live and how they are let go, as a NodePool says it. */
import type { Origin } from '../source/span.js';
import type { Maybe } from '../value/value.js';
import type { LabelCondition } from './workload.js';

/** Seconds, or never. */
export type Lifetime = number | 'Never';

export interface NodeBudget {
  /** As written: `10%`, `0`. */
  readonly nodes: string;
  readonly reasons: readonly string[] | undefined;
  readonly schedule: string | undefined;
  readonly duration: string | undefined;
  /** Whether its schedule can be read and ever opens; true without one. */
  readonly opens: boolean;
  readonly from: Origin;
}

export interface PoolDrain {
  readonly pool: string;
  readonly apiVersion: string;
  /** Its nodes are Auto Mode's. */
  readonly autoMode: boolean;
  /** Deadline of a drain in seconds; absent where it has none. */
  readonly terminationGracePeriod?: Maybe<number>;
  /** Age at which nodes are replaced; where it is not written, its default, at the pool's name. */
  readonly expireAfter: Maybe<Lifetime>;
  readonly expireAfterWritten: boolean;
  readonly budgets: readonly NodeBudget[];
  readonly requirements: readonly LabelCondition[];
  readonly from: Origin;
}
