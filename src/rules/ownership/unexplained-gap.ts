/** An exception says that nobody owns an event, without a reason. Reported by the policy reader. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unexplained-gap',
  family: 'ownership',
  severities: ['error'],
  summary: 'An exception says that nobody owns an event, without a reason.',
  rationale:
    'A gap with a reason is a decision; a gap without one is an accident that nobody will dare to mend.',
  remedy: 'Add because: with a sentence that the next reader will understand.',
  since: '0.1.0',
  sources: [],
});
