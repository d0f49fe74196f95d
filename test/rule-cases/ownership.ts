/** Near cases of the rules on ownership. */
import type { RuleCases } from './case.js';

export const OWNERSHIP: readonly RuleCases[] = [];
