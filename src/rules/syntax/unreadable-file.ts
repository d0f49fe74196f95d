/** A file that cannot be parsed, with the reader's reason and the exact place. Reported by the readers. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unreadable-file',
  family: 'syntax',
  severities: ['error', 'note'],
  summary: "A file that cannot be parsed, with the reader's reason and the exact place.",
  rationale: 'What cannot be read cannot be judged, and the answer is not complete without it.',
  remedy: 'Mend the text at the place that is shown.',
  since: '0.1.0',
  sources: [],
});
