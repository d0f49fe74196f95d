/**
 * What holds of random waves when one thing is changed: of every one, or of all
 * but a few in a thousand. Unit tests ask sixty waves, `npm run property`
 * as many as it is told to.
 */
import fc from 'fast-check';
import { NTH_COST } from '../../src/facts/simulation.js';
import type { Simulated } from '../../src/simulate/simulate.js';
import type { NthDrainer } from '../../src/simulate/wave.js';
import { karpenter, nth, simulated, type WaveOf } from './wave.js';

export interface Claim {
  readonly name: string;
  /** Nodes' worth of pods that may be lost all the same. */
  readonly within: number;
  /** Waves of a thousand that may lose more than that. */
  readonly few: number;
  /** By how many nodes' worth of pods each of so many waves falls short. */
  readonly losses: (numRuns: number, seed: number) => readonly number[];
}

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

export type AnyWave = {
  readonly [K in keyof typeof shape]: K extends 'taints' ? boolean : number;
};

export const anyWave: fc.Arbitrary<AnyWave> = fc.record(shape);

/** The wave under an NTH with these settings, one of them changed perhaps. */
export const underNth = (given: AnyWave, change: Partial<NthDrainer> = {}): WaveOf => {
  const { workers, replicas, taints, qps } = given;
  const own = { workers, replicas, taints, limit: { qps, burst: 2 * qps } };
  return { ...given, drainer: nth({ ...own, ...change }) };
};

/** Workers whose drains together ask for no more calls a second than are let through. */
function saturating({ grace, pods, qps, taints }: AnyWave): number {
  const { callsBefore, callsToTaint } = NTH_COST;
  const looks = pods * (grace + 1);
  const calls = callsBefore.value + (taints ? callsToTaint.value : 0) + looks;
  return Math.floor((qps * (grace + 1)) / calls);
}

const unsaturated: fc.Arbitrary<AnyWave> = fc
  .record({
    ...shape,
    pods: fc.integer({ min: 1, max: 6 }),
    qps: fc.integer({ min: 5, max: 200 }),
  })
  .filter((given) => saturating(given) >= 2)
  .chain((given) =>
    fc.tuple(fc.nat(80), fc.nat(80)).map(([a, b]) => {
      const most = saturating(given);
      const workers = 1 + (a % (most - 1));
      return { ...given, replicas: 1, workers, more: 1 + (b % (most - workers)) };
    }),
  );

const underKarpenter = fc
  .tuple(
    anyWave,
    fc.option(fc.integer({ min: 2, max: 300 }), { nil: undefined }),
    fc.option(fc.integer({ min: 10, max: 300 }), { nil: undefined }),
  )
  .map(([{ nodes, pods, grace, seed, more }, atOnce, terminationGracePeriod]) => ({
    more,
    wave: {
      ...{ nodes, pods, grace, seed, drainer: karpenter },
      ...(atOnce !== undefined && { atOnce }),
      ...(terminationGracePeriod !== undefined && { terminationGracePeriod }),
    } as WaveOf,
  }));

/** `more` is the wave that should end no fewer pods in time than `less`. */
function claim<T>(
  name: string,
  holds: Pick<Claim, 'within' | 'few'>,
  waves: fc.Arbitrary<T>,
  pair: (given: T) => { readonly less: WaveOf; readonly more: WaveOf },
): Claim {
  const loss = ({ less, more }: { readonly less: WaveOf; readonly more: WaveOf }): number => {
    const [a, b]: readonly Simulated[] = [simulated(less), simulated(more)];
    return Math.max(0, (a?.inTime ?? 0) - (b?.inTime ?? 0)) / less.pods;
  };
  return {
    name,
    ...holds,
    losses: (numRuns, seed) =>
      fc.sample(waves, { numRuns, seed }).map((given) => loss(pair(given))),
  };
}

const EXACT = { within: 0, few: 0 };

export const CLAIMS: readonly Claim[] = [
  claim('more workers lose no pod where no call is delayed', EXACT, anyWave, (given) => ({
    less: underNth(given, { ...ONCE, ...UNLIMITED }),
    more: underNth(given, { ...ONCE, ...UNLIMITED, workers: given.workers + given.more }),
  })),
  claim(
    'more workers lose no pod up to those that saturate the limit',
    EXACT,
    unsaturated,
    (given) => ({
      less: underNth(given),
      more: underNth(given, { workers: given.workers + given.more }),
    }),
  ),
  claim('no limit of calls loses no pod against any', EXACT, anyWave, (given) => ({
    less: underNth(given, ONCE),
    more: underNth(given, { ...ONCE, ...UNLIMITED }),
  })),
  claim(
    'one more replica loses more than one node in very few waves where no node is drained twice',
    { within: 1, few: 1 },
    anyWave,
    (given) => ({
      less: underNth(given, ONCE),
      more: underNth(given, { ...ONCE, replicas: given.replicas + 1 }),
    }),
  ),
  claim(
    'one more replica loses more than one node where messages come back in few waves',
    { within: 1, few: 10 },
    anyWave,
    (given) => ({
      less: underNth(given),
      more: underNth(given, { replicas: given.replicas + 1 }),
    }),
  ),
  claim(
    'twice the calls a second lose more than one node in few waves',
    { within: 1, few: 5 },
    anyWave,
    (given) => ({ less: underNth(given), more: underNth({ ...given, qps: 2 * given.qps }) }),
  ),
  claim(
    'a shorter grace loses more than one node in few waves',
    { within: 1, few: 5 },
    anyWave,
    (given) => ({
      less: underNth({ ...given, grace: given.grace + given.more }),
      more: underNth(given),
    }),
  ),
  claim(
    'a looser budget loses more than one node in few waves',
    { within: 1, few: 5 },
    anyWave,
    (given) => ({
      less: { ...underNth(given), atOnce: 1 + given.more },
      more: { ...underNth(given), atOnce: 1 + 3 * given.more },
    }),
  ),
  claim(
    'a shorter grace loses no pod under Karpenter without a deadline',
    EXACT,
    underKarpenter,
    ({ wave: { terminationGracePeriod, ...wave }, more }) => ({
      less: { ...wave, grace: wave.grace + more },
      more: wave,
    }),
  ),
  // Deletions for a deadline that all fall due at once wait for each other, the later the less grace there is.
  claim(
    'a shorter grace loses more than one node in few waves under Karpenter',
    { within: 1, few: 5 },
    underKarpenter,
    ({ wave, more }) => ({ less: { ...wave, grace: wave.grace + more }, more: wave }),
  ),
  claim(
    'a looser budget loses more than one node in few waves under Karpenter',
    { within: 1, few: 5 },
    underKarpenter,
    ({ wave, more }) => ({
      less: { ...wave, atOnce: 1 + more },
      more: { ...wave, atOnce: 1 + 3 * more },
    }),
  ),
];

/** Losses that a claim does not allow. */
export const excess = ({ within }: Claim, losses: readonly number[]): readonly number[] =>
  losses.filter((loss) => loss > within);
