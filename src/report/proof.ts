/** What `prove` shows of one configuration, whatever the format. */
import { type Counterexample, counterexampleOf } from '../model/counterexample.js';
import type { JudgedVerdict, Proof } from '../model/expect.js';
import type { Assumption, Cluster, Pool, System } from '../model/system.js';
import type { Timeline } from '../model/timeline.js';
import { type Titles, titlesOf } from '../model/titles.js';
import { isUnknown } from '../value/value.js';

export interface ProvedConfiguration {
  readonly root: string;
  /** Empty where nothing names it. */
  readonly cluster: string;
  readonly proof: Proof;
  readonly title: Titles;
  readonly assumptions: readonly Assumption[];
  /** How drains of its pools fit. */
  readonly timelines: readonly Timeline[];
  /** Why it is refuted, where a single (pool, event) shows it. */
  readonly counterexample?: Counterexample;
  readonly pools: readonly { readonly pool: Pool; readonly verdicts: readonly JudgedVerdict[] }[];
}

export function provedConfiguration(
  root: string,
  system: System,
  verdicts: readonly JudgedVerdict[],
  proof: Proof,
  timelines: readonly Timeline[] = [],
): ProvedConfiguration {
  const cluster = system.clusters[0];
  const counterexample = counterexampleOf(verdicts);
  const assumptions = new Map<string, Assumption>();
  for (const verdict of verdicts)
    for (const assumption of verdict.assuming) assumptions.set(assumption.id, assumption);
  return {
    root,
    cluster: nameOf(cluster),
    proof,
    title: titlesOf(system),
    assumptions: [...assumptions.values()],
    timelines,
    ...(counterexample && { counterexample }),
    pools: system.pools.map((pool) => ({
      pool,
      verdicts: verdicts.filter((verdict) => verdict.pool === pool),
    })),
  };
}

const nameOf = (cluster: Cluster | undefined): string => {
  if (cluster === undefined || cluster.unnamed) return '';
  return isUnknown(cluster.name) ? cluster.name.term : cluster.name.value;
};

/** The worst of several: one refuted configuration refutes, one undetermined leaves it open, none proves nothing. */
export function worst(proofs: readonly Proof[]): Proof {
  if (proofs.includes('refuted')) return 'refuted';
  return proofs.length > 0 && proofs.every((proof) => proof === 'proved')
    ? 'proved'
    : 'undetermined';
}
