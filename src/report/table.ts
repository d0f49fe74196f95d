/** The ownership table: who acts on every event of every pool. */
import type { JudgedVerdict } from '../model/expect.js';
import type { Titles } from '../model/titles.js';
import type { Claim } from '../model/verdict.js';
import { positionAt } from '../source/text.js';
import { isUndecided } from '../value/logic.js';
import { counterexampleText } from './counterexample.js';
import { type OwnershipRow, ownershipRows } from './ownership.js';
import type { ProvedConfiguration } from './proof.js';
import type { Sources } from './sources.js';
import { pad, type Style, shorten, visible, width } from './terminal.js';
import { whyUnknown } from './unknown.js';

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
  lines.push(...counterexample(configuration, options));
  return `${lines.join('\n')}\n`;
}

function counterexample(
  { counterexample: found, title }: ProvedConfiguration,
  { style, sources }: TableOptions,
): readonly string[] {
  if (found === undefined) return [];
  const { says, chains } = counterexampleText(found, title, sources);
  return [
    '',
    `  ${style.bold('counterexample')}`,
    `    ${visible(says)}`,
    ...chains.flatMap((chain) => [
      `      ${visible(chain.says)}`,
      ...chain.hops.map((hop) => `        ${visible(hop.says)} (${visible(hop.place)})`),
    ]),
  ];
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
  const { style, title, verbose } = options;
  const { rows, left } = ownershipRows(verdicts, title, verbose);
  const cells = rows.map((row) => ({
    ...row,
    owner: row.owners.length === 0 ? '-' : visible(row.owners.join(' + ')),
    reaction: row.reactions.join(' + '),
  }));
  const columns = (key: 'event' | 'owner' | 'reaction'): number =>
    Math.max(0, ...cells.map((row) => width(row[key])));
  const [event, owner, reaction] = [columns('event'), columns('owner'), columns('reaction')];
  const lines = cells.flatMap((row) => [
    `    ${pad(row.event, event)}  ${pad(row.owner, owner)}  ${pad(row.reaction, reaction)}  ${style[row.tone](saysOf(row))}`.trimEnd(),
    ...(verbose ? row.verdict.claims.flatMap((claim) => chain(claim, options)) : []),
  ]);
  return left.length === 0
    ? lines
    : [...lines, `    ${style.dim(`nobody drains for ${left.join(', ')}, and nobody has to`)}`];
}

function saysOf({ verdict, says, because = '' }: OwnershipRow): string {
  if (says === 'accepted') return `accepted: ${visible(because)}`;
  return verdict.state === 'undetermined' && verdict.wrong !== true
    ? `undetermined, because ${shorten(visible(because))} is unknown`
    : says;
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
