/** The ownership table: who acts on every event of every pool. */
import { actorsOf, type JudgedVerdict, ownerOf } from '../model/expect.js';
import type { Titles } from '../model/titles.js';
import { type Claim, eventName } from '../model/verdict.js';
import { positionAt } from '../source/text.js';
import { isUndecided } from '../value/logic.js';
import type { Unknown, UnknownCause } from '../value/value.js';
import type { ProvedConfiguration } from './proof.js';
import type { Sources } from './sources.js';
import { pad, type Style, shorten, visible, width } from './terminal.js';

interface Row {
  readonly event: string;
  readonly owner: string;
  readonly reaction: string;
  readonly verdict: string;
  readonly paint: (text: string) => string;
}

export interface TableOptions {
  readonly style: Style;
  readonly sources: Sources;
  readonly title: Titles;
  /** Show events that cannot befall a pool, and the chain of every claim. */
  readonly verbose: boolean;
}

export function tableText(
  configuration: ProvedConfiguration,
  given: Omit<TableOptions, 'title'>,
): string {
  const options: TableOptions = { ...given, title: configuration.title };
  const { style } = options;
  const lines = [`${style.bold(visible(configuration.root))}: ${proofText(configuration, style)}`];
  for (const { pool, verdicts } of configuration.pools) {
    const types = (['spot', 'on-demand', 'reserved'] as const).filter(
      (type) => pool.can[type] === true,
    );
    lines.push(
      '',
      `  ${style.bold(visible(pool.id))} ${style.dim(`${pool.kind}${types.length === 0 ? '' : `, ${types.join(' and ')}`}, ${pool.presence}`)}`,
    );
    const rows = rowsOf(verdicts, options);
    if (rows.length === 0) lines.push(`    ${style.dim('nothing can interrupt it')}`);
    lines.push(...rows);
  }
  if (configuration.assumptions.length > 0) {
    lines.push('', `  ${style.bold('taken for granted')}`);
    for (const { says } of configuration.assumptions) lines.push(`    ${visible(says)}`);
  }
  return `${lines.join('\n')}\n`;
}

function proofText({ proof, cluster, pools }: ProvedConfiguration, style: Style): string {
  const paint = proof === 'proved' ? style.good : proof === 'refuted' ? style.error : style.warning;
  const what =
    pools.length === 0
      ? ' (nothing to judge: no pool is in sight)'
      : cluster === ''
        ? ''
        : ` for cluster ${visible(cluster)}`;
  return `${paint(proof)}${what}`;
}

function rowsOf(verdicts: readonly JudgedVerdict[], options: TableOptions): readonly string[] {
  const { style, verbose } = options;
  const shown = verdicts.filter((verdict) => verbose || (isShown(verdict) && !isLeft(verdict)));
  const left = verbose ? [] : [...new Set(verdicts.filter(isLeft).map(({ event }) => event.kind))];
  const folded = verbose
    ? shown.map((verdict) => ({ verdict, name: eventName(verdict.event) }))
    : fold(shown);
  const rows = folded.map(({ verdict, name }) => ({ verdict, row: rowOf(verdict, name, options) }));
  const columns = (key: 'event' | 'owner' | 'reaction'): number =>
    Math.max(0, ...rows.map(({ row }) => width(row[key])));
  const [event, owner, reaction] = [columns('event'), columns('owner'), columns('reaction')];
  const lines = rows.flatMap(({ verdict, row }) => [
    `    ${pad(row.event, event)}  ${pad(row.owner, owner)}  ${pad(row.reaction, reaction)}  ${row.paint(row.verdict)}`.trimEnd(),
    ...(verbose ? verdict.claims.flatMap((claim) => chain(claim, options)) : []),
  ]);
  return left.length === 0
    ? lines
    : [...lines, `    ${style.dim(`nobody drains for ${left.join(', ')}, and nobody has to`)}`];
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
): readonly { readonly verdict: JudgedVerdict; readonly name: string }[] {
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
    const name =
      kinds.length === group.length || verdict.event.variant === undefined
        ? verdict.event.kind
        : `${verdict.event.kind}/${group.map(({ event }) => event.variant).join(',')}`;
    return { verdict, name };
  });
}

function rowOf(verdict: JudgedVerdict, event: string, { style, title }: TableOptions): Row {
  const { state, expected, gap, unknowns, wrong } = verdict;
  const owner = ownerOf(verdict);
  const base = {
    event,
    owner: owner === undefined ? '-' : visible(title(owner.installation)),
    reaction: owner?.reaction ?? '',
  };
  if (wrong === true)
    return { ...base, verdict: `wrong: the policy says ${expected?.owner}`, paint: style.error };
  switch (state) {
    case 'owned':
      return { ...base, verdict: 'owned', paint: style.good };
    case 'conflict': {
      const all = actorsOf(verdict);
      return {
        event,
        owner: visible(all.map(({ installation }) => title(installation)).join(' + ')),
        reaction: all.map(({ reaction }) => reaction).join(' + '),
        verdict: 'conflict',
        paint: style.error,
      };
    }
    case 'accepted':
      return {
        ...base,
        verdict: `accepted: ${visible(expected?.because ?? '')}`,
        paint: style.dim,
      };
    case 'gap':
      return {
        ...base,
        verdict: `gap (${gap ?? 'none'})`,
        paint: gap === 'error' ? style.error : gap === 'warning' ? style.warning : style.note,
      };
    case 'undetermined':
      return {
        ...base,
        verdict: `undetermined, because ${shorten(visible(unknowns[0]?.term ?? 'something'))} is unknown`,
        paint: style.warning,
      };
    case 'not-applicable':
      return { ...base, verdict: 'cannot happen', paint: style.dim };
  }
}

function chain(claim: Claim, { style, sources, title }: TableOptions): readonly string[] {
  const mark = (open: unknown): string =>
    open === true ? 'open' : open === false ? 'shut' : '?   ';
  return [
    `      ${style.dim(`${visible(title(claim.installation))} would ${claim.reaction}:`)}`,
    ...claim.gates.map((gate) => {
      const { file, start } = gate.from.at;
      const { line } = positionAt(sources(file), start);
      const says = `${visible(gate.says)} (${visible(file)}:${line})`;
      const open = isUndecided(gate.open) ? `: ${whyUnknown(gate.open, sources)}` : '';
      return style.dim(`        ${mark(gate.open)} ${pad(gate.name, 10)} ${says}${open}`);
    }),
  ];
}

const CAUSES: Readonly<Record<UnknownCause, string>> = {
  apply: 'is known after apply',
  input: 'has no value',
  unread: 'was not read',
  limit: 'is too much to evaluate',
};

/** What made a value unknown, and where that is written. */
function whyUnknown({ term, unknown, from }: Unknown, sources: Sources): string {
  const { file, start } = from.at;
  const { line } = positionAt(sources(file), start);
  return `${visible(term)} ${CAUSES[unknown]} (${visible(file)}:${line})`;
}
