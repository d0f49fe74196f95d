/** One cluster of a judged repo, as adopting sees it. */
import type { JudgedVerdict } from '../../model/expect.js';
import type { Cluster, Installation, Pool, System } from '../../model/system.js';
import { titlesOf } from '../../model/titles.js';
import type { Written, WrittenCall, WrittenChart } from '../../model/written.js';
import { nothingWritten } from '../../model/written.js';
import type { PolicyFacts } from '../../policy/read.js';
import type { ProvedRoot } from '../root.js';

export interface AdoptSource {
  readonly system: System;
  readonly cluster: Cluster;
  readonly pools: readonly Pool[];
  readonly verdicts: readonly JudgedVerdict[];
  readonly installations: readonly Installation[];
  readonly written: Written;
  /** The call of the add-ons module for this cluster, where there is one. */
  readonly addons: WrittenCall | undefined;
  readonly facts: PolicyFacts;
  /** What installations are called, for people. */
  readonly title: (installation: string) => string;
}

export function adoptSource(
  { system, verdicts }: ProvedRoot,
  cluster: Cluster,
  facts: AdoptSource['facts'],
): AdoptSource {
  const written = system.as ?? nothingWritten;
  const here = <T extends { readonly cluster: string }>(items: readonly T[]): readonly T[] =>
    items.filter((item) => item.cluster === cluster.id);
  const installations = here(system.installations).filter(({ exists }) => exists !== false);
  const calls = written.calls.filter(({ source }) => source === facts.addons.ADDONS_SOURCE);
  const own = calls.find(({ address }) =>
    installations.some(({ id }) => id.startsWith(`${address}.`)),
  );
  return {
    system,
    cluster,
    pools: here(system.pools).filter(({ exists }) => exists !== false),
    verdicts: verdicts.filter(({ pool }) => pool.cluster === cluster.id),
    installations,
    written,
    addons: own ?? (system.clusters.length === 1 ? calls[0] : undefined),
    facts,
    title: titlesOf(system),
  };
}

/** The chart release that makes an installation. */
export const chartOf = (
  { written }: AdoptSource,
  installation: Installation,
): WrittenChart | undefined => written.charts.find(({ address }) => address === installation.id);
