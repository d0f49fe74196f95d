/** What follows for pools, hooks, waves and settings from how their nodes go. */
import { describe, expect, it } from 'vitest';
import type { PoolDrain } from '../../src/model/drain.js';
import { isUnbounded, lifetimeOf, type PoolTiming } from '../../src/model/pool-timing.js';
import type { PodBudget } from '../../src/model/workload.js';
import { HERE, hook, karpenter, nth, open, pool } from '../support/system.js';
import {
  drain,
  type Given,
  group,
  imds,
  is,
  queue,
  seconds,
  terminating,
  timed,
  volume,
  web,
  workload,
} from '../support/timing.js';

const wired = { installation: karpenter() };
const poolOf = (given: Given): PoolTiming => timed(given).pools[0] as PoolTiming;

describe('a pool', () => {
  it.each([
    ['of a Karpenter from 1.0 on waits for protected pods', { wires: [wired] }, {}, true],
    [
      'of an older one evicts them',
      { wires: [{ installation: karpenter({ version: '0.37.8' }) }] },
      {},
      false,
    ],
    [
      'of which some allowed release evicts them is not said to wait',
      { wires: [{ installation: karpenter({ version: ['0.37.8', '1.0.0'] }) }] },
      {},
      false,
    ],
    [
      'of a Karpenter out of sight waits where a release is assumed',
      {},
      { assumed: ['1.8.8'] },
      true,
    ],
    ['of a Karpenter out of sight is as old as it is assumed', {}, { assumed: ['0.37.8'] }, false],
    ['of nothing in sight is not said to wait', {}, {}, false],
    ['of API v1 waits, as every release that works with it does', {}, { drains: [drain()] }, true],
    [
      'of an older API does not',
      {},
      { drains: [drain({ apiVersion: 'karpenter.sh/v1alpha5' })] },
      false,
    ],
    [
      'is of the installation in its own cluster',
      {
        wires: [wired],
        installations: [karpenter({ id: 'old', cluster: 'b', version: '0.37.8' })],
      },
      {},
      true,
    ],
    [
      'is not of an installation that is no Karpenter',
      { installations: [nth('queue', { version: '1.8.8' })] },
      {},
      false,
    ],
  ] as const)('%s', (_, of, more, expected) => {
    expect(poolOf({ of: { pools: [web], ...of }, ...more } as Given).waitsForProtected).toBe(
      expected,
    );
  });

  it('knows the releases of its own API by what they store', () => {
    const releases = (apiVersion: string) =>
      poolOf({ of: { pools: [web] }, drains: [drain({ apiVersion })] }).releases;
    expect(releases('karpenter.sh/v1alpha5').at(-1)).toMatch(/^0\.3[12]/);
    expect(releases('karpenter.sh/v1beta1')[0]).toBe('0.30.0');
    expect(releases('karpenter.sh/v1')[0]).toBe('1.0.0');
    expect(releases('karpenter.sh/v2')).toEqual([]);
  });

  it('is the one of its object, by name and by place', () => {
    const found = (more: Partial<PoolDrain>) =>
      poolOf({ of: { pools: [web] }, drains: [drain(more)] }).drain;
    const elsewhere = { at: { file: 'other', start: 0, end: 0 } };
    expect(found({})).toBeDefined();
    expect(found({ pool: 'api' })).toBeUndefined();
    expect(found({ from: elsewhere })).toBeUndefined();
  });

  const TYPE = 'node.kubernetes.io/instance-type';
  const narrowOf = (of: typeof web, ...types: readonly string[]) =>
    poolOf({ of: { pools: [of] }, drains: [drain({ requirements: [is(TYPE, ...types)] })] }).narrow;

  it('is narrow below five types, and more so where nothing but Spot is', () => {
    const spot = pool('NodePool', { id: 'web', capacity: ['spot'] });
    expect(narrowOf(spot, 'a', 'b', 'c', 'd')).toMatchObject({ types: 4, enough: 5, alone: true });
    expect(narrowOf(web, 'a')).toMatchObject({ types: 1, alone: false });
    expect(narrowOf({ ...spot, can: { ...spot.can, reserved: true } }, 'a')?.alone).toBe(false);
    expect(narrowOf({ ...spot, can: { ...spot.can, 'on-demand': open('x') } }, 'a')?.alone).toBe(
      false,
    );
    expect(narrowOf(spot, 'a', 'b', 'c', 'd', 'e')).toBeUndefined();
    expect(narrowOf(pool('NodePool', { id: 'web', capacity: ['on-demand'] }), 'a')).toBeUndefined();
    expect(narrowOf({ ...spot, can: { ...spot.can, spot: open('x') } }, 'a')).toBeUndefined();
  });

  const DAY = 24 * 3600;
  const over = (more: Partial<PoolDrain>) =>
    poolOf({ of: { pools: [web] }, drains: [drain({ autoMode: true, ...more })] }).overLifetime;
  const days = (value: number): PoolDrain['expireAfter'] => ({ value: value * DAY, from: HERE });

  it.each([
    ['never expires', {}, { most: 21 * DAY }],
    ['never expires outside of Auto Mode', { autoMode: false }, undefined],
    ['lives for 20 days, with a day for the drain', { expireAfter: days(20) }, undefined],
    ['lives for 21 days', { expireAfter: days(21) }, { seconds: 22 * DAY, most: 21 * DAY }],
    [
      'lives for 21 days without a drain',
      { expireAfter: days(21), terminationGracePeriod: seconds(0) },
      undefined,
    ],
    [
      'lives for 20 days and a long drain',
      { expireAfter: days(20), terminationGracePeriod: seconds(2 * DAY) },
      { seconds: 22 * DAY, most: 21 * DAY },
    ],
    ['lives for who knows how long', { expireAfter: open('x') }, undefined],
    [
      'drains for who knows how long',
      { expireAfter: days(21), terminationGracePeriod: open('x') },
      undefined,
    ],
  ] as const)('of Auto Mode that %s', (_, more, expected) => {
    const found = over(more as Partial<PoolDrain>);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toEqual({ ...expected, from: HERE });
  });

  it('has a bound on its drains only where a deadline is written, and a life only where it ends', () => {
    const with_ = (of: typeof web, ...drains: readonly PoolDrain[]) =>
      poolOf({ of: { pools: [of] }, drains });
    expect(isUnbounded(with_(web, drain()))).toBe(true);
    expect(isUnbounded(with_(web, drain({ terminationGracePeriod: seconds(5) })))).toBe(false);
    expect(isUnbounded(with_(web))).toBe(false);
    expect(isUnbounded(with_({ ...web, kind: 'AutoMode' }, drain()))).toBe(false);
    expect(lifetimeOf(with_(web, drain({ expireAfter: days(3) })))).toBe(3 * DAY);
    expect(lifetimeOf(with_(web, drain()))).toBeUndefined();
    expect(lifetimeOf(with_(web, drain({ expireAfter: open('x') })))).toBeUndefined();
  });
});

describe('releases of Karpenter in use', () => {
  it('are those that are installed, else those that are assumed', () => {
    const other = karpenter({ id: 'b', version: ['1.8.8', '1.9.0'] });
    const of = { pools: [web], wires: [wired], installations: [other] };
    expect(timed({ of, assumed: ['1.0.0'] }).releases).toEqual(['1.8.8', '1.9.0']);
    expect(timed({ of: { pools: [web] }, assumed: ['1.0.0'] }).releases).toEqual(['1.0.0']);
    expect(timed({ of: { pools: [web] } }).releases).toEqual([]);
  });
});

describe('pods that no eviction moves', () => {
  const budget: PodBudget = {
    name: 'web',
    namespace: 'shop',
    selects: [is('app', 'web')],
    maxUnavailable: { pods: 0, from: HERE },
    from: HERE,
  };
  const kept = workload({
    protection: [{ annotation: 'karpenter.sh/do-not-disrupt', value: 'true', from: HERE }],
  });
  const held = (given: Omit<Given, 'of'>, of: Given['of'] = { pools: [web], wires: [wired] }) => {
    const timing = timed({ of, ...given });
    return timing
      .immovable(timing.pools[0] as PoolTiming)
      .map(({ by, because }) => `${by}: ${because}`);
  };

  it('are held by a budget that lets none go', () => {
    expect(held({ workloads: [workload()], podBudgets: [budget] })).toEqual([
      'budget: maxUnavailable is 0',
    ]);
  });

  it('are not those of another pool', () => {
    const elsewhere = workload({ placement: [[is('team', 'a')]] });
    expect(held({ workloads: [elsewhere], podBudgets: [budget] })).toEqual([]);
  });

  it('are held by two budgets at once', () => {
    const loose = { ...budget, maxUnavailable: { pods: 1, from: HERE } };
    expect(held({ workloads: [workload()], podBudgets: [loose, loose] })).toEqual([
      'budget: two budgets hold it',
    ]);
    expect(held({ workloads: [workload()], podBudgets: [loose] })).toEqual([]);
  });

  it('are held by an annotation that each release of Karpenter heeds', () => {
    const says = 'protection: karpenter.sh/do-not-disrupt is true';
    const by = (version: string | readonly string[]) => ({
      pools: [web],
      wires: [{ installation: karpenter({ version }) }],
    });
    expect(held({ workloads: [kept] })).toEqual([says]);
    expect(held({ workloads: [kept] }, by('0.31.4'))).toEqual([]);
    expect(held({ workloads: [kept] }, by(['0.31.4', '0.32.0']))).toEqual([]);
    expect(held({ workloads: [kept] }, { pools: [web] })).toEqual([]);
    expect(held({ workloads: [kept] }, { pools: [group], wires: [queue()] })).toEqual([]);
  });
});

describe('a wave of interrupted nodes', () => {
  const waves = (nodes: number, of: Given['of'], workloads: Given['workloads'] = []) =>
    timed({ of, workloads, wave: { value: nodes, from: HERE } }).waves.map(
      ({ nodes: all, drained, seconds: long, pool: { id } }) =>
        `${drained} of ${all} of ${id}, ${long} s each`,
    );
  const slow = workload({ grace: seconds(100) });

  it('is more than the workers of NTH drain in time, or not', () => {
    const of = { pools: [group], wires: [queue()] };
    expect(waves(11, of, [slow])).toEqual(['10 of 11 of batch, 100 s each']);
    expect(waves(10, of, [slow])).toEqual([]);
    const more = { pools: [group], wires: [queue({ workers: 4, replicas: 3 })] };
    expect(waves(13, more, [slow])).toEqual(['12 of 13 of batch, 100 s each']);
    expect(waves(12, more, [slow])).toEqual([]);
  });

  it('is judged by the longest drain of a pool, whichever workload is named first', () => {
    const of = { pools: [group], wires: [queue()] };
    const fast = workload({ id: 'Deployment shop/api', grace: seconds(10) });
    const expected = ['10 of 20 of batch, 100 s each'];
    expect(waves(20, of, [slow, fast])).toEqual(expected);
    expect(waves(20, of, [fast, slow])).toEqual(expected);
    expect(waves(20, of, [fast])).toEqual([]);
  });

  it('counts one second for each step where nothing runs', () => {
    const of = { pools: [group], wires: [queue({ workers: 1 })] };
    expect(waves(100, of)).toEqual(['56 of 100 of batch, 2 s each']);
  });

  it('is no matter of Karpenter, nor of a DaemonSet, which has a node each', () => {
    const spot = { enableSpotInterruptionDraining: true };
    expect(waves(9_999, { pools: [web], wires: [wired] }, [slow])).toEqual([]);
    expect(waves(9_999, { pools: [group], ...imds(spot) }, [slow])).toEqual([]);
  });

  it('is nothing where nobody says how many', () => {
    expect(timed({ of: { pools: [group], wires: [queue()] }, workloads: [slow] }).waves).toEqual(
      [],
    );
  });
});

describe('a lifecycle hook that ends before the drain', () => {
  const short = (of: Given['of'], workloads: Given['workloads'] = []) =>
    timed({ of, workloads }).shortHooks.map(
      ({ who, needs, limit, pool: at }) =>
        `${who} ${needs} of ${limit} on ${at?.id ?? 'a group elsewhere'}`,
    );
  const hooks = [terminating(seconds(60))];

  it.each([
    [
      'is shorter than the window',
      { nodeTerminationGracePeriod: 61 },
      [],
      ['nth 61 of 60 on batch'],
    ],
    ['is as long as the window', { nodeTerminationGracePeriod: 60 }, [], []],
    ['has no window to be held to', {}, [], []],
    [
      'is shorter than a grace',
      {},
      [workload({ grace: seconds(70) })],
      ['Deployment shop/web 70 of 60 on batch'],
    ],
    ['is longer than a grace and the way', {}, [workload({ grace: seconds(52) })], []],
    [
      'is longer than the window that cuts the grace before',
      { nodeTerminationGracePeriod: 50 },
      [workload({ grace: seconds(70) })],
      [],
    ],
    [
      'is shorter than both, each of which is said',
      { nodeTerminationGracePeriod: 70 },
      [workload({ grace: seconds(70) })],
      ['nth 70 of 60 on batch', 'Deployment shop/web 70 of 60 on batch'],
    ],
  ] as const)('%s', (_, settings, workloads, expected) => {
    expect(short({ pools: [group], wires: [queue(settings)], hooks }, workloads)).toEqual(expected);
  });

  const elsewhere = { ...terminating(seconds(60)), pool: 'elsewhere' };
  const long = { nodeTerminationGracePeriod: 61 };
  it.each([
    ['of a group out of sight', elsewhere, queue(long), true],
    ['of one that is as long', { ...elsewhere, timeout: seconds(61) }, queue(long), false],
    ['of one that is not made', { ...elsewhere, exists: false }, queue(long), false],
    ['of one for launches', { ...elsewhere, transition: 'launching' }, queue(long), false],
    ['of one without a number', { ...hook(group, 'terminating'), pool: 'x' }, queue(long), false],
    ['of one with a number nobody knows', { ...elsewhere, timeout: open('x') }, queue(long), false],
    ['of a chart with heartbeats', elsewhere, queue({ ...long, heartbeatInterval: 30 }), false],
    ['of a window that nobody wrote', elsewhere, queue(), false],
    ['of Karpenter', elsewhere, { installation: karpenter({ settings: long }) }, false],
    ['of IMDS mode', elsewhere, { installation: nth('imds', { settings: long }) }, false],
  ] as const)('is looked for beside pools in sight: %s', (_, one, wire, found) => {
    const all = short({ pools: [group], wires: [wire], hooks: [one as never] });
    expect(all).toEqual(found ? ['nth 61 of 60 on a group elsewhere'] : []);
  });
});

describe('a setting longer than a Spot notice', () => {
  const long = (of: Given['of']) =>
    timed({ of }).longSettings.map(
      ({ key, seconds: value, window, pools }) =>
        `${window ? 'window' : 'grace'} ${key} ${value}: ${pools.map(({ id }) => id).join(', ')}`,
    );
  const both = (window: number, grace: number) =>
    queue({ nodeTerminationGracePeriod: window, podTerminationGracePeriod: grace });

  it('is a window above it, or a grace of all of it', () => {
    const of = (window: number, grace: number) =>
      long({ pools: [group], wires: [both(window, grace)] });
    expect(of(121, 120)).toEqual([
      'window nodeTerminationGracePeriod 121: batch',
      'grace podTerminationGracePeriod 120: batch',
    ]);
    expect(of(120, 119)).toEqual([]);
  });

  it('is said once, with each pool that it is too long for', () => {
    const second = { ...group, id: 'gpu' };
    const fixed = pool('SelfManagedNodeGroup', {
      id: 'fixed',
      capacity: ['on-demand'],
      tags: group.tags as never,
    });
    expect(long({ pools: [group, second, fixed], wires: [both(180, 90)] })).toEqual([
      'window nodeTerminationGracePeriod 180: batch, gpu',
    ]);
  });

  it('is none of Karpenter', () => {
    const settings = { nodeTerminationGracePeriod: 180 };
    expect(long({ pools: [web], wires: [{ installation: karpenter({ settings }) }] })).toEqual([]);
  });
});

describe('volumes of a Spot node', () => {
  const heavy = workload({ grace: seconds(20), volumes: [volume] });
  const why = (of: Given['of'], one = heavy) =>
    timed({ of, workloads: [one] }).timelines.flatMap(({ slowDetach }) => slowDetach ?? []);
  const nthWith = (settings: Readonly<Record<string, unknown>>, version?: string) =>
    why({ pools: [group], wires: [queue(settings, version)] });
  const taint = { enableOutOfServiceTaint: true };

  it('come free where NTH sets a taint that its chart reads', () => {
    expect(nthWith({})).toEqual(['NTH sets no out-of-service taint']);
    expect(nthWith(taint)).toEqual([]);
    expect(nthWith(taint, '0.26.0')).toEqual(['NTH sets no out-of-service taint']);
    expect(nthWith({ enableOutOfServiceTaint: false })).toHaveLength(1);
    expect(nthWith({ enableOutOfServiceTaint: open('var.taint') })).toEqual([]);
  });

  it('come free where Karpenter waits and the pods leave time for it', () => {
    const by = (version: string) => ({
      pools: [web],
      wires: [{ installation: karpenter({ version }) }],
    });
    expect(why(by('1.8.8'))).toEqual([]);
    expect(why(by('1.8.8'), { ...heavy, grace: seconds(95) })).toEqual([]);
    expect(why(by('1.8.8'), { ...heavy, grace: seconds(96) })).toEqual([
      'its pods leave 19 s of the notice for the detach',
    ]);
    // Where the grace itself is cut, the pods are what is late.
    expect(why(by('1.8.8'), { ...heavy, grace: seconds(130) })).toEqual([]);
    expect(why(by('0.37.8'))).toEqual(['Karpenter 0.37.8 does not wait for the detach']);
    expect(why({ pools: [web] })).toEqual([]);
  });

  it('are asked about only where there are some, on a Spot notice', () => {
    expect(nthWith({}).length).toBe(1);
    expect(why({ pools: [group], wires: [queue()] }, { ...heavy, volumes: [] })).toEqual([]);
    const fixed = { ...group, can: { ...group.can, spot: false } } as typeof group;
    expect(why({ pools: [fixed], wires: [queue()] })).toEqual([]);
  });
});

describe('a workload that no pool can take', () => {
  it('is no DaemonSet', () => {
    const picky = workload({ placement: [[is('karpenter.sh/nodepool', 'wep')]] });
    const found = (one: typeof picky) =>
      timed({ of: { pools: [web] }, workloads: [one] }).unschedulable;
    expect(found(picky)).toHaveLength(1);
    expect(found({ ...picky, daemon: true })).toEqual([]);
  });
});
