/**
 * Templates as a flat list of tokens, with the white space taken away that
 * strip markers and indented heredocs take away. The grammar skips white space
 * in templates, so literal text is what stands between the other tokens.
 */
import { unescapeQuoted } from '../../value/quote.js';
import type { Expression } from '../syntax/expression.js';
import { type Cst, childOf } from './cst.js';
import { type HclSource, placeOf, textOf, unreadable } from './source.js';

/** How literal text is written: with escapes, or in lines as they are, each a token of its own. */
export type TextMode = 'quoted' | 'lines';

export interface TextToken {
  readonly kind: 'text';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface ForToken {
  readonly kind: 'for';
  readonly names: readonly string[];
  readonly collection: Expression;
  readonly node: Cst;
}

export type Token =
  | TextToken
  | { readonly kind: 'value'; readonly value: Expression; readonly node: Cst }
  | { readonly kind: 'if'; readonly condition: Expression; readonly node: Cst }
  | ForToken
  | { readonly kind: 'else'; readonly node: Cst }
  | { readonly kind: 'endif'; readonly node: Cst }
  | { readonly kind: 'endfor'; readonly node: Cst };

export type ReadExpression = (node: Cst | undefined) => Expression;

/** A node of the grammar that is a token or holds tokens. */
const CONTAINERS = new Set(['template_directive', 'template_for', 'template_if']);
const TOKENS = new Set([
  'template_interpolation',
  'template_for_start',
  'template_for_end',
  'template_if_intro',
  'template_else_intro',
  'template_if_end',
]);

function* tokenNodes(node: Cst): Generator<Cst> {
  for (const child of node.children) {
    if (CONTAINERS.has(child.type)) yield* tokenNodes(child);
    else if (TOKENS.has(child.type)) yield child;
  }
}

/** The tokens of a template whose content is the range `[start, end)` of the text. */
export function templateTokens(
  template: Cst,
  [start, end]: readonly [number, number],
  mode: TextMode,
  source: HclSource,
  read: ReadExpression,
): readonly Token[] {
  const tokens: Token[] = [];
  let from = start;
  let stripNext = false;
  const literal = (to: number, strip: boolean): void => {
    const texts = literalTokens(source, from, to, mode);
    const [first] = texts;
    if (stripNext && first !== undefined) texts[0] = stripStart(first);
    const last = texts.at(-1);
    if (strip && last !== undefined) texts[texts.length - 1] = stripEnd(last);
    for (const text of texts) tokens.push(text);
  };
  for (const node of tokenNodes(template)) {
    const text = textOf(source, node);
    literal(node.start, text.startsWith('~', 2));
    tokens.push(tokenOf(node, source, read));
    stripNext = text.endsWith('~}');
    from = node.end;
  }
  literal(end, false);
  return tokens;
}

function literalTokens(source: HclSource, start: number, end: number, mode: TextMode): TextToken[] {
  if (start >= end) return [];
  const raw = source.text.slice(start, end);
  if (mode === 'quoted')
    return [{ kind: 'text', text: literalText(source, start, raw, mode), start, end }];
  const tokens: TextToken[] = [];
  for (const match of raw.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    const at = start + match.index;
    const text = literalText(source, at, match[0], mode);
    tokens.push({ kind: 'text', text, start: at, end: at + match[0].length });
  }
  return tokens;
}

function literalText(source: HclSource, start: number, raw: string, mode: TextMode): string {
  if (mode !== 'quoted') return raw.replace(/([$%])\1\{/g, '$1{');
  const text = unescapeQuoted(raw);
  if (text !== undefined) return text;
  const attempt = /\\(?:u[0-9A-Fa-f]{0,4}|U[0-9A-Fa-f]{0,8}|.?)/gsu;
  for (const match of raw.matchAll(attempt)) {
    if (unescapeQuoted(match[0]) !== undefined) continue;
    const at = source.place(start + match.index, start + match.index + match[0].length);
    source.findings.push(
      unreadable(at, `"${match[0]}" is no escape in a quoted text`, 'write "\\\\" for a backslash'),
    );
  }
  return raw;
}

function tokenOf(node: Cst, source: HclSource, read: ReadExpression): Token {
  const expression = (): Expression => {
    const inner = childOf(node, 'expression');
    if (inner === undefined)
      source.findings.push(
        unreadable(placeOf(source, node), 'an expression is expected in these braces'),
      );
    return read(inner);
  };
  switch (node.type) {
    case 'template_interpolation':
      return { kind: 'value', value: expression(), node };
    case 'template_if_intro':
      return { kind: 'if', condition: expression(), node };
    case 'template_for_start': {
      const names = node.children.filter(({ type }) => type === 'identifier');
      return {
        kind: 'for',
        names: names.map((name) => textOf(source, name)),
        collection: expression(),
        node,
      };
    }
    case 'template_else_intro':
      return { kind: 'else', node };
    default:
      return node.type === 'template_for_end' ? { kind: 'endfor', node } : { kind: 'endif', node };
  }
}

function stripStart(token: TextToken): TextToken {
  const text = token.text.trimStart();
  return {
    ...token,
    text,
    start: token.start + (isExact(token) ? token.text.length - text.length : 0),
  };
}

function stripEnd(token: TextToken): TextToken {
  const text = token.text.trimEnd();
  return {
    ...token,
    text,
    end: token.end - (isExact(token) ? token.text.length - text.length : 0),
  };
}

/** Whether the text stands in the file as it reads. */
export const isExact = ({ text, start, end }: TextToken): boolean => text.length === end - start;

/** The tokens of an indented heredoc without the indentation that all its lines share; blank lines do not count. */
export function withoutIndent(tokens: readonly Token[]): readonly Token[] {
  const starts = tokens.map((_, i) => startsLine(tokens[i - 1]));
  const lines = tokens.filter((token, i) => starts[i] && !isBlankLine(token));
  const indents = lines.map((token) => (token.kind === 'text' ? indentOf(token.text) : 0));
  const indent = indents.reduce((least, one) => Math.min(least, one), indents[0] ?? 0);
  return tokens.map((token, i) => {
    if (token.kind !== 'text' || !starts[i] || isBlankLine(token)) return token;
    return {
      ...token,
      text: token.text.slice(indent),
      start: token.start + (isExact(token) ? indent : 0),
    };
  });
}

const startsLine = (before: Token | undefined): boolean =>
  before === undefined || (before.kind === 'text' && before.text.endsWith('\n'));

const isBlankLine = (token: Token): boolean =>
  token.kind === 'text' && token.text.endsWith('\n') && token.text.trim() === '';

const indentOf = (text: string): number => text.length - text.trimStart().length;
