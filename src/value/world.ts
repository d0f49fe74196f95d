/** Worlds: what undecided booleans are assumed to be, so that everything that depends on one of them agrees. */
import type { Unknown } from './value.js';

/** A truth assignment to unknown booleans, by term: `var.a ? nth : karpenter` is judged once per world. */
export type World = ReadonlyMap<Unknown['term'], boolean>;
