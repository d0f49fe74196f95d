/** What is wrong with an item that cannot be read: the place, and what was expected there. */
import { type RoughToken, skim } from './skim.js';

export interface Diagnosis {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string;
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Texts that may complete a beginning, and what they say was expected after it. */
const COMPLETIONS: readonly (readonly [string, string])[] = [
  ['', ''],
  [' x', 'an expression'],
  [' {}', '"=" or "{"'],
  [' = x', '"="'],
  [' : x', '":"'],
  [' x : x', 'an expression'],
  [' => x', '"=>"'],
  [' x => x', 'an expression'],
  [' : x => x', '":"'],
  [' x : x => x', 'an expression'],
  [' in x : x', '"in"'],
  [' in x : x => x', '"in"'],
  [' x in x : x', 'a name'],
  [' x in x : x => x', 'a name'],
];

/** Longer items are not searched for the first token that does not fit. */
const MAX_TOKENS = 2_000;

/** `isReadable` tells whether the grammar can read a text. */
export function diagnose(text: string, isReadable: (text: string) => boolean): Diagnosis {
  const tokens = [...skim(text, 0, text.length)].filter(({ kind }) => kind !== 'newline');
  return openEnd(text, tokens) ?? firstMisfit(text, tokens, isReadable) ?? whole(text);
}

const whole = (text: string): Diagnosis => {
  const line = text.indexOf('\n');
  return { start: 0, end: line < 0 ? text.length : line, message: 'this cannot be read as HCL' };
};

/** Quotes, heredocs, comments and brackets that are never closed, and characters that HCL does not have. */
function openEnd(text: string, tokens: readonly RoughToken[]): Diagnosis | undefined {
  const open: RoughToken[] = [];
  for (const token of tokens) {
    const problem = brokenToken(text, token);
    if (problem !== undefined) return problem;
    if (token.kind === 'open') open.push(token);
    if (token.kind !== 'close') continue;
    const opening = open.pop();
    const closer = text[token.start] ?? '';
    if (opening === undefined) return at(token, `"${closer}" closes nothing`);
    const expected = CLOSERS[text[opening.start] ?? ''] ?? '';
    if (closer !== expected) return at(token, `"${expected}" is expected before "${closer}"`);
  }
  const last = open.at(-1);
  return (
    last &&
    at(last, `"${text[last.start]}" is never closed`, `add "${CLOSERS[text[last.start] ?? '']}"`)
  );
}

const at = ({ start, end }: RoughToken, message: string, help?: string): Diagnosis => ({
  start,
  end,
  message,
  ...(help !== undefined && { help }),
});

function brokenToken(text: string, token: RoughToken): Diagnosis | undefined {
  const shown = text.slice(token.start, token.end);
  if (token.kind === 'quote' && token.unclosed) {
    const opening = { ...token, end: token.start + 1 };
    return at(
      opening,
      'this quote is not closed on its line',
      'close it, or use a heredoc for several lines',
    );
  }
  if (token.kind === 'heredoc' && token.unclosed) {
    const opening = /^<<-?[^\s]+/.exec(shown)?.[0] ?? '<<';
    const word = opening.replace(/^<<-?/, '');
    return at(
      { ...token, end: token.start + opening.length },
      `"${word}" is expected on a line of its own to close this heredoc`,
    );
  }
  if (token.kind === 'quote' || token.kind === 'heredoc') return brokenText(shown, token);
  if (token.kind !== 'stray') return undefined;
  if (token.unclosed)
    return at({ ...token, end: token.start + 2 }, 'this comment is never closed', 'add "*/"');
  return at(token, `"${printable(shown)}" is no character of HCL outside of quotes`);
}

const DIRECTIVE = /%\{~?\s*(if|for|endif|endfor)\b/g;
const ESCAPE = /\\(?:[nrt"\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})|(\\.)/g;

/** Directives without their end, and escapes that there are not. */
function brokenText(text: string, token: RoughToken): Diagnosis | undefined {
  const inside = (match: RegExpMatchArray, message: string): Diagnosis => {
    const start = token.start + (match.index ?? 0);
    return { start, end: start + match[0].length, message };
  };
  const open: RegExpMatchArray[] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const word = match[1] ?? '';
    if (!word.startsWith('end')) open.push(match);
    else if (open.pop()?.[1] !== word.slice(3)) return inside(match, `"${word}" closes nothing`);
  }
  const last = open.at(-1);
  if (last !== undefined) return inside(last, `"%{ end${last[1]} }" is expected to close this`);
  if (token.kind === 'heredoc') return undefined;
  for (const match of text.matchAll(ESCAPE))
    if (match[1] !== undefined) return inside(match, `"${match[1]}" is no escape in a quoted text`);
  return undefined;
}

export const printable = (text: string): string =>
  text.replace(
    /[\p{C}\p{Z}]/gu,
    (unit) => `U+${(unit.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

/**
 * The first token after which nothing can make the item readable. Beginnings
 * that can be completed are followed by ones that cannot, so it is found by halving.
 */
function firstMisfit(
  text: string,
  tokens: readonly RoughToken[],
  isReadable: (text: string) => boolean,
): Diagnosis | undefined {
  if (tokens.length > MAX_TOKENS) return undefined;
  const expectedAfter = (count: number): string | undefined => {
    const end = count === 0 ? 0 : (tokens[count - 1]?.end ?? 0);
    const closing = closersOf(text, tokens.slice(0, count));
    return COMPLETIONS.find(([completion]) =>
      isReadable(text.slice(0, end) + completion + closing),
    )?.[1];
  };
  let good = 0;
  let bad = tokens.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (expectedAfter(middle) === undefined) bad = middle;
    else good = middle;
  }
  const misfit = tokens[good];
  return misfit && describe(text, tokens, good, misfit, expectedAfter);
}

function describe(
  text: string,
  tokens: readonly RoughToken[],
  good: number,
  misfit: RoughToken,
  expectedAfter: (count: number) => string | undefined,
): Diagnosis {
  const shown = quoted(text.slice(misfit.start, misfit.end));
  // Everything fits, yet the whole does not: something is missing at the end.
  if (good === tokens.length - 1 && expectedAfter(tokens.length) !== undefined) {
    const missing = expectedAfter(tokens.length) || 'more';
    return at({ ...misfit, start: misfit.end }, `${missing} is expected after ${shown}`);
  }
  const expected =
    good === 0
      ? 'the name of an attribute or block'
      : afterComma(text, tokens[good - 1]) || expectedAfter(good);
  const inside = closersOf(text, tokens.slice(0, good))[0];
  return at(misfit, `${expected || separator(inside)} is expected before ${shown}`);
}

/** A list may end after a comma, but what follows one should be a value. */
const afterComma = (text: string, token: RoughToken | undefined): string =>
  token !== undefined && text.slice(token.start, token.end) === ',' ? 'an expression' : '';

const separator = (closer: string | undefined): string => {
  if (closer === undefined) return 'a new line';
  return closer === '}' ? 'a new line or "}"' : `"," or "${closer}"`;
};

/** Source text in quotes, once. */
function quoted(text: string): string {
  const short = (text.length <= 30 ? text : `${text.slice(0, 29)}…`).replace(/\s+/g, ' ');
  return short.startsWith('"') ? short : `"${short}"`;
}

/** What closes the brackets that are open after these tokens, the innermost first. */
function closersOf(text: string, tokens: readonly RoughToken[]): string {
  const open: string[] = [];
  for (const { kind, start } of tokens) {
    if (kind === 'open') open.push(CLOSERS[text[start] ?? ''] ?? '');
    else if (kind === 'close') open.pop();
  }
  return open.reverse().join('');
}
