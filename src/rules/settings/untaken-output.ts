/** The repo's call does not take what was compiled for it. Reported by interlock compile --into. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'untaken-output',
  family: 'settings',
  severities: ['error', 'warning'],
  summary: 'The call of the add-ons module does not take a value that was compiled for it.',
  rationale:
    'What nobody takes has no effect: the policy says one thing, and the repo goes on doing another.',
  remedy: 'Write the line that the finding gives into the call.',
  since: '0.1.0',
  sources: [],
});
