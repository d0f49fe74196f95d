/** Words that several rules share: pools with their events, the chain of a claim, the gate that is shut. */
import type { JudgedVerdict } from '../model/expect.js';
import type { Pool, System } from '../model/system.js';
import type { Claim, Gate, GateName } from '../model/verdict.js';
import { isUnknown } from '../value/value.js';

export interface PoolGroup {
  readonly pool: Pool;
  readonly group: readonly [JudgedVerdict, ...JudgedVerdict[]];
}

/** Verdicts of one pool that tell the same story: the same claims hold. */
export function groupByPool(verdicts: readonly JudgedVerdict[]): readonly PoolGroup[] {
  const groups = new Map<string, [JudgedVerdict, ...JudgedVerdict[]]>();
  for (const verdict of verdicts) {
    const key = `${verdict.pool.cluster}\n${verdict.pool.id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [verdict]);
    else group.push(verdict);
  }
  return [...groups.values()].map((group) => ({ pool: group[0].pool, group }));
}

/** `a, b and c`; variants of one event fold into it. */
export const eventsText = (group: readonly JudgedVerdict[]): string =>
  listText([...new Set(group.map(({ event }) => event.kind))]);

/** The gates that are particular to a claim, in words: what a reader could change to shut it. */
export function chainOf(claim: Claim): string {
  const named = (names: readonly GateName[]): string =>
    claim.gates
      .filter(({ name }) => names.includes(name))
      .map(({ says }) => says)
      .join(', ');
  return (
    named(['tag', 'placement', 'setting']) ||
    named(['pattern', 'poll']) ||
    claim.gates.map(({ says }) => says).join(', ')
  );
}

/** The gate that keeps a claim from holding. */
export const shutGate = (claim: Claim): Gate | undefined =>
  claim.gates.find(({ open }) => open === false) ??
  claim.gates.find(({ partly }) => partly === true);

export function clusterOf(system: System, pool: Pool): { readonly cluster?: string } {
  const cluster = system.clusters.find(({ id }) => id === pool.cluster);
  if (cluster === undefined || cluster.unnamed) return {};
  return { cluster: isUnknown(cluster.name) ? cluster.name.term : cluster.name.value };
}

/** `a, b and c`. */
export const listText = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' and ');

/** A span of time in the largest unit that says it exactly. */
export function spanText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}
