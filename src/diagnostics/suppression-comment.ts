/** Comments that take findings back, in YAML and HCL, with the line that each is about. */
import { type Span, span } from '../source/span.js';
import { lineText, type SourceText } from '../source/text.js';

export interface Comment {
  readonly rules: readonly string[];
  readonly until?: string;
  readonly reason?: string;
  /** The comment itself. */
  readonly at: Span;
  /** What goes when it is removed: its line, where nothing else stands there. */
  readonly whole: Span;
  /** The 1-based line that it is about. */
  readonly line: number;
}

const COMMENT = /(?:^|\s)(?<mark>#+|\/\/|\/\*)\s*interlock-ignore\b(?<rest>.*?)(?:\*\/\s*)?$/;
const PARTS =
  /^\s*(?<rules>[\w-]+(?:\s*,\s*[\w-]+)*)?(?:\s+until\s+(?<until>[^\s:]+))?\s*(?::\s*(?<reason>.*?))?\s*$/;

/** No comment that people write is longer, and patterns would be slow over what is. */
const LONGEST = 1000;

export function commentsIn(source: SourceText): readonly Comment[] {
  const comments: Comment[] = [];
  for (let number = 1; number <= source.lineStarts.length; number++) {
    const text = lineText(source, number).slice(0, LONGEST);
    const match = text.includes('interlock-ignore') ? COMMENT.exec(text) : null;
    if (match?.groups === undefined) continue;
    const { mark = '', rest = '' } = match.groups;
    const start = match.index + match[0].indexOf(mark);
    const alone = text.slice(0, start).trim() === '';
    const offset = source.lineStarts[number - 1] ?? 0;
    comments.push({
      ...partsOf(rest),
      at: span(source.file, offset + start, offset + text.length),
      whole: alone
        ? span(source.file, offset, source.lineStarts[number] ?? source.text.length)
        : span(source.file, offset + text.slice(0, start).trimEnd().length, offset + text.length),
      line: alone ? nextLine(source, number) : number,
    });
  }
  return comments;
}

function partsOf(rest: string): Pick<Comment, 'rules' | 'until' | 'reason'> {
  const { rules, until, reason } = PARTS.exec(rest)?.groups ?? {};
  return {
    rules: rules === undefined ? [] : rules.split(',').map((rule) => rule.trim()),
    ...(until !== undefined && { until }),
    ...(reason && { reason }),
  };
}

/** The first line below that holds more than a comment. */
function nextLine(source: SourceText, above: number): number {
  for (let number = above + 1; number <= source.lineStarts.length; number++)
    if (!/^\s*(?:$|#|\/\/|\/\*)/.test(lineText(source, number))) return number;
  return above;
}
