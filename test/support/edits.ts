/** Fixes of findings applied to a text. */
import type { Finding } from '../../src/diagnostics/finding.js';

export function applied(text: string, findings: readonly Finding[]): string {
  const edits = findings.flatMap(({ fix }) => fix?.edits ?? []);
  return [...edits]
    .sort((a, b) => b.at.start - a.at.start)
    .reduce(
      (result, { at, text: by }) => result.slice(0, at.start) + by + result.slice(at.end),
      text,
    );
}
