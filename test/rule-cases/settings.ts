/** Near cases of the rules on settings. */
import type { RuleCases } from './case.js';

export const SETTINGS: readonly RuleCases[] = [];
