/** Versions and ranges. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, inRange, inVersions, type Range } from '../../src/facts/range.js';

describe('versions', () => {
  it.each([
    ['1.2.3', '1.2.3', 0],
    ['1.2.3', '1.10.0', -1],
    ['0.35.0', 'v0.34.13', 1],
    ['1.3', '1.3.0', 0],
    ['1.0.0-rc.1', '1.0.0', 0],
    ['', '0.0.0', 0],
  ])('%j against %j is %i', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
  });

  it('are in order whatever they are', () => {
    const version = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0 || 0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('ranges', () => {
  it.each<[string, Range, boolean]>([
    ['1.0.0', ['1.0.0', '1.2.0'], true],
    ['1.2.0', ['1.0.0', '1.2.0'], true],
    ['1.2.1', ['1.0.0', '1.2.0'], false],
    ['0.9.9', ['1.0.0', null], false],
    ['9.0.0', ['1.0.0', null], true],
  ])('%s is in %j: %s', (version, range, inside) => {
    expect(inRange(version, range)).toBe(inside);
  });

  it('may be several', () => {
    const versions = [
      ['0.33.6', '0.33.12'],
      ['0.37.1', null],
    ] as const;
    const inside = ['0.33.5', '0.33.6', '0.34.0', '0.37.0', '0.37.1', '1.0.0'].filter((version) =>
      inVersions(version, versions),
    );
    expect(inside).toEqual(['0.33.6', '0.37.1', '1.0.0']);
  });
});
