/** What holds for every wave: bounds, monotony, and that a seed decides everything. */
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

const handler = fc.oneof(
  nthOf.map(nth),
  nthOf.map((settings) => nth({ ...settings, mode: 'imds' })),
  fc.constant(karpenter),
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

/** One more or one fewer node at the end of the notice is a matter of whose call came first. */
const oneNode = ({ pods }: WaveOf): number => pods;

describe('no more pods end in time', () => {
  const worse = (change: (given: WaveOf) => WaveOf) =>
    fc.assert(
      fc.property(wave, (given) => {
        const [before, after] = [simulated(given), simulated(change(given))];
        expect(after.inTime).toBeLessThanOrEqual(before.inTime + oneNode(given));
      }),
      RUNS,
    );

  it('with a longer grace', () => worse((given) => ({ ...given, grace: given.grace + 15 })));

  it('with a stricter budget', () =>
    worse((given) => ({
      ...given,
      atOnce: given.atOnce === undefined ? 20 : Math.floor(given.atOnce / 2),
    })));
});

describe('no fewer pods end in time', () => {
  const better = (
    change: (given: ReturnType<typeof nth>) => ReturnType<typeof nth>,
    qps?: number,
  ) =>
    fc.assert(
      fc.property(shape, nthOf, (given, settings) => {
        const limit = qps === undefined ? settings.limit : { qps, burst: 2 * qps };
        const drainer = nth({ ...settings, limit });
        const before = simulated({ ...given, drainer });
        const after = simulated({ ...given, drainer: change(drainer) });
        expect(after.inTime).toBeGreaterThanOrEqual(before.inTime - oneNode(given));
      }),
      RUNS,
    );

  it('with twice the calls a second', () =>
    better(({ limit: { qps, burst }, ...rest }) =>
      nth({ ...rest, limit: { qps: 2 * qps, burst: 2 * burst } }),
    ));

  it('with one more replica, which brings a limit of its own', () =>
    better(({ replicas, ...rest }) => nth({ ...rest, replicas: replicas + 1 })));

  it('with more workers, where calls are not what they wait for', () =>
    better(({ workers, ...rest }) => nth({ ...rest, workers: workers + 7 }), 200));
});

describe('more workers at the default limit', () => {
  it('drain fewer nodes in time once they only wait for each other', () => {
    const of = (workers: number): number =>
      simulated({ nodes: 100, pods: 5, grace: 10, drainer: nth({ workers }) }).inTime;
    expect(of(20)).toBeGreaterThan(of(5));
    expect(of(100)).toBeLessThan(of(20));
  });
});
