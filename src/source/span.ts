/**
 * Places in a text. A place is an offset in UTF-16 units; line and column are
 * made only when something is rendered (see text.ts).
 */

/** The half-open range `[start, end)` of a file, in UTF-16 units. `file` uses `/`, relative to the root given. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Where a value was written, and the hops it came through (argument <- local <- tfvars). */
export interface Origin {
  readonly at: Span;
  readonly via?: Origin;
  /** The module instance for which it was evaluated, e.g. `module.addons["blue"]`. */
  readonly instance?: string;
}

export const span = (file: string, start: number, end: number): Span => ({ file, start, end });

export const originAt = (at: Span): Origin => ({ at });

/** The smallest range of one file that covers both. */
export const cover = (a: Span, b: Span): Span =>
  span(a.file, Math.min(a.start, b.start), Math.max(a.end, b.end));

/** Whether two spans begin at one place of one file. */
export const isSameSpan = (a: Span, b: Span): boolean => a.file === b.file && a.start === b.start;

/** Order of findings: by file, then by place. */
export function compareSpans(a: Span, b: Span): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.start - b.start || a.end - b.end;
}
