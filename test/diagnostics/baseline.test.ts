/** A baseline: what is known is quiet, what is new shows, what is gone is said. */
import { describe, expect, it } from 'vitest';
import { baselineText, compareBaseline, readBaseline } from '../../src/diagnostics/baseline.js';
import type { Finding } from '../../src/diagnostics/finding.js';
import { span } from '../../src/source/span.js';

const finding = (message: string, start = 0, more: Partial<Finding> = {}): Finding => ({
  rule: 'blocking-pdb',
  severity: 'warning',
  message,
  at: span('pods.yaml', start, start + 1),
  ...more,
});
const FIXED = new Set(['unreadable-file']);
const compare = (before: readonly Finding[], now: readonly Finding[]) => {
  const { value, findings } = readBaseline('baseline.json', baselineText(before, FIXED));
  expect(findings).toEqual([]);
  const { fresh, known, stale } = compareBaseline(now, value ?? [], FIXED);
  return [fresh, known, stale].map((list) => list.map(({ message }) => message));
};

describe('a baseline', () => {
  it.each([
    ['knows what it was written from', ['a', 'b'], ['a', 'b'], [[], ['a', 'b'], []]],
    ['does not know what is new', ['a'], ['a', 'b'], [['b'], ['a'], []]],
    ['counts what it knows', ['a'], ['a', 'a'], [['a'], ['a'], []]],
    ['of nothing knows nothing', [], ['a'], [['a'], [], []]],
  ])('%s', (_, before, now, expected) => {
    const at = (messages: readonly string[]) => messages.map((one, i) => finding(one, i * 10));
    expect(compare(at(before), at(now))).toEqual(expected);
  });

  it('says of each entry that is gone that it is stale, where it stands', () => {
    const text = baselineText([finding('a'), finding('b')], FIXED);
    const { value = [] } = readBaseline('baseline.json', text);
    const { stale } = compareBaseline([finding('a')], value, FIXED);
    expect(stale.map(({ rule, message }) => [rule, message])).toEqual([
      ['unused-suppression', expect.stringContaining('no longer there: b')],
    ]);
    expect(stale[0]?.at.file).toBe('baseline.json');
    expect(text.slice(stale[0]?.at.start, stale[0]?.at.end)).toContain('"message": "b"');
  });

  it('says that an entry is stale where it counted more', () => {
    const twice = [finding('a', 0), finding('a', 5)];
    expect(compare(twice, [finding('a')])[2]).toHaveLength(1);
  });

  it('follows findings to other lines', () => {
    expect(compare([finding('a', 0)], [finding('a', 400)])).toEqual([[], ['a'], []]);
  });

  it('tells files and rules apart', () => {
    expect(compare([finding('a')], [finding('a', 0, { at: span('other.yaml', 0, 1) })])[0]).toEqual(
      ['a'],
    );
    expect(compare([finding('a')], [finding('a', 0, { rule: 'dead-annotation' })])[0]).toEqual([
      'a',
    ]);
  });

  it('hides no fault of the text', () => {
    const broken = finding('a', 0, { rule: 'unreadable-file' });
    expect(baselineText([broken], FIXED)).not.toContain('unreadable-file');
    const forged = JSON.stringify({
      version: 1,
      findings: [{ rule: 'unreadable-file', file: 'pods.yaml', message: 'a' }],
    });
    const { value = [] } = readBaseline('baseline.json', forged);
    expect(compareBaseline([broken], value, FIXED).fresh).toEqual([broken]);
  });

  it('is the same text whatever the order of the findings', () => {
    const some = [finding('a', 3), finding('b', 1), finding('a', 9)];
    expect(baselineText(some, FIXED)).toBe(baselineText([...some].reverse(), FIXED));
    expect(baselineText(some, FIXED)).toMatch(/^\{\n {2}"version": 1,/);
  });

  it.each([
    ['no JSON', '{', 'unreadable-file'],
    ['another version', '{"version": 2, "findings": []}', 'unreadable-file'],
    ['another thing', '[1]', 'unreadable-file'],
  ])('that is %s is refused', (_, text, rule) => {
    const { value, findings } = readBaseline('baseline.json', text);
    expect(value).toBeUndefined();
    expect(findings[0]?.rule).toBe(rule);
  });
});
