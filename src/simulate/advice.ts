/** What to change where a wave does not fit: every change is tried on the same wave before it is named. */
import type { Outcome, Stage } from './outcome.js';
import type { Parameters } from './run.js';
import { simulate } from './simulate.js';
import {
  podsOf,
  withDeadline,
  withLooserBudgets,
  withMostGrace,
  withNodes,
  withNth,
} from './variants.js';
import type { NthDrainer, Wave } from './wave.js';

export interface Advice {
  /** Starts lower-case, no final period. */
  readonly says: string;
  readonly inTime: number;
  readonly fits: boolean;
}

export interface Advised {
  readonly advice: readonly Advice[];
  /** Changes that people would try first and that save nothing. */
  readonly idle: readonly string[];
  /** As many nodes of each pool at once fit; undefined where none do, or it was not tried. */
  readonly mostNodes?: number;
  /** The wave is too large to be tried again and again. */
  readonly untried: boolean;
}

/** Pods that may be simulated in all while changes are tried. */
const MOST = 600_000;

interface Change {
  readonly says: string;
  readonly wave: Wave;
}

/** Changes of one kind, the smallest first. */
type Lever = readonly Change[];

export function advise(wave: Wave, outcome: Outcome, given: Parameters): Advised {
  if (outcome.fits) return { advice: [], idle: [], untried: false };
  const levers = leversOf(wave, outcome);
  const tries = levers.reduce((sum, lever) => sum + lever.length, 0) + 30;
  if (podsOf(wave) * tries > MOST) return { advice: [], idle: [], untried: true };
  const advice = levers.flatMap((lever) => best(lever, outcome, given));
  const both = advice.some(({ fits }) => fits) ? [] : best(together(wave), outcome, given);
  const mostNodes = largest(wave, given);
  return {
    advice: [...advice, ...both],
    idle: idleWorkers(wave, outcome, given),
    untried: false,
    ...(mostNodes !== undefined && { mostNodes }),
  };
}

/** The smallest change of a lever that makes the wave fit; else the one that saves most, if it saves any. */
function best(lever: Lever, outcome: Outcome, given: Parameters): readonly Advice[] {
  const tried = lever.map(({ says, wave }) => {
    const { inTime, fits } = simulate(wave, given);
    return { says, inTime, fits };
  });
  const fitting = tried.find(({ fits }) => fits);
  if (fitting !== undefined) return [fitting];
  const most = tried.reduce<Advice | undefined>(
    (top, one) => (one.inTime > (top?.inTime ?? outcome.inTime) ? one : top),
    undefined,
  );
  return most === undefined ? [] : [most];
}

const GRACES = [60, 45, 30, 20, 10];
const REPLICAS = [2, 3, 5, 10, 20];
const WORKERS = [20, 50, 100];

/** Where no single change is enough: shorter grace and more replicas of NTH, as little of both as fits. */
function together(wave: Wave): Lever {
  const nth = wave.drainers.find((one): one is NthDrainer => one.kind === 'nth');
  if (nth?.mode !== 'queue') return [];
  return REPLICAS.filter((count) => count > nth.replicas && count >= 5).flatMap((replicas) =>
    GRACES.map((grace) => ({
      says: `run ${replicas} replicas of NTH and let no pod take more than ${grace} s to end`,
      wave: withNth(withMostGrace(wave, grace), { replicas }),
    })),
  );
}

/** More workers that share a limit of calls only wait for each other: said, because it is the first thing to try. */
function idleWorkers(wave: Wave, outcome: Outcome, given: Parameters): readonly string[] {
  const nth = wave.drainers.find((one): one is NthDrainer => one.kind === 'nth');
  if (nth?.mode !== 'queue') return [];
  const more = WORKERS.filter((count) => count > nth.workers);
  const inTime = more.map((workers) => simulate(withNth(wave, { workers }), given).inTime);
  if (more.length === 0 || inTime.some((count) => count > outcome.inTime)) return [];
  return [
    `more workers (${more.join(', ')}) save no pod: they share ${nth.limit.qps} calls a second and wait for each other`,
  ];
}

function leversOf(wave: Wave, outcome: Outcome): readonly Lever[] {
  const waits = (stage: Stage): boolean => outcome.pools.some((pool) => pool.waits[stage] > 0);
  const longest = wave.kinds.reduce((most, { grace }) => Math.max(most, grace), 0);
  const nth = wave.drainers.find((one): one is NthDrainer => one.kind === 'nth');
  const graces = GRACES.filter((grace) => grace < longest).map((grace) => ({
    says: `let no pod take more than ${grace} s to end`,
    wave: withMostGrace(wave, grace),
  }));
  return [
    ...(nth?.mode === 'queue' ? nthLevers(wave, nth) : []),
    ...(nth?.mode === 'imds' && nth.window < wave.notice
      ? [
          [
            {
              says: `set nodeTerminationGracePeriod to ${wave.notice}: in IMDS mode a drain waits until so many seconds are left`,
              wave: withNth(wave, { window: wave.notice }),
            },
          ],
        ]
      : []),
    graces,
    ...(waits('budget')
      ? [
          [2, 4, 10].map((times) => ({
            says: `let disruption budgets give ${times} times as many pods at once`,
            wave: withLooserBudgets(wave, times),
          })),
        ]
      : []),
    ...(waits('protection') ? [deadlines(wave)] : []),
  ].filter((lever) => lever.length > 0);
}

function nthLevers(wave: Wave, { replicas, workers, limit }: NthDrainer): readonly Lever[] {
  return [
    REPLICAS.filter((count) => count > replicas).map((count) => ({
      says: `run ${count} replicas of NTH instead of ${replicas}: each has workers and limits of its own`,
      wave: withNth(wave, { replicas: count }),
    })),
    WORKERS.filter((count) => count > workers).map((count) => ({
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

/** By halving: fewer nodes at once never need more time. */
function largest(wave: Wave, given: Parameters): number | undefined {
  const counts = wave.pools.map((_, pool) => wave.nodes.filter((one) => one === pool).length);
  let [low, high] = [0, counts.reduce((a, b) => Math.max(a, b), 0)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (simulate(withNodes(wave, middle), given).fits) low = middle;
    else high = middle;
  }
  return low === 0 ? undefined : low;
}
