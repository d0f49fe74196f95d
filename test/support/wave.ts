/** Waves of one pool under NTH in queue mode, as the field reports them. */
import * as parameters from '../../src/facts/simulation.js';
import { type Simulated, simulate } from '../../src/simulate/simulate.js';
import type { Drainer, KarpenterDrainer, NthDrainer, Wave } from '../../src/simulate/wave.js';

export interface WaveOf {
  readonly nodes: number;
  readonly pods: number;
  readonly grace: number;
  readonly seed?: number;
  readonly drainer?: Drainer;
  /** Pods that a budget over all of them lets go at once. */
  readonly atOnce?: number;
  readonly terminationGracePeriod?: number;
  readonly spread?: number;
  readonly volume?: boolean;
}

/** The chart's defaults. */
export const nth = (settings: Partial<NthDrainer> = {}): NthDrainer => ({
  kind: 'nth',
  name: 'nth',
  mode: 'queue',
  workers: 10,
  replicas: 1,
  limit: { qps: 5, burst: 10 },
  sharedLimit: false,
  window: 120,
  taints: false,
  visibility: 20,
  ...settings,
});

export const karpenter: KarpenterDrainer = {
  kind: 'karpenter',
  name: 'karpenter',
  limit: { qps: 200, burst: 300 },
  evictsProtected: false,
  waitsForVolumes: true,
  oneByOne: false,
  nextGroup: 'gone',
};

export function waveOf(given: WaveOf): Wave {
  const { nodes, pods, grace, atOnce } = given;
  const healthy = nodes * pods;
  return {
    seed: given.seed ?? 1,
    notice: 120,
    spread: given.spread ?? 0,
    rebalance: false,
    pools: [
      {
        name: 'batch',
        drainer: 0,
        replacement: 'on-notice',
        drainsOnRebalance: false,
        ...(given.terminationGracePeriod !== undefined && {
          terminationGracePeriod: given.terminationGracePeriod,
        }),
      },
    ],
    drainers: [given.drainer ?? nth()],
    budgets: atOnce === undefined ? [] : [{ name: 'web', healthy, desired: healthy - atOnce }],
    kinds: [
      {
        name: 'web',
        grace,
        volume: given.volume ?? false,
        protected: false,
        ...(atOnce !== undefined && { budget: 0 }),
      },
    ],
    nodes: Array.from({ length: nodes }, () => 0),
    pods: Array.from({ length: nodes }, () => Array.from({ length: pods }, () => 0)),
    daemonPods: 4,
    detach: 20,
    delivery: 5,
  };
}

export const simulated = (given: WaveOf): Simulated => simulate(waveOf(given), parameters);
