/** Near cases of the rules on access. */
import type { RuleCases } from './case.js';

export const ACCESS: readonly RuleCases[] = [];
