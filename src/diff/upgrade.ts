/** What each release of an upgrade changes: the same configuration judged before and after it. */
import type { Finding } from '../diagnostics/finding.js';
import type { Span } from '../source/span.js';
import { type Difference, differenceOf, differs, type OwnerChange } from './compare.js';
import type { Hop } from './hops.js';
import type { ReleaseNote } from './release-notes.js';
import type { Standing } from './standing.js';

/** A configuration as it is judged at one hop. */
export interface HopJudgement {
  readonly standings: readonly Standing[];
  /** Of all configurations, without what the difference says better. */
  readonly findings: readonly Finding[];
}

/** An argument without which the release would change nothing of an owner. */
export interface Cause {
  readonly argument: string;
  readonly at: Span;
}

export interface ReleaseChange {
  readonly release: NonNullable<Hop['upgraded']>;
  /** One for each configuration that changes. */
  readonly differences: readonly Difference[];
  readonly causes: readonly Cause[];
  readonly findings: { readonly begun: readonly Finding[]; readonly ended: readonly Finding[] };
  readonly notes: readonly ReleaseNote[];
}

export function releaseChange(
  release: ReleaseChange['release'],
  before: HopJudgement,
  after: HopJudgement,
  notes: readonly ReleaseNote[],
): ReleaseChange {
  const [had, has] = [identities(before.findings), identities(after.findings)];
  return {
    release,
    differences: paired(before.standings, after.standings)
      .map((difference) => withoutItself(difference, release))
      // What does not compile at a release is said in its notes.
      .filter(({ proof: { before: was, after: is } }) => was !== undefined && is !== undefined)
      .filter(differs),
    causes: [],
    findings: {
      begun: after.findings.filter((one) => !had.has(identityOf(one))),
      ended: before.findings.filter((one) => !has.has(identityOf(one))),
    },
    notes,
  };
}

/** That the release is now another one is what all the rest comes from. */
const withoutItself = (difference: Difference, { to }: ReleaseChange['release']): Difference => ({
  ...difference,
  versions: difference.versions.filter(({ after }) => after !== to),
});

export const changesAnything = ({ differences, findings, notes }: ReleaseChange): boolean =>
  differences.length + findings.begun.length + findings.ended.length + notes.length > 0;

/** Pairs by configuration and cluster. */
export function paired(
  before: readonly Standing[],
  after: readonly Standing[],
): readonly Difference[] {
  const keyOf = ({ root, cluster }: Standing): string => `${root}\n${cluster}`;
  const [a, b] = [before, after].map((all) => new Map(all.map((one) => [keyOf(one), one])));
  return [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].map((key) =>
    differenceOf(a?.get(key), b?.get(key)),
  );
}

/** Owners that a release takes away, or doubles: what is worth looking for a cause. */
export const worsened = ({ differences }: ReleaseChange): readonly OwnerChange[] =>
  differences.flatMap(({ owners }) =>
    owners.filter(({ before, after }) => before?.state === 'owned' && after?.state !== 'owned'),
  );

/** Whether a judgement gives every worsened event the answer that it had before. */
export const restores = (
  changes: readonly OwnerChange[],
  { standings }: Pick<HopJudgement, 'standings'>,
): boolean =>
  changes.every(({ pool, events, before }) =>
    standings.some(({ pools }) =>
      pools.some(
        ({ id, answers }) =>
          id === pool && events.every((event) => answers.get(event)?.text === before?.text),
      ),
    ),
  );

const identities = (findings: readonly Finding[]): ReadonlySet<string> =>
  new Set(findings.map(identityOf));

/** The version in a message is what changes at every release. */
const identityOf = ({ rule, message, at }: Finding): string =>
  [rule, at.file, message.replace(/\b\d+\.\d+\.\d+\b/g, 'x')].join('\n');
