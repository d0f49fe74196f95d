/** The tables that a trace stands on: what releases parse, read and do. */
import type { EventFacts } from '../facts/events.js';

export interface TraceFacts {
  readonly karpenter: typeof import('../facts/karpenter.js');
  readonly nth: typeof import('../facts/nth.js');
  readonly reactions: typeof import('../facts/reactions.js');
  readonly events: EventFacts;
}
