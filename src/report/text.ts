/** Findings for people: place, message and rule on one line, the code with both ends underlined, the advice. */
import type { Finding } from '../diagnostics/finding.js';
import type { Span } from '../source/span.js';
import { lineText, positionAt } from '../source/text.js';
import type { Sources } from './sources.js';
import { type Style, visible, width } from './terminal.js';

export function findingsText(findings: readonly Finding[], sources: Sources, style: Style): string {
  return findings.map((finding) => findingText(finding, sources, style)).join('\n');
}

function findingText(finding: Finding, sources: Sources, style: Style): string {
  const { at, severity, message, rule, help, related } = finding;
  const { line, column } = positionAt(sources(at.file), at.start);
  const head = `${style.bold(`${place(at.file)}:${line}:${column}`)}: ${style[severity](severity)}: ${visible(message)} ${style.dim(`[${rule}]`)}`;
  const lines = [head, ...frame(at, '^', sources, style)];
  for (const other of related ?? []) {
    const place = positionAt(sources(other.at.file), other.at.start);
    const where =
      other.at.file === at.file ? `line ${place.line}` : `${other.at.file}:${place.line}`;
    lines.push(`   ${style.dim('=')} ${visible(where)}: ${visible(other.message)}`);
    if (other.at.start !== at.start || other.at.file !== at.file)
      lines.push(...frame(other.at, '-', sources, style));
  }
  if (help !== undefined)
    lines.push(`   ${style.dim('=')} ${style.good('help')}: ${visible(help)}`);
  return `${lines.join('\n')}\n`;
}

/** A line of a log that begins with `::` is a command to GitHub's runner, whoever named the file. */
const place = (file: string): string => visible(/^\s*::/.test(file) ? `./${file}` : file);

const MAX_LINE = 160;

/** The line with the range underlined; a range over several lines is underlined to the end of its first. */
function frame(at: Span, mark: '^' | '-', sources: Sources, style: Style): readonly string[] {
  const source = sources(at.file);
  if (source.text === '') return [];
  const { line, column } = positionAt(source, at.start);
  const end = positionAt(source, at.end);
  const text = lineText(source, line).replaceAll('\t', ' ');
  if (text.length > MAX_LINE) return [];
  const last = end.line === line ? end.column : text.length + 1;
  const before = width(visible(text.slice(0, column - 1)));
  const under = Math.max(1, width(visible(text.slice(column - 1, last - 1))));
  const number = String(line).padStart(4);
  return [
    `${style.dim(`${number} |`)} ${visible(text)}`,
    `${style.dim('     |')} ${' '.repeat(before)}${mark.repeat(under)}`,
  ];
}

/** One line that sums up a run. */
export function summaryText(findings: readonly Finding[], style: Style): string {
  const count = (severity: Finding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const parts = (['error', 'warning', 'note'] as const)
    .filter((severity) => count(severity) > 0)
    .map((severity) =>
      style[severity](`${count(severity)} ${severity}${count(severity) === 1 ? '' : 's'}`),
    );
  return parts.length === 0 ? style.good('nothing found') : parts.join(', ');
}
