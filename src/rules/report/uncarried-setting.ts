/** Something that stands and that a policy does not say. Reported by interlock adopt. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'uncarried-setting',
  family: 'report',
  severities: ['warning', 'error', 'note'],
  summary: 'Something stands in the repo that the adopted policy does not say.',
  rationale:
    'A policy that is silent about it compiles to something else: what was set by hand would be gone, or go on beside it.',
  remedy: 'Say it in the policy as the finding shows, or decide that it may go.',
  since: '0.1.0',
  sources: [],
});
