/** What could be changed about a wave, lever by lever: to be tried before it is named. */
import type { Outcome } from './outcome.js';
import {
  withDaemonsLeft,
  withDeadline,
  withLooserBudgets,
  withManyEvictions,
  withMostGrace,
  withNth,
  withOwnGrace,
  withoutPriority,
  withoutTolerations,
} from './variants.js';
import type { Stage } from './waits.js';
import type { NthDrainer, Wave } from './wave.js';

export interface Change {
  readonly says: string;
  readonly wave: Wave;
}

/** Changes of one kind, the smallest first. */
export type Lever = readonly Change[];

const GRACES = [60, 45, 30, 20, 10];
const REPLICAS = [2, 3, 5, 10, 20];
export const WORKERS = [5, 10, 20, 50, 100];

export function leversOf(wave: Wave, outcome: Outcome): readonly Lever[] {
  const waits = (stage: Stage): boolean => outcome.pools.some((pool) => pool.waits[stage] > 0);
  const nth = wave.drainers.find((one): one is NthDrainer => one.kind === 'nth');
  const levers: readonly Lever[] = [
    ...(nth?.mode === 'queue' ? nthLevers(wave, nth) : []),
    ...(nth?.mode === 'imds' && nth.window < wave.notice ? [earlier(wave)] : []),
    shorterGrace(wave),
    ...(waits('evictions') ? newerKarpenter(wave) : []),
    ...(waits('budget') ? [looserBudgets(wave)] : []),
    ...(waits('protection') ? [deadlines(wave)] : []),
    ...(waits('order') ? orderLevers(wave) : []),
    ...(waits('toleration') ? [untolerating(wave)] : []),
    ...(outcome.killed > 0 ? kinder(wave) : []),
  ];
  return levers.filter((lever) => lever.length > 0);
}

const earlier = (wave: Wave): Lever => [
  {
    says: `set nodeTerminationGracePeriod to ${wave.notice}: in IMDS mode a drain waits until so many seconds are left`,
    wave: withNth(wave, { window: wave.notice }),
  },
];

function shorterGrace(wave: Wave): Lever {
  const longest = wave.kinds.reduce((most, { grace }) => Math.max(most, grace), 0);
  return GRACES.filter((grace) => grace < longest).map((grace) => ({
    says: `let no pod take more than ${grace} s to end`,
    wave: withMostGrace(wave, grace),
  }));
}

const newerKarpenter = (wave: Wave): readonly Lever[] =>
  wave.drainers.some((one) => one.kind === 'karpenter' && one.oneByOne)
    ? [
        [
          {
            says: 'run Karpenter 1.6 or later, which makes many evictions at a time',
            wave: withManyEvictions(wave),
          },
        ],
      ]
    : [];

const looserBudgets = (wave: Wave): Lever =>
  [2, 4, 10].map((times) => ({
    says: `let disruption budgets give ${times} times as many pods at once`,
    wave: withLooserBudgets(wave, times),
  }));

const untolerating = (wave: Wave): Lever => [
  {
    says: "take the toleration of Karpenter's taint from pods, because it never evicts those that have one",
    wave: withoutTolerations(wave),
  },
];

/** What makes Karpenter evict pods sooner that wait for others. */
const orderLevers = (wave: Wave): readonly Lever[] => [
  ...(wave.kinds.some(({ daemon, tolerates }) => daemon === true && tolerates !== true)
    ? [
        [
          {
            says: "let DaemonSets tolerate Karpenter's taint, so that it leaves their pods and no other pod waits for them",
            wave: withDaemonsLeft(wave),
          },
        ],
      ]
    : []),
  [
    {
      says: 'take the priority class system-cluster-critical or system-node-critical from pods that can do without, so that Karpenter evicts them with the others',
      wave: withoutPriority(wave),
    },
  ],
];

/** What lets pods end that are given less time than they take. */
const kinder = (wave: Wave): readonly Lever[] => [
  wave.drainers.some((one) => one.kind === 'nth' && one.podGrace !== undefined)
    ? [
        {
          says: 'set podTerminationGracePeriod to -1, with which pods get what they ask for',
          wave: withOwnGrace(wave),
        },
      ]
    : [],
  wave.drainers.some(({ kind }) => kind === 'karpenter')
    ? [
        {
          says: `set terminationGracePeriod to ${2 * wave.notice}s, which cuts no pod short before the node goes`,
          wave: withDeadline(wave, 2 * wave.notice),
        },
      ]
    : [],
];

function nthLevers(wave: Wave, { replicas, workers, limit }: NthDrainer): readonly Lever[] {
  return [
    REPLICAS.filter((count) => count > replicas).map((count) => ({
      says: `run ${count} replicas of NTH instead of ${replicas}: each has workers and limits of its own`,
      wave: withNth(wave, { replicas: count }),
    })),
    WORKERS.filter((count) => count !== workers).map((count) => ({
      says: `give NTH ${count} workers instead of ${workers}`,
      wave: withNth(wave, { workers: count }),
    })),
    [20, 50, 100]
      .filter((qps) => qps > limit.qps)
      .map((qps) => ({
        says: `let NTH make ${qps} calls a second with 50 workers (KUBE_API_QPS, which no chart up to 0.27.6 has)`,
        wave: withNth(wave, {
          limit: { qps, burst: 2 * qps },
          sharedLimit: true,
          workers: Math.max(50, workers),
        }),
      })),
  ];
}

/** Karpenter deletes protected pods in time for their grace before its deadline. */
const deadlines = (wave: Wave): Lever =>
  [100, 60].map((seconds) => ({
    says: `set terminationGracePeriod to ${seconds}s, by which Karpenter deletes pods that no eviction moves`,
    wave: withDeadline(wave, seconds),
  }));

/** Where no single change is enough: shorter grace and more replicas of NTH, as little of both as fits. */
export function together(wave: Wave): Lever {
  const nth = wave.drainers.find((one): one is NthDrainer => one.kind === 'nth');
  if (nth?.mode !== 'queue') return [];
  return REPLICAS.filter((count) => count > nth.replicas && count >= 5).flatMap((replicas) =>
    GRACES.map((grace) => ({
      says: `run ${replicas} replicas of NTH and let no pod take more than ${grace} s to end`,
      wave: withNth(withMostGrace(wave, grace), { replicas }),
    })),
  );
}
