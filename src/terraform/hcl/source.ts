/** The text that is being read, where it stands, and what there is to say about it. */
import type { Finding } from '../../diagnostics/finding.js';
import { type Span, span } from '../../source/span.js';
import type { Cst } from './cst.js';

export interface HclSource {
  /** What offsets of the tree count in. */
  readonly text: string;
  /** The place of a range of the text. */
  place(start: number, end: number): Span;
  readonly findings: Finding[];
}

/** A file: the text stands in it at `base`. */
export const fileSource = (
  file: string,
  text: string,
  base: number,
  findings: Finding[],
): HclSource => ({
  text,
  place: (start, end) => span(file, base + start, base + end),
  findings,
});

/**
 * Text that was taken out of something else and put behind `prefix` units of
 * our own. Parts have places of their own where it stands there as it reads.
 */
export function embeddedSource(
  text: string,
  at: Span,
  prefix: number,
  length: number,
  findings: Finding[],
): HclSource {
  const verbatim = at.end - at.start === length;
  const offset = at.start - prefix;
  return {
    text,
    place: (start, end) => (verbatim ? span(at.file, offset + start, offset + end) : at),
    findings,
  };
}

export const textOf = (source: HclSource, node: Cst): string =>
  source.text.slice(node.start, node.end);

export const placeOf = (source: HclSource, node: Cst): Span => source.place(node.start, node.end);

export const unreadable = (at: Span, message: string, help?: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message,
  at,
  ...(help !== undefined && { help }),
});
