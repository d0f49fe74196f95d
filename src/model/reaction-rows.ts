/** What an installation may do about an event on a kind of pool: the rows of the table for the releases that its version allows. */
import type { EventAtom as EventFact } from '../facts/events.js';
import { inRange } from '../facts/range.js';
import type { PoolKind, ReactionRow } from '../facts/reactions.js';
import { isUnknown, unknown } from '../value/value.js';
import type { Installation } from './system.js';
import type { Gate } from './verdict.js';

type Reactions = typeof import('../facts/reactions.js');

export interface RowOfReleases {
  readonly row: ReactionRow;
  /** Shut or unknown where only some of the allowed releases have the row. */
  readonly gate: Gate | undefined;
}

/** The rows of every allowed release, each once. */
export function reactionRows(
  reactions: Reactions,
  installation: Installation,
  pool: PoolKind,
  event: EventFact,
): readonly RowOfReleases[] {
  const { handler, mode, releases } = installation;
  const { kind, variant } = event;
  const rowsAt = (version?: string): readonly ReactionRow[] =>
    reactions.reactionsFor({ handler, mode, pool, event: kind, variant, version });
  if (handler === 'eks' || handler === 'asg')
    return rowsAt().map((row) => ({ row, gate: undefined }));
  const found = new Map<ReactionRow, number>();
  for (const version of releases.allowed)
    for (const row of rowsAt(version)) found.set(row, (found.get(row) ?? 0) + 1);
  return [...found].map(([row, count]) => ({
    row,
    gate:
      count === releases.allowed.length && !releases.beyondFacts
        ? undefined
        : versionGate(installation, row, count),
  }));
}

/** The allowed releases that the row is true of. */
export const releasesOf = ({ releases }: Installation, row: ReactionRow): readonly string[] =>
  releases.allowed.filter((version) => inRange(version, row.versions));

function versionGate(installation: Installation, row: ReactionRow, count: number): Gate {
  const { releases, id, from } = installation;
  const written = releases.written;
  const term = written !== undefined && isUnknown(written) ? written.term : `version of ${id}`;
  const all = count === releases.allowed.length;
  return {
    name: 'version',
    node: id,
    open: unknown('input', term, written?.from ?? from),
    from: written?.from ?? from,
    says: all
      ? 'the version allows releases that are newer than the tables'
      : `only some of the releases that the version allows do it (${row.versions[0]} and later)`,
    fact: row.source,
  };
}
