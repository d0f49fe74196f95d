/** Something differs from what the lock file says. Reported by the commands that read it. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unacknowledged-change',
  family: 'report',
  severities: ['error'],
  summary: 'Who owns what, how nodes drain or what makes them is not what the lock file says.',
  rationale:
    'A change of owner is easily made by the way: a new chart version, an input with another meaning. The lock makes it a line in the review.',
  remedy:
    'Take the change back, or write the lock again with `interlock prove PATH --write-lock` and have its difference reviewed.',
  since: '0.1.0',
  sources: [],
});
