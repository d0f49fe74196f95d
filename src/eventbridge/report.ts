/** Problems of a pattern: what EventBridge refuses, where it stands, and what to write instead. */
import type { Origin } from '../source/span.js';
import type { Value } from '../value/value.js';

export interface PatternProblem {
  readonly message: string;
  readonly help: string;
  readonly at: Origin;
}

/** Collects the problems of one pattern while it is read. */
export type Report = (value: Value, message: string, help: string) => undefined;

export function reporter(): { readonly problems: PatternProblem[]; readonly report: Report } {
  const problems: PatternProblem[] = [];
  const report: Report = (value, message, help) => {
    problems.push({ message, help, at: value.from });
    return undefined;
  };
  return { problems, report };
}

/** A name or text of the user's in double quotes, short enough for a message. */
export function quoted(text: string, length = 48): string {
  return JSON.stringify(text.length <= length ? text : `${text.slice(0, length - 1)}…`);
}
