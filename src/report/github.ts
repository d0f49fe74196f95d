/** Annotations of GitHub Actions: one workflow command a finding, so that each stands at its line in the review. */
import type { Finding, Severity } from '../diagnostics/finding.js';
import { positionAt } from '../source/text.js';
import type { Report } from './report.js';
import type { Sources } from './sources.js';
import { visible } from './terminal.js';

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

/** The worst come first: a step shows ten of each kind. */
const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'note'];

export const githubText = ({ findings, sources }: Report): string =>
  WORST_FIRST.flatMap((severity) => findings.filter((finding) => finding.severity === severity))
    .map((finding) => `${annotation(finding, sources)}\n`)
    .join('');

function annotation(finding: Finding, sources: Sources): string {
  const { at, severity, rule } = finding;
  const start = positionAt(sources(at.file), at.start);
  const end = positionAt(sources(at.file), at.end);
  const properties = [
    `file=${property(at.file)}`,
    `line=${start.line}`,
    `endLine=${end.line}`,
    // Columns of a range over several lines are refused.
    ...(start.line === end.line
      ? [`col=${start.column}`, `endColumn=${Math.max(start.column, end.column - 1)}`]
      : []),
    `title=${property(rule)}`,
  ];
  return `::${COMMANDS[severity]} ${properties.join(',')}::${data(textOf(finding, sources))}`;
}

function textOf({ message, related = [], help }: Finding, sources: Sources): string {
  const others = related.map(({ at, message: says }) => {
    const { line } = positionAt(sources(at.file), at.start);
    return `${visible(at.file)}:${line}: ${visible(says)}`;
  });
  const advice = help === undefined ? [] : [`help: ${visible(help)}`];
  return [visible(message), ...others, ...advice].join('\n');
}

/** actions/toolkit@@actions/core@1.11.1 packages/core/src/command.ts: what a command's text is encoded with. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
