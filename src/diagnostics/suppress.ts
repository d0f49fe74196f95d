/**
 * Findings that a comment takes back, with a reason and, where it has one, a last day:
 * `# interlock-ignore duplicate-handler until 2027-01-31: nth runs dry until the cut-over`,
 * on the line of the finding or above it. A comment that takes nothing back is a
 * finding itself.
 */

import { positionAt, type SourceText, sourceText } from '../source/text.js';
import type { Finding } from './finding.js';
import { suggestion } from './suggest.js';
import { type Comment, commentsIn } from './suppression-comment.js';

export interface SuppressionRules {
  /** Every rule id. */
  readonly known: ReadonlySet<string>;
  /** Rules that no comment takes back: what comes after such a fault would be wrong. */
  readonly fixed: ReadonlySet<string>;
}

export interface SuppressionInput {
  readonly findings: readonly Finding[];
  /** Texts by file. */
  readonly texts: ReadonlyMap<string, string>;
  readonly rules: SuppressionRules;
  /** `2026-11-30`, as the host gives it. */
  readonly today: string;
  /** False where something was not read to its end: what is not found may still be there. */
  readonly complete?: boolean;
}

export interface Suppression {
  /** What is left, with what is wrong with the comments. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Finding[];
}

export function suppress(input: SuppressionInput): Suppression {
  const { findings, texts } = input;
  const sources = [...texts]
    .filter(([, text]) => text.includes('interlock-ignore'))
    .map(([file, text]) => sourceText(file, text));
  if (sources.length === 0) return { findings, suppressed: [] };
  const comments = sources.flatMap(commentsIn);
  const lines = new Map(sources.map((source) => [source.file, source]));
  const suppressed = new Set<Finding>();
  const about = comments.flatMap((comment) => {
    const hit = findings.filter((finding) => isAbout(comment, finding, lines.get(finding.at.file)));
    const problem = problemOf(comment, hit, input);
    if (problem === undefined) for (const finding of hit) suppressed.add(finding);
    return problem === undefined ? [] : [problem];
  });
  return {
    findings: [...findings.filter((finding) => !suppressed.has(finding)), ...about],
    suppressed: findings.filter((finding) => suppressed.has(finding)),
  };
}

function isAbout(comment: Comment, { rule, at }: Finding, source: SourceText | undefined): boolean {
  return (
    source !== undefined &&
    comment.at.file === at.file &&
    comment.rules.includes(rule) &&
    positionAt(source, at.start).line === comment.line
  );
}

/** Why a comment takes nothing back; undefined for one that does. */
function problemOf(
  comment: Comment,
  hit: readonly Finding[],
  { rules: { known, fixed }, today, complete }: SuppressionInput,
): Finding | undefined {
  const { rules, reason, until } = comment;
  const stranger = rules.find((rule) => !known.has(rule));
  if (rules.length === 0) return finding(comment, 'names no rule');
  if (stranger !== undefined)
    return finding(
      comment,
      `names "${stranger}", which is no rule`,
      suggestion(stranger, [...known], 'rules').slice(0, 200),
    );
  const lasting = rules.find((rule) => fixed.has(rule));
  if (lasting !== undefined)
    return finding(comment, `cannot take "${lasting}" back: mend the text instead`);
  if (reason === undefined)
    return finding(comment, 'has no reason, so it takes nothing back', 'write ": why" at its end');
  if (until !== undefined && !isDay(until))
    return finding(comment, `ends at "${until}", which is no day`, 'write until YYYY-MM-DD');
  if (until !== undefined && until < today)
    return finding(comment, `ended on ${until}`, 'mend what it is about, or give it a later day');
  if (hit.length > 0 || complete === false) return undefined;
  return {
    ...finding(comment, `takes nothing back: no finding of ${quoted(rules)} is here`),
    fix: { title: 'remove the comment', safety: 'safe', edits: [{ at: comment.whole, text: '' }] },
  };
}

const quoted = (rules: readonly string[]): string => rules.map((rule) => `"${rule}"`).join(' or ');

function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}

const finding = ({ at }: Comment, message: string, help?: string): Finding => ({
  rule: 'unused-suppression',
  severity: 'warning',
  message: `the suppression ${message}`,
  at,
  ...(help !== undefined && { help }),
});
