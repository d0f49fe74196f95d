/** Every case of pattern-cases.json: the verdicts are those of aws/event-ruler@337e8d9, run on each. */
import { describe, expect, it } from 'vitest';
import { explainMismatch, matchEvent } from '../../src/eventbridge/match.js';
import { parsePatternText } from '../../src/eventbridge/pattern.js';
import cases from './pattern-cases.json' with { type: 'json' };
import { here } from './support.js';

const verdictOf = (pattern: string, event: string): unknown => {
  const result = parsePatternText(pattern, here);
  if (result.pattern === undefined) return 'refused';
  return matchEvent(result.pattern, JSON.parse(event));
};

describe('event patterns are judged as EventBridge judges them', () => {
  it.each(cases)('$name', ({ pattern, event, verdict }) => {
    expect(verdictOf(pattern, event)).toBe(verdict);
  });

  it('covers refusals as well as verdicts', () => {
    const count = (verdict: unknown) => cases.filter((each) => each.verdict === verdict).length;
    expect([count(true), count(false), count('refused')]).toEqual([46, 37, 21]);
  });

  it.each(cases.filter(({ verdict }) => verdict !== 'refused'))(
    'explains exactly the mismatches: $name',
    ({ pattern, event, verdict }) => {
      const parsed = parsePatternText(pattern, here).pattern;
      const reasons = parsed ? explainMismatch(parsed, JSON.parse(event)) : [];
      expect(reasons.length > 0).toBe(verdict === false);
    },
  );
});
