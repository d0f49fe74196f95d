/** The policy breaks its schema, or says something that cannot be. Reported by the policy reader. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'invalid-policy',
  family: 'syntax',
  severities: ['error'],
  summary: 'The policy breaks its schema, or says something that cannot be.',
  rationale:
    'Nothing is written from a policy that is not understood to the last key: what is silently ignored is what goes wrong in production.',
  remedy:
    'Write the key or value that the message names; the schema in schemas/ gives editors the same answers.',
  since: '0.1.0',
  sources: [],
});
