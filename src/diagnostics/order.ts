/** Order, thresholds and duplicates of findings. */
import { compareSpans } from '../source/span.js';
import type { Finding, Severity } from './finding.js';

const RANK: Readonly<Record<Severity, number>> = { note: 1, warning: 2, error: 3 };

export const atLeast = (finding: Finding, severity: Severity): boolean =>
  RANK[finding.severity] >= RANK[severity];

/** By file and place, then by rule and message; what is said twice is said once. */
export function ordered(findings: readonly Finding[]): readonly Finding[] {
  const sorted = [...findings].sort(
    (a, b) =>
      compareSpans(a.at, b.at) || compareText(a.rule, b.rule) || compareText(a.message, b.message),
  );
  return sorted.filter((finding, index) => {
    const before = sorted[index - 1];
    return (
      before === undefined ||
      before.rule !== finding.rule ||
      before.message !== finding.message ||
      compareSpans(before.at, finding.at) !== 0
    );
  });
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
