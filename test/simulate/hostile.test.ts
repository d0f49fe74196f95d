/** Any text as a scenario or a list: findings, never an exception. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readObjects } from '../../src/simulate/objects.js';
import { placedOf } from '../../src/simulate/placed.js';
import { readScenario } from '../../src/simulate/scenario.js';

const RUNS = { numRuns: 150, seed: 20261130 };

const SCENARIO = readFileSync('examples/waves/shop.yaml', 'utf8');
const LIST = JSON.stringify({
  kind: 'PodList',
  apiVersion: 'v1',
  items: [
    { metadata: { name: 'web', ownerReferences: [{}] }, spec: { nodeName: 'a', volumes: [{}] } },
  ],
});

/** The text with a stretch of it replaced by something else. */
const broken = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(text.length),
      fc.nat(12),
      fc.oneof(
        fc.string({ maxLength: 6 }),
        fc.constantFrom(
          '{',
          '}',
          ': ',
          '- ',
          '[[',
          '"',
          '-1',
          '1e99',
          'null',
          '&a',
          '*a',
          '\u0000',
        ),
      ),
    )
    .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length));

describe('a scenario', () => {
  it('that is broken anywhere is read or refused, with a place', () => {
    fc.assert(
      fc.property(broken(SCENARIO), (text) => {
        const { value, findings } = readScenario('wave.yaml', text);
        expect(value === undefined).toBe(findings.length > 0);
        for (const { at } of findings) expect(at.end).toBeLessThanOrEqual(text.length);
      }),
      RUNS,
    );
  });
});

describe('a list of objects', () => {
  it('that is nested without end is refused', () => {
    const text = `{"items":[{"apiVersion":"v1","kind":"Pod","spec":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`;
    const { objects, findings } = readObjects('list.json', text);
    expect(objects).toEqual([]);
    expect(findings[0]?.message).toContain('nested too deeply');
  });

  it('that is broken anywhere is read or refused', () => {
    fc.assert(
      fc.property(fc.oneof(broken(LIST), fc.string()), (text) => {
        const { objects, findings } = readObjects('list.json', text);
        if (objects.length === 0) expect(findings.length).toBeGreaterThan(0);
        placedOf(objects);
      }),
      RUNS,
    );
  });
});
