/** The model of NTH against what the field reports of it. No parameter is fitted: docs/simulation.md has their sources. */
import { describe, expect, it } from 'vitest';
import { nth, simulated, type WaveOf } from '../support/wave.js';

const SEEDS = [1, 2, 3, 4, 5];
const drained = (given: WaveOf): readonly number[] =>
  SEEDS.map((seed) => simulated({ ...given, seed }).drained);

describe('50 Spot nodes that FIS interrupts at once (aws-node-termination-handler pull request 1281)', () => {
  // What was counted are tainted nodes, so nodes are tainted. Pods are not published; five that end in 5 s stand for them.
  const given = { nodes: 50, pods: 5, grace: 5 };

  it('are 39 with 50 workers at the default limit, within 4', () => {
    for (const count of drained({ ...given, drainer: nth({ workers: 50, taints: true }) })) {
      expect(count).toBeGreaterThanOrEqual(35);
      expect(count).toBeLessThanOrEqual(43);
    }
  });

  it('are all 50 with 50 workers and a limit of 50 calls a second', () => {
    const drainer = nth({ workers: 50, taints: true, limit: { qps: 50, burst: 100 } });
    expect(drained({ ...given, drainer: { ...drainer, sharedLimit: true } })).toEqual(
      SEEDS.map(() => 50),
    );
  });
});

describe('pods without a grace period (openshift/hypershift pull request 8500)', () => {
  it('are drained from 80 to 100 nodes by 10 workers', () => {
    for (const count of drained({ nodes: 200, pods: 1, grace: 0, drainer: nth() })) {
      expect(count).toBeGreaterThanOrEqual(80);
      expect(count).toBeLessThanOrEqual(100);
    }
  });

  it('are drained from the 150 to 200 nodes that 20 workers promise only where the limit does not bind', () => {
    const of = (qps: number): readonly number[] =>
      drained({
        nodes: 200,
        pods: 1,
        grace: 0,
        drainer: nth({ workers: 20, limit: { qps, burst: 2 * qps } }),
      });
    for (const count of of(5)) expect(count).toBeLessThan(150);
    for (const count of of(10)) {
      expect(count).toBeGreaterThanOrEqual(150);
      expect(count).toBeLessThanOrEqual(200);
    }
  });
});

describe('other runs of the source by hand (pods, grace, nodes, workers: drained by the end of the notice)', () => {
  it.each([
    { pods: 5, grace: 10, nodes: 20, workers: 10, of: 20 },
    { pods: 5, grace: 10, nodes: 50, workers: 10, of: 30 },
    { pods: 5, grace: 10, nodes: 100, workers: 20, of: 40 },
    { pods: 10, grace: 30, nodes: 10, workers: 10, of: 10 },
    { pods: 10, grace: 30, nodes: 20, workers: 10, of: 10 },
    { pods: 10, grace: 30, nodes: 50, workers: 10, of: 10 },
    { pods: 20, grace: 30, nodes: 10, workers: 10, of: 10 },
    { pods: 20, grace: 30, nodes: 20, workers: 10, of: 10 },
    { pods: 10, grace: 30, nodes: 50, workers: 50, of: 10 },
    { pods: 20, grace: 30, nodes: 100, workers: 20, of: 11 },
    { pods: 20, grace: 30, nodes: 50, workers: 50, of: 9 },
    { pods: 20, grace: 60, nodes: 5, workers: 10, of: 5 },
    { pods: 20, grace: 60, nodes: 10, workers: 10, of: 6 },
  ])(
    '$pods pods of $grace s on $nodes nodes, $workers workers: $of',
    ({ workers, of, ...rest }) => {
      for (const count of drained({ ...rest, drainer: nth({ workers }) }))
        expect(Math.abs(count - of)).toBeLessThanOrEqual(7);
    },
  );
});
