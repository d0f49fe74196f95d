/** A file's text with its lines: turns offsets into the 1-based line and column that people and SARIF use. */

/** 1-based; `column` counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface SourceText {
  readonly file: string;
  readonly text: string;
  readonly lineStarts: readonly number[];
}

/** Lines end at LF, CRLF or a lone CR, as YAML and editors count them. */
export function sourceText(file: string, text: string): SourceText {
  const lineStarts = [0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) lineStarts.push(i + 1);
  }
  return { file, text, lineStarts };
}

/** The position of an offset; offsets outside the text are moved to its nearest end. */
export function positionAt(source: SourceText, offset: number): Position {
  const at = Math.max(0, Math.min(offset, source.text.length));
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.lineStarts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: at - (source.lineStarts[low] ?? 0) + 1 };
}

/** The text of a 1-based line without its line end. */
export function lineText(source: SourceText, line: number): string {
  const start = source.lineStarts[line - 1];
  if (start === undefined) return '';
  const end = source.lineStarts[line] ?? source.text.length;
  return source.text.slice(start, end).replace(/[\r\n]+$/, '');
}
