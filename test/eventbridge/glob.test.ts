/** Languages of texts, and addresses, against enumeration. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress, parseNetwork, sameAddress } from '../../src/eventbridge/address.js';
import { coversForm, matchesParts, overlaps, tokensOf } from '../../src/eventbridge/glob.js';

const LETTERS = ['', 'a', 'b'];
const PAIRS = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));
/** All texts of up to six letters: long enough for the shortest text that is in two globs of three letters. */
const TEXTS = [...new Set(PAIRS.flatMap((a) => PAIRS.flatMap((b) => PAIRS.map((c) => a + b + c))))];
const parts = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 3 });
const glob = (of: readonly string[]) => ({ tokens: tokensOf(of), ignoreCase: false });

describe('globs', () => {
  it('match a text exactly when the regular expression of their parts does', () => {
    fc.assert(
      fc.property(parts, fc.constantFrom(...TEXTS), (of, text) => {
        expect(matchesParts(of, text)).toBe(new RegExp(`^${of.join('.*')}$`).test(text));
        expect(overlaps(glob(of), tokensOf([text]))).toBe(matchesParts(of, text));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('overlap exactly when a text is in both', () => {
    fc.assert(
      fc.property(parts, parts, (wanted, form) => {
        const both = TEXTS.some((text) => matchesParts(wanted, text) && matchesParts(form, text));
        expect(overlaps(glob(wanted), tokensOf(form))).toBe(both);
      }),
      { numRuns: 2000, seed: 2 },
    );
  });

  it('cover a form only when every text of the form is theirs', () => {
    let covered = 0;
    fc.assert(
      fc.property(parts, parts, (wanted, form) => {
        if (!coversForm(glob(wanted), tokensOf(form))) return;
        covered++;
        const texts = TEXTS.filter((text) => matchesParts(form, text));
        expect(texts.filter((text) => !matchesParts(wanted, text))).toEqual([]);
      }),
      { numRuns: 2000, seed: 3 },
    );
    expect(covered).toBeGreaterThan(200);
  });

  it('give no letter to two parts', () => {
    expect(matchesParts(['ab', 'ba'], 'aba')).toBe(false);
    expect(matchesParts(['', 'ab', 'ba', ''], 'aba')).toBe(false);
    expect(matchesParts(['', 'ab', 'ba', ''], 'abba')).toBe(true);
    expect(matchesParts(['', 'ab', 'b'], 'ab')).toBe(false);
    expect(matchesParts(['a', 'ab', ''], 'ab')).toBe(false);
  });

  it('take many stars on a long text without backtracking', () => {
    const stars = [...new Array<string>(40).fill('a'), 'b'];
    expect(matchesParts(stars, 'a'.repeat(200_000))).toBe(false);
    expect(overlaps(glob(stars), tokensOf(['a'.repeat(2000)]))).toBe(false);
  });

  it.each([
    { wanted: 'Stopped', form: 'STOPPED', meets: true },
    { wanted: 'ß', form: 'ss', meets: false },
    { wanted: 'k', form: '\u212a', meets: false },
  ])('ignoring case, "$wanted" and "$form" meet: $meets', ({ wanted, form, meets }) => {
    const folded = { tokens: tokensOf([wanted]), ignoreCase: true };
    expect(overlaps(folded, tokensOf([form]))).toBe(meets);
  });
});

describe('addresses', () => {
  it.each([
    ['10.0.0.1', 32, 0x0a000001n],
    ['010.0.0.1', 32, 0x0a000001n],
    ['::', 128, 0n],
    ['::1', 128, 1n],
    ['2001:db8::1', 128, 0x20010db8000000000000000000000001n],
    ['1:2:3:4:5:6:7:8', 128, 0x00010002000300040005000600070008n],
    // Two colons may stand for one group, at the end or in the middle.
    ['1:2:3:4:5:6:7::', 128, 0x00010002000300040005000600070000n],
    ['1::3:4:5:6:7:8', 128, 0x00010000000300040005000600070008n],
  ] as const)('%s is an address', (text, bits, value) => {
    expect(parseAddress(text)).toEqual({ bits, value });
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.1.1',
    'host',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '12345::',
    'g::',
    '::ffff:10.0.0.1',
    'i-0a1b2c3d4e5f60718',
  ])('"%s" is none', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it.each(['10.0.0.0/32', '10.0.0.0', '10.0.0.0/', '10.0.0.0/8/8', '::/128', 'x/8', '10.0.0.0/-1'])(
    '"%s" is no network',
    (text) => {
      expect(parseNetwork(text)).toBeUndefined();
    },
  );

  it('are the same in any spelling', () => {
    expect(sameAddress('2001:db8::1', '2001:0DB8:0::0001')).toBe(true);
    expect(sameAddress('10.0.0.1', '::a00:1')).toBe(false);
    expect(sameAddress('host', 'host')).toBe(false);
  });
});
