/** A version that allows several releases: what each of them would do, and one answer where they agree. */
import type { Installation } from '../model/system.js';
import { isUndecided } from '../value/logic.js';
import { isUnknown, unknown } from '../value/value.js';
import { fatesOf, type Hop, isPartly, type Path, passes } from './hop.js';

type PathOf = (release: string) => readonly Path[];

/** The best way that an installation has, over all its releases; undefined where none has any. */
export function overReleases(installation: Installation, pathsOf: PathOf): Path | undefined {
  const { allowed, beyondFacts } = installation.releases;
  const made = allowed.map((release) => best(pathsOf(release)));
  const outcomes = new Set(made.map(outcomeOf));
  const path = best(made.filter((one) => one !== undefined));
  if (path === undefined) return undefined;
  if (outcomes.size === 1 && !beyondFacts) return made.at(-1);
  return passes(path.hops) === false
    ? path
    : { ...path, hops: [versionHop(installation, outcomes.size > 1), ...path.hops] };
}

/**
 * Of several ways the one that matters most: one that may drain before one that
 * cordons, and of equals what is sure before what holds in part or perhaps.
 */
export const best = <T extends Path>(paths: readonly (T | undefined)[]): T | undefined =>
  paths
    .filter((path) => path !== undefined)
    .map((path) => ({ path, rank: rankOf(path) }))
    .reduce<{ path: T; rank: number } | undefined>(
      (first, one) => (first === undefined || one.rank > first.rank ? one : first),
      undefined,
    )?.path;

const STRENGTH = { observe: [1, 0], cordon: [2, 0], drain: [3, 0], terminate: [3, 1] } as const;

function rankOf({ hops, reaction }: Path): number {
  const open = passes(hops);
  if (reaction === undefined || open === false) return 0;
  const [kind, more] = STRENGTH[reaction];
  const sure = open === true ? (isPartly(hops) ? 2 : 3) : 1;
  return kind * 100 + sure * 10 + more;
}

/** What tells two releases apart that matters to anybody. */
function outcomeOf(path: Path | undefined): string {
  if (path === undefined || path.reaction === undefined) return 'nothing';
  const open = passes(path.hops);
  if (open === false) return 'nothing';
  const fates = fatesOf(path).map(({ fate }) => fate);
  return JSON.stringify([
    path.reaction,
    isUndecided(open) ? open.term : open,
    isPartly(path.hops),
    fates,
  ]);
}

function versionHop({ id, releases, from }: Installation, differ: boolean): Hop {
  const { written, allowed } = releases;
  const term = written !== undefined && isUnknown(written) ? written.term : `version of ${id}`;
  const at = written?.from ?? from;
  return {
    step: 'version',
    node: id,
    passes: unknown('input', term, at),
    says: differ
      ? `its version allows releases from ${allowed[0]} to ${allowed.at(-1)}, and they differ`
      : 'its version allows releases that are newer than the tables',
    from: at,
  };
}
