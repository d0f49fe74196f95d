/** Near cases of the rules on timing. */
import type { RuleCases } from './case.js';

export const TIMING: readonly RuleCases[] = [];
