/** What holds for every wave: the bound, that every pod is counted, and that a seed decides everything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { karpenter, nth, simulated, type WaveOf } from '../support/wave.js';

const RUNS = { numRuns: 40, seed: 20261130 };

/** Waves small enough for many runs. */
const shape = fc.record({
  nodes: fc.integer({ min: 1, max: 60 }),
  pods: fc.integer({ min: 1, max: 12 }),
  grace: fc.integer({ min: 0, max: 90 }),
  seed: fc.integer({ min: 0, max: 1000 }),
});

const nthOf = fc.record({
  workers: fc.integer({ min: 1, max: 50 }),
  replicas: fc.integer({ min: 1, max: 3 }),
  taints: fc.boolean(),
  limit: fc.constantFrom(5, 10, 20, 50).map((qps) => ({ qps, burst: 2 * qps })),
});

const karpenterOf = fc
  .record({ qps: fc.constantFrom(10, 50, 200), oneByOne: fc.boolean() })
  .map(({ qps, oneByOne }) => ({ ...karpenter, oneByOne, limit: { qps, burst: 1.5 * qps } }));

const handler = fc.oneof(
  nthOf.map(nth),
  nthOf.map((settings) => nth({ ...settings, mode: 'imds' })),
  karpenterOf,
  fc.constant({ kind: 'eks', name: 'eks' } as const),
);

const wave: fc.Arbitrary<WaveOf> = fc
  .tuple(
    shape,
    handler,
    fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
    fc.option(fc.integer({ min: 10, max: 300 }), { nil: undefined }),
    fc.boolean(),
  )
  .map(([given, drainer, atOnce, terminationGracePeriod, volume]) => ({
    ...given,
    drainer,
    volume,
    ...(atOnce !== undefined && { atOnce }),
    ...(terminationGracePeriod !== undefined && { terminationGracePeriod }),
  }));

describe('a wave', () => {
  it('never needs less than any schedule does', () => {
    fc.assert(
      fc.property(wave, (given) => {
        const { needs, least } = simulated(given);
        expect((needs ?? Number.POSITIVE_INFINITY) + 1e-6).toBeGreaterThanOrEqual(least);
      }),
      RUNS,
    );
  });

  it('counts every pod once', () => {
    fc.assert(
      fc.property(wave, (given) => {
        const { pods, inTime, cutOff, waiting, killed } = simulated(given);
        expect(inTime + cutOff + waiting + killed).toBe(pods);
        expect(pods).toBe(given.nodes * given.pods);
      }),
      RUNS,
    );
  });

  it('is the same for the same seed, byte for byte', () => {
    fc.assert(
      fc.property(wave, (given) => {
        expect(JSON.stringify(simulated(given))).toBe(JSON.stringify(simulated(given)));
      }),
      { ...RUNS, numRuns: 15 },
    );
  });

  it('agrees with itself whether nodes go at the end of the notice or stay', () => {
    fc.assert(
      fc.property(wave, (given) => {
        // With a spread of next to nothing the loss is simulated, too.
        const [together, apart] = [simulated(given), simulated({ ...given, spread: 1e-9 })];
        expect(apart.cutOff).toBe(together.cutOff);
      }),
      { ...RUNS, numRuns: 15 },
    );
  });
});
