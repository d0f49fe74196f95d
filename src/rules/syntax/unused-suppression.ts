/** A suppression without a reason, past its date, or that suppresses nothing. Reported by lint. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unused-suppression',
  family: 'syntax',
  severities: ['warning'],
  summary: 'A suppression without a reason, past its date, or that suppresses nothing.',
  rationale:
    'A comment that outlives what it was about hides the next finding of that kind, and one without a reason cannot be reviewed.',
  remedy: 'Remove it, or give it a reason and a day: "# interlock-ignore RULE until DATE: why".',
  since: '0.1.0',
  sources: [],
});
