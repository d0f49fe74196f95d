/**
 * The mock AWS has a matcher of its own: it and ours agree on every rule that a
 * policy compiles to and every sample. Where it differs on other patterns it is
 * the mock that is wrong, by aws/event-ruler, which EventBridge runs.
 */
import { describe, expect, it } from 'vitest';
import { loadFacts } from '../../src/commands/facts.js';
import { matchEvent } from '../../src/eventbridge/match.js';
import { parsePatternText } from '../../src/eventbridge/pattern.js';
import cases from '../eventbridge/pattern-cases.json' with { type: 'json' };
import { here, samples } from '../eventbridge/support.js';
import { emittedRules } from '../support/emitted-rules.js';
import { run } from '../support/terraform/process.js';
import { announceSkip } from '../support/terraform/tools.js';

/** Why the mock is wrong, and the cases of pattern-cases.json that show it. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'it takes patterns that EventBridge refuses, or calls them no match': [
    'equals-ignore-case list (outside anything-but)',
    'prefix list (outside anything-but)',
    'suffix list (outside anything-but)',
    'wildcard list (outside anything-but)',
    'wildcard consecutive stars',
    'wildcard bad escape',
    'anything-but mixed list',
    'anything-but null literal',
    'anything-but bool literal',
    'anything-but numeric nested',
    'numeric reversed range',
    'numeric impossible range',
    '$or single element (treated as field name)',
    'pattern empty object',
    'pattern nested empty object',
    'pattern nested array in array',
    'unknown operator',
    'two operators in one object',
    'exists not bool',
  ],
  "it compares with Python's ==, for which true is 1; EventBridge compares JSON": [
    'exact bool true vs number 1',
    'exact number 1 vs bool true',
  ],
  'it takes an empty array or object for a value; to EventBridge there is no leaf': [
    'exists true on empty array',
    'exists false on empty array',
    'exists true on empty object',
  ],
  'it refuses a block with host bits; EventBridge masks them': ['cidr host bits set'],
  'it does not look into arrays of objects, nor of arrays; EventBridge does': [
    'array of objects: field inside',
    'array of objects: consistency ok',
    'array of objects: prefix',
    'array of objects: exists false, one lacks it',
    'nested arrays flatten',
  ],
};

const facts = await loadFacts();
const script = 'test/support/moto-patterns.py';
const there = await run('python3', ['-c', 'import moto.events.models'], { cwd: '.' }).catch(
  () => undefined,
);

if (there?.status !== 0) {
  const missing = 'python3 has no moto';
  announceSkip('the matcher of the mock AWS', missing);
  it.skip(`the mock AWS agrees on patterns (SKIPPED: ${missing})`, () => {});
} else {
  type Question = readonly [pattern: string, event: unknown];

  const byMock = async (questions: readonly Question[]): Promise<readonly unknown[]> => {
    const { status, stdout, stderr } = await run('python3', [script], {
      cwd: '.',
      input: JSON.stringify(questions),
    });
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout);
  };

  const byUs = ([text, event]: Question): unknown => {
    const { pattern } = parsePatternText(text, here);
    return pattern === undefined ? 'refused' : matchEvent(pattern, event);
  };

  describe('the mock AWS', () => {
    it('matches every rule that is compiled with every sample as we do', async () => {
      const rules = emittedRules(facts);
      const asked = rules.flatMap(({ rule, pattern }) =>
        [...samples].map(([name, event]) => ({
          rule,
          name,
          question: [pattern, event] as Question,
        })),
      );
      const mock = await byMock(asked.map(({ question }) => question));
      const differing = asked.filter(({ question }, at) => byUs(question) !== mock[at]);
      expect(differing.map(({ rule, name }) => `${rule}, ${name}`)).toEqual([]);
      // Both verdicts must have been given, or nothing was compared.
      expect(rules.length).toBeGreaterThan(5);
      expect(mock.filter((verdict) => verdict === true).length).toBeGreaterThan(10);
    });

    it('differs from EventBridge on the listed cases and on no others', async () => {
      const mock = await byMock(cases.map(({ pattern, event }) => [pattern, JSON.parse(event)]));
      const differing = cases.filter(({ verdict }, at) => verdict !== mock[at]);
      expect(differing.map(({ name }) => name).sort()).toEqual(
        Object.values(EXCEPTIONS).flat().sort(),
      );
    });
  });
}
