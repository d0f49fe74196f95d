/** Every rule on one judgement. */
import type { Finding } from '../diagnostics/finding.js';
import { RULES } from './registry.js';
import type { Judgement } from './rule.js';

export const checkAll = (judgement: Judgement): readonly Finding[] =>
  RULES.flatMap((rule) => rule.check?.(judgement) ?? []);
