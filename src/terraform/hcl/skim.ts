/**
 * HCL as a stream of rough tokens. The grammar gives up on large stretches
 * around an error; this finds where items begin and end all the same, and what
 * is left open.
 */

export type TokenKind =
  | 'word'
  | 'quote'
  | 'heredoc'
  | 'open'
  | 'close'
  | 'operator'
  | 'newline'
  | 'stray';

export interface RoughToken {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** A quote, heredoc or comment without its end. */
  readonly unclosed?: true;
}

const PATTERNS: readonly (readonly [TokenKind | 'space', RegExp])[] = [
  ['space', /[ \t\r]+|(?:#|\/\/)[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//y],
  ['newline', /\n/y],
  ['word', /[\p{ID_Start}_][\p{ID_Continue}\-:]*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\w*/uy],
  ['open', /[([{]/y],
  ['close', /[)\]}]/y],
  ['operator', /\|\||&&|==|!=|<=|>=|=>|\.{3}|[.,:?!<>=+\-*/%~]/y],
];

const HEREDOC = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)[^\S\n]*\n/uy;

/** The tokens of `[start, end)`. */
export function* skim(text: string, start: number, end: number): Generator<RoughToken> {
  let at = start;
  while (at < end) {
    const token = quoteAt(text, at, end) ?? heredocAt(text, at, end) ?? plainAt(text, at, end);
    if (token.kind !== 'space') yield token as RoughToken;
    at = token.end;
  }
}

type PlainToken = Omit<RoughToken, 'kind'> & { readonly kind: TokenKind | 'space' };

function plainAt(text: string, at: number, end: number): PlainToken {
  const comment = text.startsWith('/*', at) && text.indexOf('*/', at + 2) < 0;
  if (comment) return { kind: 'stray', start: at, end, unclosed: true };
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null && match[0] !== '')
      return { kind, start: at, end: Math.min(at + match[0].length, end) };
  }
  const length = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return { kind: 'stray', start: at, end: at + length };
}

/** A quote ends on its line; interpolations in it may span lines and hold quotes. */
function quoteAt(text: string, start: number, end: number): PlainToken | undefined {
  if (text[start] !== '"') return undefined;
  const open: ('"' | '{')[] = ['"'];
  for (let i = start + 1; i < end; i++) {
    const unit = text[i];
    const quoted = open.at(-1) === '"';
    if (quoted && unit === '\n') break;
    if (quoted && unit === '\\') i++;
    else if (quoted && isEscapedSigil(text, i)) i += 2;
    else if (quoted && (unit === '$' || unit === '%') && text[i + 1] === '{') {
      open.push('{');
      i++;
    } else if (unit === '"') {
      if (quoted) open.pop();
      else open.push('"');
    } else if (!quoted && unit === '{') open.push('{');
    else if (!quoted && unit === '}') open.pop();
    if (open.length === 0) return { kind: 'quote', start, end: i + 1 };
  }
  const line = text.indexOf('\n', start);
  return { kind: 'quote', start, end: line < 0 || line > end ? end : line, unclosed: true };
}

const isEscapedSigil = (text: string, at: number): boolean =>
  (text[at] === '$' || text[at] === '%') && text[at + 1] === text[at] && text[at + 2] === '{';

/** A heredoc ends with a line that is nothing but its word; the line end after it is not part of it. */
function heredocAt(text: string, start: number, end: number): PlainToken | undefined {
  if (text[start] !== '<') return undefined;
  HEREDOC.lastIndex = start;
  const match = HEREDOC.exec(text);
  const word = match?.[1];
  if (match === null || word === undefined) return undefined;
  let line = start + match[0].length;
  while (line < end) {
    const next = text.indexOf('\n', line);
    const stop = next < 0 || next > end ? end : next;
    if (text.slice(line, stop).trim() === word) return { kind: 'heredoc', start, end: stop };
    line = stop + 1;
  }
  return { kind: 'heredoc', start, end, unclosed: true };
}
