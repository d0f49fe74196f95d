/** Places of texts as editors count them: lines and UTF-16 units from 0. */
import type { Position, Range } from 'vscode-languageserver';
import type { Span } from '../../source/span.js';
import { positionAt, type SourceText } from '../../source/text.js';

export function positionOf(source: SourceText, offset: number): Position {
  const { line, column } = positionAt(source, offset);
  return { line: line - 1, character: column - 1 };
}

export const rangeOf = (source: SourceText, { start, end }: Span): Range => ({
  start: positionOf(source, start),
  end: positionOf(source, end),
});

export function offsetOf(source: SourceText, { line, character }: Position): number {
  const start = source.lineStarts[line] ?? source.text.length;
  const end = source.lineStarts[line + 1] ?? source.text.length;
  return Math.min(start + character, end);
}
