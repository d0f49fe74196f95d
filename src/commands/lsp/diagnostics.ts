/** Findings as an editor shows them: at their place, with the other end of a contradiction and what to write instead. */
import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import type { Finding, Severity } from '../../diagnostics/finding.js';
import { visible } from '../../report/terminal.js';
import { rangeOf } from './places.js';
import type { Judged } from './workspace.js';

/** The protocol's numbers. */
const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  note: 3,
};

/** Diagnostics by file; `uri` makes the address of a file. */
export function diagnosticsOf(
  { findings, sources }: Judged,
  uri: (file: string) => string,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const byFile = new Map<string, Diagnostic[]>();
  for (const finding of findings) {
    const { file } = finding.at;
    byFile.set(file, [...(byFile.get(file) ?? []), diagnostic(finding)]);
  }
  return byFile;

  function diagnostic({ at, rule, severity, message, help, related = [] }: Finding): Diagnostic {
    const others = related.filter((other) => sources(other.at.file).text !== '');
    return {
      range: rangeOf(sources(at.file), at),
      severity: SEVERITIES[severity],
      source: 'interlock',
      code: rule,
      message: [visible(message), ...(help === undefined ? [] : [`help: ${visible(help)}`])].join(
        '\n',
      ),
      relatedInformation: others.map((other) => ({
        location: { uri: uri(other.at.file), range: rangeOf(sources(other.at.file), other.at) },
        message: visible(other.message),
      })),
    };
  }
}
