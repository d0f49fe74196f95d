/** A character that parsers swallow into keys: indent guides, no-break spaces, control characters. Reported by the readers. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'suspicious-character',
  family: 'syntax',
  severities: ['error'],
  summary:
    'A character that parsers swallow into keys: indent guides, no-break spaces, control characters.',
  rationale:
    'Such characters come with copied text, look like blanks and make another key or value of what they touch.',
  remedy: 'Delete the character and type a blank.',
  since: '0.1.0',
  sources: [],
});
