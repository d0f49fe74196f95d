/** What more workers, replicas and calls of NTH do to a wave, exactly where that holds; decision 0005 has the table. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as parameters from '../../src/facts/simulation.js';
import { leastTime } from '../../src/simulate/bound.js';
import type { NthDrainer } from '../../src/simulate/wave.js';
import { nth, simulated, type WaveOf, waveOf } from '../support/wave.js';
import { type AnyWave, anyWave, CLAIMS, excess, underNth } from '../support/wave-claims.js';

const RUNS = 60;

describe(`of ${RUNS} random waves`, () => {
  it.each(CLAIMS)('$name', (claim) => {
    const allowed = Math.ceil((claim.few * RUNS) / 1000);
    expect(excess(claim, claim.losses(RUNS, 20_261_130)).length).toBeLessThanOrEqual(allowed);
  });
});

describe('the least time that any schedule needs', () => {
  it('never rises with workers, replicas or calls a second, and never falls with grace', () => {
    const least = (given: AnyWave, change: Partial<NthDrainer> = {}): number =>
      leastTime(waveOf(underNth(given, change)), parameters);
    fc.assert(
      fc.property(anyWave, (given) => {
        const now = least(given);
        expect(least(given, { workers: given.workers + given.more })).toBeLessThanOrEqual(now);
        expect(least(given, { replicas: given.replicas + 1 })).toBeLessThanOrEqual(now);
        expect(least({ ...given, qps: given.qps + given.more })).toBeLessThanOrEqual(now);
        expect(least({ ...given, grace: given.grace + given.more })).toBeGreaterThanOrEqual(now);
      }),
      { numRuns: 150, seed: 20261130 },
    );
  });
});

describe('more workers at the default limit', () => {
  const drained = (given: Omit<WaveOf, 'drainer'>, workers: number) =>
    simulated({ ...given, drainer: nth({ workers }) });

  it('are counted in decision 0005', () => {
    const page = readFileSync('docs/decisions/0005-more-workers-may-drain-less.md', 'utf8');
    for (const workers of [1, 2, 5, 10, 20, 50, 100, 200]) {
      const cells = [50, 100, 200].map((nodes) => {
        const result = drained({ nodes, pods: 5, grace: 10 }, workers);
        return `${result.inTime} (${result.drained})`;
      });
      expect(page).toContain(`| ${workers} | ${cells.join(' | ')} |`);
    }
  });

  // 120 s of 5 calls a second, and at least 6 calls to drain a node: no number of workers is in it.
  it.each([1, 2, 5, 10, 20])(
    'are no matter to pods without grace: %i drain 75 to 100 nodes',
    (workers) => {
      const { drained: nodes } = drained({ nodes: 200, pods: 1, grace: 0 }, workers);
      expect(nodes).toBeGreaterThanOrEqual(75);
      expect(nodes).toBeLessThanOrEqual((120 * 5 + 10) / 6);
    },
  );

  it('drain fewer nodes once their first calls alone take most of the notice', () => {
    const of = (workers: number): number =>
      drained({ nodes: 200, pods: 5, grace: 10 }, workers).inTime;
    expect(of(50)).toBeGreaterThan(of(10));
    expect(of(100)).toBeLessThan(of(50));
    expect(of(200)).toBeLessThan(of(1));
  });
});
