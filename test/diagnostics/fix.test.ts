/** Fixes as edits of texts: whole or not at all, never over each other, every other byte left alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, Fix, TextEdit } from '../../src/diagnostics/finding.js';
import { applyEdits, applyFixes } from '../../src/diagnostics/fix.js';
import { span } from '../../src/source/span.js';

const edit = (start: number, end: number, text: string, file = 'a.yaml'): TextEdit => ({
  at: span(file, start, end),
  text,
});
const finding = (safety: Fix['safety'], ...edits: TextEdit[]): Finding => ({
  rule: 'suspicious-character',
  severity: 'error',
  message: edits.map(({ at, text }) => `${at.start} ${at.end} ${text}`).join(),
  at: edits[0]?.at ?? span('a.yaml', 0, 0),
  fix: { title: 't', safety, edits },
});
const TEXTS = new Map([
  ['a.yaml', '0123456789'],
  ['b.yaml', 'abc'],
]);
const apply = (findings: readonly Finding[], mode: 'safe' | 'all' = 'safe') => {
  const { files, refused } = applyFixes(TEXTS, findings, mode);
  return { files: Object.fromEntries(files), refused: refused.map(({ because }) => because) };
};

describe('fixes', () => {
  it.each([
    ['one', [finding('safe', edit(0, 1, 'x'))], { 'a.yaml': 'x123456789' }, []],
    [
      'two that touch',
      [finding('safe', edit(0, 2, 'x')), finding('safe', edit(2, 3, 'y'))],
      { 'a.yaml': 'xy3456789' },
      [],
    ],
    [
      'two that overlap',
      [finding('safe', edit(0, 3, 'x')), finding('safe', edit(2, 4, 'y'))],
      { 'a.yaml': 'x3456789' },
      ['overlap'],
    ],
    [
      'two that say the same',
      [finding('safe', edit(0, 1, 'x')), finding('safe', edit(0, 1, 'x'), edit(5, 6, 'z'))],
      { 'a.yaml': 'x1234z6789' },
      [],
    ],
    [
      'two insertions in one place',
      [finding('safe', edit(3, 3, 'x')), finding('safe', edit(3, 3, 'y'))],
      { 'a.yaml': '012x3456789' },
      ['overlap'],
    ],
    [
      'one that overlaps itself',
      [finding('safe', edit(0, 3, 'x'), edit(2, 4, 'y'))],
      {},
      ['overlap'],
    ],
    ['one for review', [finding('review', edit(0, 1, 'x'))], {}, ['review']],
    ['one beyond the text', [finding('safe', edit(9, 11, 'x'))], {}, ['outside']],
    [
      'one in a text that nobody gave',
      [finding('safe', edit(0, 1, 'x', 'c.yaml'))],
      {},
      ['outside'],
    ],
    [
      'one over two files',
      [finding('safe', edit(0, 1, 'x'), edit(1, 2, 'y', 'b.yaml'))],
      { 'a.yaml': 'x123456789', 'b.yaml': 'ayc' },
      [],
    ],
    [
      'one that is refused whole',
      [
        finding('safe', edit(0, 1, 'x')),
        finding('safe', edit(0, 2, 'y'), edit(1, 2, 'z', 'b.yaml')),
      ],
      { 'a.yaml': 'x123456789' },
      ['overlap'],
    ],
    ['one that changes nothing', [finding('safe', edit(0, 1, '0'))], {}, []],
  ])('%s', (_, findings, files, refused) => {
    expect(apply(findings)).toEqual({ files, refused });
  });

  it('for review are made where all are asked for', () => {
    expect(apply([finding('review', edit(0, 1, 'x'))], 'all').files).toEqual({
      'a.yaml': 'x123456789',
    });
  });

  it('leave alone what they do not touch, whatever they are', () => {
    const text = 'the quick brown fox jumps over the lazy dog';
    const edits = fc.array(
      fc
        .tuple(fc.nat(text.length), fc.nat(6), fc.string({ maxLength: 4 }))
        .map(([start, length, by]) =>
          finding('safe', edit(start, Math.min(text.length, start + length), by)),
        ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(edits, (findings) => {
        const { files, applied } = applyFixes(new Map([['a.yaml', text]]), findings, 'safe');
        const result = files.get('a.yaml') ?? text;
        const made = applied.flatMap(({ fix }) => fix?.edits ?? []);
        const unique = [
          ...new Map(
            made.map((one) => [`${one.at.start} ${one.at.end} ${one.text}`, one]),
          ).values(),
        ];
        const grown = unique.reduce(
          (sum, one) => sum + one.text.length - (one.at.end - one.at.start),
          0,
        );
        expect(result.length).toBe(text.length + grown);
        const kept = [...text].filter(
          (_, i) => !unique.some(({ at }) => at.start <= i && i < at.end),
        );
        let rest = result;
        for (const character of kept) {
          expect(rest).toContain(character);
          rest = rest.slice(rest.indexOf(character) + 1);
        }
      }),
      { seed: 5 },
    );
  });

  it('of a text come out the same in any order', () => {
    const edits = [edit(1, 2, 'x'), edit(4, 6, ''), edit(8, 8, 'new')];
    expect(applyEdits('0123456789', edits)).toBe(applyEdits('0123456789', [...edits].reverse()));
  });
});
