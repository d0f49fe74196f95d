/**
 * The rows of the ownership table, whatever the format: which events are worth
 * a row, who acts, and what it comes to. Texts are as users wrote them; each
 * format encodes them for its medium.
 */
import { actorsOf, type JudgedVerdict, ownerOf } from '../model/expect.js';
import type { Titles } from '../model/titles.js';
import { eventName } from '../model/verdict.js';
import type { Style } from './terminal.js';

/** How good or bad a row is; what paints it differs by format. */
export type Tone = Exclude<keyof Style, 'bold'>;

export interface OwnershipRow {
  readonly verdict: JudgedVerdict;
  /** The event, with its variants where they have different answers. */
  readonly event: string;
  /** Titles of those who act; none where nobody does. */
  readonly owners: readonly string[];
  readonly reactions: readonly string[];
  readonly says: string;
  /** A reason or a term that follows what the row says. */
  readonly because?: string;
  readonly tone: Tone;
}

export interface OwnershipRows {
  readonly rows: readonly OwnershipRow[];
  /** Events that nobody drains for and nobody has to: one line instead of many rows. */
  readonly left: readonly string[];
}

/** The rows of one pool; `all` gives those of events that cannot befall it, too. */
export function ownershipRows(
  verdicts: readonly JudgedVerdict[],
  title: Titles,
  all: boolean,
): OwnershipRows {
  const named = all
    ? verdicts.map((verdict) => ({ verdict, event: eventName(verdict.event) }))
    : fold(verdicts.filter((verdict) => isShown(verdict) && !isLeft(verdict)));
  return {
    rows: named.map(({ verdict, event }) => rowOf(verdict, event, title)),
    left: all ? [] : [...new Set(verdicts.filter(isLeft).map(({ event }) => event.kind))],
  };
}

/** Events of the least severity that no handler of this pool acts on: many rows that say one thing. */
const isLeft = ({ state, gap, expected, event }: JudgedVerdict): boolean =>
  state === 'accepted' &&
  gap === 'note' &&
  expected?.basis === 'fact' &&
  event.kind !== 'rebalance-recommendation';

/** Events that cannot happen, and those that nobody has to handle and nobody does, only fill the page. */
const isShown = ({ state, gap }: JudgedVerdict): boolean =>
  state !== 'not-applicable' && !((state === 'gap' || state === 'accepted') && gap === null);

/** Variants of one event that have the same answer are one row. */
function fold(
  verdicts: readonly JudgedVerdict[],
): readonly { readonly verdict: JudgedVerdict; readonly event: string }[] {
  const groups = new Map<string, JudgedVerdict[]>();
  for (const verdict of verdicts) {
    const key = [
      verdict.event.kind,
      verdict.state,
      verdict.wrong === true,
      ownerOf(verdict)?.installation,
      ownerOf(verdict)?.reaction,
    ].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), verdict]);
  }
  return [...groups.values()].map((group) => {
    const verdict = group[0] as JudgedVerdict;
    const kinds = verdicts.filter(({ event }) => event.kind === verdict.event.kind);
    const event =
      kinds.length === group.length || verdict.event.variant === undefined
        ? verdict.event.kind
        : `${verdict.event.kind}/${group.map((one) => one.event.variant).join(',')}`;
    return { verdict, event };
  });
}

function rowOf(verdict: JudgedVerdict, event: string, title: Titles): OwnershipRow {
  const { state, expected, gap, unknowns, wrong } = verdict;
  const owner = ownerOf(verdict);
  const actors = state === 'conflict' ? actorsOf(verdict) : owner === undefined ? [] : [owner];
  const base = {
    verdict,
    event,
    owners: actors.map(({ installation }) => title(installation)),
    reactions: actors.map(({ reaction }) => reaction),
  };
  if (wrong === true)
    return { ...base, says: `wrong: the policy says ${expected?.owner}`, tone: 'error' };
  switch (state) {
    case 'owned':
      return { ...base, says: 'owned', tone: 'good' };
    case 'conflict':
      return { ...base, says: 'conflict', tone: 'error' };
    case 'accepted':
      return { ...base, says: 'accepted', because: expected?.because ?? '', tone: 'dim' };
    case 'gap':
      return {
        ...base,
        says: `gap (${gap ?? 'none'})`,
        tone: gap === 'error' || gap === 'warning' ? gap : 'note',
      };
    case 'undetermined':
      return {
        ...base,
        says: 'undetermined',
        because: unknowns[0]?.term ?? 'something',
        tone: 'warning',
      };
    case 'not-applicable':
      return { ...base, says: 'cannot happen', tone: 'dim' };
  }
}
