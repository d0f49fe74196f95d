/**
 * Markdown for a pull request's comment or a job's summary: the worst first,
 * the rest folded, and never longer than a comment may be.
 */
import type { Finding, Severity } from '../diagnostics/finding.js';
import { positionAt } from '../source/text.js';
import { counterexampleText } from './counterexample.js';
import { code, prose } from './markdown-text.js';
import { type OwnershipRow, ownershipRows } from './ownership.js';
import type { ProvedConfiguration } from './proof.js';
import type { Report } from './report.js';
import type { Sources } from './sources.js';
import { shorten, style } from './terminal.js';
import { summaryText } from './text.js';

/** By which a bot finds its own comment again. */
const MARKER = '<!-- interlock -->';
/** A comment of GitHub's holds 65,536 characters, and what is cut must be said as well. */
const MOST = 60_000;

export function markdownText(report: Report): string {
  const { findings, sources, command } = report;
  const of = (...severities: readonly Severity[]): readonly string[] =>
    findings
      .filter(({ severity }) => severities.includes(severity))
      .map((finding) => item(finding, sources));
  const tables = report.configurations.flatMap(tableOf);
  const examples = report.configurations.flatMap((one) => exampleOf(one, sources));
  const blocks: readonly Block[] = [
    ...(command === 'prove' ? [{ lines: tables }, { lines: examples }] : []),
    { lines: of('error') },
    { lines: of('warning') },
    ...(command === 'lint' ? [{ title: 'Who handles what', lines: tables }] : []),
    { title: 'Notes', lines: of('note') },
  ];
  return fitted([MARKER, `### Interlock: ${headline(report)}`, ''], blocks);
}

interface Block {
  /** Folded under this title. */
  readonly title?: string;
  readonly lines: readonly string[];
}

function headline(report: Report): string {
  const { command, verdict, configurations, findings, judged, quiet } = report;
  if (command === 'prove')
    return configurations.length === 0 ? 'undetermined, nothing to judge was found' : verdict;
  if (judged === undefined && findings.length === 0) return 'nothing to judge was found';
  const known = quiet === '' ? '' : ` (${quiet})`;
  return `${summaryText(findings, style(false))} in ${judged ?? 'what was given'}${known}`;
}

/** Blocks as far as there is room; what is left out is counted. */
function fitted(head: readonly string[], blocks: readonly Block[]): string {
  const out = [...head];
  let room = MOST - head.join('\n').length;
  let left = 0;
  for (const { title, lines } of blocks.filter((block) => block.lines.length > 0)) {
    const shown = lines.filter((line) => {
      room -= line.length + 1;
      return room > 0;
    });
    left += lines.length - shown.length;
    if (shown.length === 0) continue;
    out.push(
      ...(title === undefined
        ? [...shown, '']
        : [`<details><summary>${title}</summary>`, '', ...shown, '', '</details>', '']),
    );
  }
  if (left > 0)
    out.push(`There is no room here for ${left} more lines: run interlock to see them.`);
  return `${out.join('\n').trimEnd()}\n`;
}

function item(finding: Finding, sources: Sources): string {
  const { at, severity, message, rule, related = [], help } = finding;
  const place = (file: string, start: number): string =>
    code(`${file}:${positionAt(sources(file), start).line}`);
  return [
    `- **${severity}** ${place(at.file, at.start)} ${prose(message)} (${code(rule)})`,
    ...related.map(
      (other) => `  - ${place(other.at.file, other.at.start)} ${prose(other.message)}`,
    ),
    ...(help === undefined ? [] : [`  - help: ${prose(help)}`]),
  ].join('\n');
}

/** The event that refutes a configuration, and each handler's way to the node. */
function exampleOf(
  { counterexample, title }: ProvedConfiguration,
  sources: Sources,
): readonly string[] {
  if (counterexample === undefined) return [];
  const { says, chains } = counterexampleText(counterexample, title, sources);
  return [
    `\n**Counterexample**: ${prose(says)}\n`,
    ...chains.flatMap((chain) => [
      `- ${prose(chain.says)}`,
      ...chain.hops.map((hop) => `  - ${prose(hop.says)} (${code(hop.place)})`),
    ]),
  ];
}

/** One table a configuration, a row for each event that is worth one. */
function tableOf({ root, cluster, proof, pools, title }: ProvedConfiguration): readonly string[] {
  const of = cluster === '' ? '' : ` for cluster ${code(cluster)}`;
  const head = `\n${code(root)}: **${proof}**${of}\n`;
  const rows = pools.flatMap(({ pool, verdicts }) =>
    ownershipRows(verdicts, title, false).rows.map((row) => rowText(pool.id, row)),
  );
  if (rows.length === 0) return [`${head}\nnothing to judge: no pool is in sight\n`];
  return [`${head}\n| pool | event | owner | verdict |\n|---|---|---|---|`, ...rows];
}

function rowText(pool: string, row: OwnershipRow): string {
  const { event, owners, reactions, says, tone } = row;
  const who = owners.map((owner, i) => `${code(owner)} (${reactions[i] ?? ''})`).join(' and ');
  const verdict = tone === 'error' ? `**${says}**` : says;
  return `| ${code(pool)} | ${event} | ${who === '' ? 'nobody' : who} | ${verdict}${whyText(row)} |`;
}

function whyText({ verdict, because = '' }: OwnershipRow): string {
  if (because === '') return '';
  const why = prose(shorten(because));
  return verdict.state === 'undetermined' ? `: ${why} is unknown` : `: ${why}`;
}
