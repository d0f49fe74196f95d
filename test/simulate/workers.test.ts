/** What more workers, replicas and calls of NTH do to a wave, exactly where that holds; decision 0005 has the table. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as parameters from '../../src/facts/simulation.js';
import { leastTime } from '../../src/simulate/bound.js';
import type { NthDrainer } from '../../src/simulate/wave.js';
import { lossesOf, nth, simulated, type WaveOf, waveOf } from '../support/wave.js';

/** No call is ever delayed. */
const UNLIMITED = { limit: { qps: 1e9, burst: 1e9 } };

/** Messages stay hidden until their node is drained: no second replica drains it again. */
const ONCE = { visibility: 300 };

const shape = {
  nodes: fc.integer({ min: 1, max: 60 }),
  pods: fc.integer({ min: 1, max: 12 }),
  grace: fc.integer({ min: 0, max: 90 }),
  seed: fc.integer({ min: 0, max: 100_000 }),
  workers: fc.integer({ min: 1, max: 50 }),
  more: fc.integer({ min: 1, max: 30 }),
  replicas: fc.integer({ min: 1, max: 3 }),
  taints: fc.boolean(),
  qps: fc.constantFrom(5, 10, 20, 50),
};
const any = fc.record(shape);
type Any = { readonly [K in keyof typeof shape]: K extends 'taints' ? boolean : number };

const of = (given: Any, change: Partial<NthDrainer> = {}) => {
  const { workers, replicas, taints, qps } = given;
  const own = { workers, replicas, taints, limit: { qps, burst: 2 * qps } };
  return simulated({ ...given, drainer: nth({ ...own, ...change }) });
};

const fewer = (losses: readonly number[], nodes = 0): readonly number[] =>
  losses.filter((loss) => loss > nodes);

describe('no pod fewer ends in time', () => {
  it('with more workers, where no call is delayed', () => {
    const losses = lossesOf(any, 120, (given) => [
      of(given, { ...ONCE, ...UNLIMITED }),
      of(given, { ...ONCE, ...UNLIMITED, workers: given.workers + given.more }),
    ]);
    expect(fewer(losses)).toEqual([]);
  });

  it('with no limit of calls instead of any', () => {
    const losses = lossesOf(any, 80, (given) => [
      of(given, ONCE),
      of(given, { ...ONCE, ...UNLIMITED }),
    ]);
    expect(fewer(losses)).toEqual([]);
  });

  /** Workers whose drains together ask for no more calls a second than are let through. */
  const saturating = ({ grace, pods, qps, taints }: Any): number => {
    const { callsBefore, callsToTaint } = parameters.NTH_COST;
    const looks = pods * (grace + 1);
    const calls = callsBefore.value + (taints ? callsToTaint.value : 0) + looks;
    return Math.floor((qps * (grace + 1)) / calls);
  };
  const unsaturated = fc
    .record({
      ...shape,
      pods: fc.integer({ min: 1, max: 6 }),
      qps: fc.integer({ min: 5, max: 200 }),
    })
    .filter((given) => saturating(given) >= 2)
    .chain((given) =>
      fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 80 })).map(([a, b]) => {
        const most = saturating(given);
        const workers = 1 + (a % (most - 1));
        return { ...given, replicas: 1, workers, more: 1 + (b % (most - workers)) };
      }),
    );

  it('with more workers, up to as many as saturate the limit', () => {
    const losses = lossesOf(unsaturated, 250, (given) => [
      of(given),
      of(given, { workers: given.workers + given.more }),
    ]);
    expect(fewer(losses)).toEqual([]);
  });
});

describe('to within one node no pod fewer ends in time', () => {
  it('with more replicas, where a message stays hidden until its node is drained', () => {
    const losses = lossesOf(any, 100, (given) => [
      of(given, ONCE),
      of(given, { ...ONCE, replicas: given.replicas + 1 }),
    ]);
    expect(fewer(losses, 1)).toEqual([]);
  });

  it('with one more replica, but for two waves in a hundred: messages that come back drain nodes twice', () => {
    const losses = lossesOf(any, 100, (given) => [
      of(given),
      of(given, { replicas: given.replicas + 1 }),
    ]);
    expect(fewer(losses, 1).length).toBeLessThanOrEqual(2);
  });

  it('with twice the calls a second, but for one wave in a hundred', () => {
    const losses = lossesOf(any, 100, (given) => [of(given), of({ ...given, qps: 2 * given.qps })]);
    expect(fewer(losses, 1).length).toBeLessThanOrEqual(1);
  });
});

describe('the least time that any schedule needs', () => {
  it('never rises with workers, replicas or calls a second, and never falls with grace', () => {
    const least = (given: Any, change: Partial<NthDrainer> = {}): number => {
      const { workers, replicas, taints, qps } = given;
      const own = { workers, replicas, taints, limit: { qps, burst: 2 * qps } };
      return leastTime(waveOf({ ...given, drainer: nth({ ...own, ...change }) }), parameters);
    };
    fc.assert(
      fc.property(any, (given) => {
        const now = least(given);
        expect(least(given, { workers: given.workers + given.more })).toBeLessThanOrEqual(now);
        expect(least(given, { replicas: given.replicas + 1 })).toBeLessThanOrEqual(now);
        expect(least({ ...given, qps: given.qps + given.more })).toBeLessThanOrEqual(now);
        expect(least({ ...given, grace: given.grace + given.more })).toBeGreaterThanOrEqual(now);
      }),
      { numRuns: 300, seed: 20261130 },
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
