/** Comments that take findings back: where they reach, and when they are findings themselves. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/diagnostics/finding.js';
import { applyFixes } from '../../src/diagnostics/fix.js';
import { suppress } from '../../src/diagnostics/suppress.js';
import { span } from '../../src/source/span.js';

const FILE = 'main.tf';
const rules = {
  known: new Set(['duplicate-handler', 'blocking-pdb', 'unreadable-file', 'unused-suppression']),
  fixed: new Set(['unreadable-file', 'unused-suppression']),
};
const findingAt = (text: string, mark: string, rule = 'duplicate-handler'): Finding => {
  const start = text.indexOf(mark);
  if (start < 0) throw new Error(`the text has no ${mark}`);
  return {
    rule,
    severity: 'error',
    message: `about ${mark}`,
    at: span(FILE, start, start + mark.length),
  };
};
const judge = (text: string, findings: readonly Finding[], today = '2026-11-30') =>
  suppress({ findings, texts: new Map([[FILE, text]]), rules, today });
const left = (text: string, mark = 'HERE', rule?: string, today?: string): string[] =>
  judge(text, [findingAt(text, mark, rule)], today).findings.map(({ message }) => message);

describe('a suppression takes a finding back', () => {
  it.each([
    ['on the line above', '# interlock-ignore duplicate-handler: dry run\nHERE = 1\n'],
    ['on the line itself', 'HERE = 1 # interlock-ignore duplicate-handler: dry run\n'],
    ['with a later day', '# interlock-ignore duplicate-handler until 2027-01-31: dry run\nHERE\n'],
    ['on its last day', '# interlock-ignore duplicate-handler until 2026-11-30: dry run\nHERE\n'],
    ['above other comments', '# interlock-ignore duplicate-handler: dry run\n# more\n\nHERE\n'],
    ['with other rules', '# interlock-ignore blocking-pdb, duplicate-handler: dry run\nHERE\n'],
    ['in slashes', '// interlock-ignore duplicate-handler: dry run\nHERE\n'],
    ['between stars', '/* interlock-ignore duplicate-handler: dry run */\nHERE\n'],
    ['indented', 'a:\n    # interlock-ignore duplicate-handler: dry run\n    HERE: 1\n'],
    ['with CRLF', '# interlock-ignore duplicate-handler: dry run\r\nHERE\r\n'],
    ['with a colon in its reason', '# interlock-ignore duplicate-handler: see a: b\nHERE\n'],
  ])('%s', (_, text) => {
    const { findings, suppressed } = judge(text, [findingAt(text, 'HERE')]);
    expect(findings).toEqual([]);
    expect(suppressed).toHaveLength(1);
  });

  it('and only what it is about', () => {
    const text = '# interlock-ignore duplicate-handler: dry run\nHERE\nTHERE\n';
    const { findings } = judge(text, [
      findingAt(text, 'HERE'),
      findingAt(text, 'HERE', 'blocking-pdb'),
      findingAt(text, 'THERE'),
    ]);
    expect(findings.map(({ message, rule }) => `${rule} ${message}`)).toEqual([
      'blocking-pdb about HERE',
      'duplicate-handler about THERE',
    ]);
  });

  it('several on one line at once', () => {
    const text = '# interlock-ignore duplicate-handler: dry run\nHERE THERE\n';
    const both = [findingAt(text, 'HERE'), findingAt(text, 'THERE')];
    expect(judge(text, both).suppressed).toEqual(both);
  });
});

describe('a suppression is a finding itself', () => {
  it.each([
    ['without a reason', '# interlock-ignore duplicate-handler\nHERE\n', 'has no reason'],
    ['with an empty reason', '# interlock-ignore duplicate-handler:  \nHERE\n', 'has no reason'],
    [
      'past its day',
      '# interlock-ignore duplicate-handler until 2026-11-29: x\nHERE\n',
      'ended on 2026-11-29',
    ],
    [
      'with a day that is none',
      '# interlock-ignore duplicate-handler until 2026-02-30: x\nHERE\n',
      'which is no day',
    ],
    [
      'with a word for a day',
      '# interlock-ignore duplicate-handler until tomorrow: x\nHERE\n',
      'which is no day',
    ],
    ['of no rule', '# interlock-ignore: x\nHERE\n', 'names no rule'],
    [
      'of a rule that is none',
      '# interlock-ignore duplicate-handlers: x\nHERE\n',
      'which is no rule',
    ],
  ])('%s, and what it is about stays', (_, text, message) => {
    const messages = left(text);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toBe('about HERE');
    expect(messages[1]).toContain(message);
  });

  it('where it takes nothing back, with its removal as a fix', () => {
    const text =
      'a = 1 # interlock-ignore duplicate-handler: x\n# interlock-ignore blocking-pdb: y\nb = 2\n';
    const { findings } = judge(text, []);
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['unused-suppression', 'warning'],
      ['unused-suppression', 'warning'],
    ]);
    const { files } = applyFixes(new Map([[FILE, text]]), findings, 'safe');
    expect(files.get(FILE)).toBe('a = 1\nb = 2\n');
  });

  it('where it is about what cannot be taken back', () => {
    const text = '# interlock-ignore unreadable-file: x\nHERE\n';
    expect(left(text, 'HERE', 'unreadable-file')).toEqual([
      'about HERE',
      'the suppression cannot take "unreadable-file" back: mend the text instead',
    ]);
  });

  it('suggests the rule that was meant', () => {
    const text = '# interlock-ignore duplicate-handlr: x\nHERE\n';
    const { findings } = judge(text, [findingAt(text, 'HERE')]);
    expect(findings.at(-1)?.help).toBe('did you mean "duplicate-handler"?');
  });
});

describe('a line without end', () => {
  it('is read in no time', () => {
    const text = `# interlock-ignore ${' '.repeat(300_000)}x ${'*/ '.repeat(100_000)}\nHERE\n`;
    const started = performance.now();
    left(text);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('no suppression', () => {
  it.each([
    ['is a word in a text', 'a = "interlock-ignore duplicate-handler: x"\nHERE\n'],
    ['is part of a longer word', '# not-interlock-ignore duplicate-handler: x\nHERE\n'],
  ])('%s', (_, text) => {
    expect(left(text)).toEqual(['about HERE']);
  });

  it('reaches into another file', () => {
    const text = '# interlock-ignore duplicate-handler: x\nHERE\n';
    const other: Finding = { ...findingAt(text, 'HERE'), at: span('other.tf', 45, 49) };
    const messages = judge(text, [other]).findings.map(({ rule }) => rule);
    expect(messages).toEqual(['duplicate-handler', 'unused-suppression']);
  });
});
