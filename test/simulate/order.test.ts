/** The order in which Karpenter evicts the pods of a node, and what it never evicts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drainBehaviour, karpenterVersions } from '../../src/facts/karpenter.js';
import * as parameters from '../../src/facts/simulation.js';
import { type Simulated, simulate } from '../../src/simulate/simulate.js';
import type { Drainer, PodKind, Wave } from '../../src/simulate/wave.js';
import { karpenter, nth, waveOf } from '../support/wave.js';

type Pod = Partial<PodKind> & { readonly grace: number };

interface Mixed {
  readonly nodes: number;
  readonly pods: readonly Pod[];
  readonly drainer?: Drainer;
  readonly terminationGracePeriod?: number;
}

/** Every node has one pod of each kind. */
function mixed({ nodes, pods, drainer = karpenter, terminationGracePeriod }: Mixed): Wave {
  const base = waveOf({
    nodes,
    pods: 1,
    grace: 0,
    drainer,
    ...(terminationGracePeriod !== undefined && { terminationGracePeriod }),
  });
  const own = pods.map((_, index) => index);
  const plain = { name: 'web', volume: false, protected: false };
  return {
    ...base,
    kinds: pods.map((pod) => ({ ...plain, ...pod })),
    pods: base.nodes.map(() => own),
  };
}

const of = (given: Mixed): Simulated => simulate(mixed(given), parameters);
const told = { ...karpenter, nextGroup: 'told' } as const;

describe('critical pods', () => {
  const pods = [
    { grace: 90 },
    { name: 'coredns', grace: 60, critical: true },
  ] as const satisfies readonly Pod[];

  it('begin to end when the others are gone, and so do not fit in time', () => {
    const { fits, inTime, needs, least, pools } = of({ nodes: 10, pods });
    expect(fits).toBe(false);
    expect(inTime).toBe(10);
    expect(least).toBe(150);
    expect(needs).toBeGreaterThan(150);
    expect(needs).toBeLessThan(160);
    expect(pools[0]?.bottleneck).toBe('order');
  });

  it('begin to end with the others before Karpenter 1.1, where those are told to', () => {
    const { fits, needs } = of({ nodes: 10, pods, drainer: told });
    expect(fits).toBe(true);
    expect(needs).toBeLessThan(100);
    expect(drainBehaviour('1.0.14').nextGroup).toBe('told');
    expect(drainBehaviour('1.1.0').nextGroup).toBe('gone');
    for (const release of karpenterVersions())
      if (Number(release.split('.')[1]) >= 32 || !release.startsWith('0.'))
        expect(['told', 'gone']).toContain(drainBehaviour(release).nextGroup);
  });

  it('are nothing to NTH', () => {
    const plain = pods.map((pod) => ({ ...pod, critical: false }));
    const [a, b] = [pods, plain].map((one) => of({ nodes: 10, pods: one, drainer: nth() }));
    expect(JSON.stringify(a)).toBe(JSON.stringify(b));
  });

  it('wait for pods that no eviction moves, until the deadline deletes those', () => {
    const blocked = [{ grace: 10, protected: true }, pods[1]] as const;
    expect(of({ nodes: 2, pods: blocked }).needs).toBeUndefined();
    const { inTime, needs } = of({ nodes: 2, pods: blocked, terminationGracePeriod: 30 });
    // Both are deleted at once for a deadline of 30 s; one of them needs 60.
    expect(inTime).toBe(2);
    expect(needs).toBeLessThan(40);
  });
});

describe('pods of DaemonSets', () => {
  const agent = { name: 'agent', grace: 40, daemon: true } as const;

  it('are not counted, and take time from critical pods alone', () => {
    const web = { grace: 60 };
    const alone = of({ nodes: 5, pods: [web] });
    const { pods, needs, fits, nodes, drained } = of({ nodes: 5, pods: [web, agent] });
    expect(pods).toBe(5);
    expect(needs).toBe(alone.needs);
    expect(fits).toBe(true);
    expect(drained).toBe(nodes);
    const behind = [web, agent, { grace: 30, critical: true }];
    expect(of({ nodes: 5, pods: behind }).least).toBe(130);
    expect(of({ nodes: 5, pods: behind }).fits).toBe(false);
  });

  it('take no time where they tolerate the taint', () => {
    const pods = [{ grace: 60 }, { ...agent, tolerates: true }, { grace: 30, critical: true }];
    expect(of({ nodes: 5, pods }).least).toBe(90);
    expect(of({ nodes: 5, pods }).fits).toBe(true);
  });
});

describe('pods that tolerate the taint', () => {
  it('are cut off, whatever the deadline', () => {
    const pods = [{ grace: 5 }, { grace: 5, tolerates: true }];
    const { inTime, cutOff, pools, least } = of({ nodes: 3, pods, terminationGracePeriod: 20 });
    expect([inTime, cutOff]).toEqual([3, 3]);
    expect(pools[0]?.bottleneck).toBe('toleration');
    expect(least).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('evictions before Karpenter 1.6', () => {
  it('are made one at a time, of all nodes together', () => {
    const given = { nodes: 100, pods: Array.from({ length: 20 }, () => ({ grace: 90 })) };
    const [now, before] = [karpenter, { ...karpenter, oneByOne: true }].map((drainer) =>
      of({ ...given, drainer }),
    );
    expect(now?.fits).toBe(true);
    expect(before?.fits).toBe(false);
    // 2,000 evictions of 20 ms each, and the grace of the last.
    expect(before?.least).toBeCloseTo(130);
    expect(before?.needs).toBeLessThan(140);
    expect(drainBehaviour('1.5.8').evictsOneByOne).toBe(true);
    expect(drainBehaviour('1.6.0').evictsOneByOne).toBe(false);
  });
});

describe('pods that are given less time than they take', () => {
  it('do not end in order under a deadline that is shorter', () => {
    const { fits, killed, least, needs } = of({
      nodes: 5,
      pods: [{ grace: 90 }],
      terminationGracePeriod: 10,
    });
    expect(fits).toBe(false);
    expect(killed).toBe(5);
    expect(least).toBeLessThanOrEqual(needs ?? 0);
  });

  it('do not end in order under a grace period of NTH that is shorter', () => {
    const pods = [{ grace: 60 }, { grace: 10 }];
    const { fits, inTime, killed } = of({ nodes: 5, pods, drainer: nth({ podGrace: 20 }) });
    expect([fits, inTime, killed]).toEqual([false, 5, 5]);
  });
});

const RUNS = { numRuns: 60, seed: 20261130 };

const anyPod: fc.Arbitrary<Pod> = fc.record({
  grace: fc.integer({ min: 0, max: 70 }),
  volume: fc.boolean(),
  critical: fc.boolean(),
  daemon: fc.boolean(),
  tolerates: fc.constantFrom(false, false, false, true),
  protected: fc.constantFrom(false, false, false, true),
});

const anyWave = fc
  .record({
    nodes: fc.integer({ min: 1, max: 20 }),
    pods: fc.array(anyPod, { minLength: 1, maxLength: 6 }),
    drainer: fc.constantFrom(karpenter, told, { ...karpenter, oneByOne: true }),
  })
  .chain((given) =>
    fc
      .option(fc.integer({ min: 1, max: 200 }), { nil: undefined })
      .map((terminationGracePeriod) =>
        terminationGracePeriod === undefined ? given : { ...given, terminationGracePeriod },
      ),
  );

describe('any mixture of pods', () => {
  it('never needs less than any schedule does', () => {
    fc.assert(
      fc.property(anyWave, (given) => {
        const { needs, least } = of(given);
        expect((needs ?? Number.POSITIVE_INFINITY) + 1e-6).toBeGreaterThanOrEqual(least);
      }),
      RUNS,
    );
  });

  it('has no fewer pods in time without classes and DaemonSets, or before Karpenter 1.1', () => {
    fc.assert(
      fc.property(anyWave, (given) => {
        const before = of(given).inTime;
        const plain = given.pods.map((pod) => ({ ...pod, critical: false }));
        const room = given.pods.length;
        expect(of({ ...given, pods: plain }).inTime).toBeGreaterThanOrEqual(before - room);
        const early = { ...given.drainer, nextGroup: 'told' } as const;
        expect(of({ ...given, drainer: early }).inTime).toBeGreaterThanOrEqual(before - room);
      }),
      RUNS,
    );
  });

  it('counts every pod once, and none of a DaemonSet', () => {
    fc.assert(
      fc.property(anyWave, (given) => {
        const { pods, inTime, cutOff, waiting, killed } = of(given);
        expect(inTime + cutOff + waiting + killed).toBe(pods);
        expect(pods).toBe(given.nodes * given.pods.filter(({ daemon }) => !daemon).length);
      }),
      RUNS,
    );
  });
});
