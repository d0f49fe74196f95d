/** What to change where a wave does not fit: every change is tried on the same wave before it is named. */
import { type Lever, leversOf, together, WORKERS } from './levers.js';
import type { Outcome } from './outcome.js';
import type { Parameters } from './run.js';
import { simulate } from './simulate.js';
import { podsOf, withNodes, withNth } from './variants.js';
import type { NthDrainer, Wave } from './wave.js';

export interface Advice {
  /** Starts lower-case, no final period. */
  readonly says: string;
  readonly inTime: number;
  readonly fits: boolean;
}

export interface Advised {
  readonly advice: readonly Advice[];
  /** What people would try first and what it does not save. */
  readonly idle: readonly string[];
  /** As many nodes of each pool at once fit; undefined where none do, or it was not tried. */
  readonly mostNodes?: number;
  /** The wave is too large to be tried again and again. */
  readonly untried: boolean;
}

/** Pods that may be simulated in all while changes are tried. */
const MOST = 600_000;

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
    idle: ofWorkers(wave, outcome, given),
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

/**
 * What becomes of more workers: they are the first thing to try, share a limit of
 * calls, and from some number on only wait for each other.
 */
function ofWorkers(wave: Wave, outcome: Outcome, given: Parameters): readonly string[] {
  const nth = wave.drainers.find((one): one is NthDrainer => one.kind === 'nth');
  if (nth?.mode !== 'queue') return [];
  const tried = WORKERS.filter((count) => count > nth.workers).map((workers) => ({
    workers,
    inTime: simulate(withNth(wave, { workers }), given).inTime,
  }));
  const why = `they share ${nth.limit.qps} calls a second and wait for each other`;
  const most = tried.reduce((top, one) => (one.inTime > top.inTime ? one : top), {
    workers: nth.workers,
    inTime: outcome.inTime,
  });
  const fewer = tried.filter((one) => one.workers > most.workers && one.inTime < most.inTime);
  const counts = fewer.map(({ workers, inTime }) => `${workers}: ${inTime}`).join(', ');
  if (fewer.length > 0)
    return [`more than ${most.workers} workers save fewer pods (${counts}): ${why}`];
  const idle = tried.length > 0 && most.workers === nth.workers;
  return idle
    ? [`more workers (${tried.map(({ workers }) => workers).join(', ')}) save no pod: ${why}`]
    : [];
}

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
