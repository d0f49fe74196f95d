/** A report for people at a terminal: tables first for a proof, findings with their code, one line that sums up. */
import { type Report, shownFindings } from './report.js';
import { tableText } from './table.js';
import type { Style } from './terminal.js';
import { findingsText, summaryText } from './text.js';

export interface TextOptions {
  readonly style: Style;
  /** Show events that cannot befall a pool, and the chain of every claim. */
  readonly verbose: boolean;
}

export const reportText = (report: Report, options: TextOptions): string =>
  report.command === 'lint' ? lintText(report, options) : proveText(report, options);

function lintText({ findings, sources, judged, quiet }: Report, { style }: TextOptions): string {
  const shown = findings.length > 0 ? `${findingsText(findings, sources, style)}\n` : '';
  return judged === undefined && findings.length === 0
    ? 'nothing to judge was found\n'
    : `${shown}${summaryText(findings, style)} in ${judged ?? 'what was given'}${quiet === '' ? '' : ` (${quiet})`}\n`;
}

function proveText(report: Report, { style, verbose }: TextOptions): string {
  const { configurations, sources, verdict } = report;
  const tables = configurations.map(
    (configuration) => `${tableText(configuration, { style, sources, verbose })}\n`,
  );
  const findings = shownFindings(report);
  const shown = findings.length > 0 ? `${findingsText(findings, sources, style)}\n` : '';
  const colour = { proved: style.good, refuted: style.error, undetermined: style.warning };
  const last =
    configurations.length === 0
      ? 'undetermined: nothing to judge was found'
      : colour[verdict](verdict);
  return `${tables.join('')}${shown}${last}\n`;
}
