/** Templates: their tokens put together to expressions. */

import type { Span } from '../../source/span.js';
import { cover } from '../../source/span.js';
import * as build from '../syntax/build.js';
import type { Expression } from '../syntax/expression.js';
import type { HclSource } from './source.js';
import { placeOf } from './source.js';
import type { ForToken, TextToken, Token } from './template-tokens.js';

/** The expression that the tokens make; `at` is the place of the whole. */
export function assemble(tokens: readonly Token[], at: Span, source: HclSource): Expression {
  const reader = { tokens, next: 0, source };
  const parts = readParts(reader, at);
  return asTemplate(parts, at);
}

interface Reader {
  readonly tokens: readonly Token[];
  next: number;
  readonly source: HclSource;
}

/** Parts up to the directive that ends them, which is left to be read. */
function readParts(reader: Reader, at: Span): Expression[] {
  const parts: Expression[] = [];
  for (;;) {
    const token = reader.tokens[reader.next];
    if (
      token === undefined ||
      token.kind === 'else' ||
      token.kind === 'endif' ||
      token.kind === 'endfor'
    )
      return joinExact(parts);
    reader.next++;
    if (token.kind === 'text') {
      if (token.text !== '') parts.push(textPart(token, reader.source));
    } else if (token.kind === 'value') parts.push(token.value);
    else if (token.kind === 'if') parts.push(readIf(token.condition, reader, at));
    else parts.push(readFor(token, reader, at));
  }
}

const textPart = (token: TextToken, source: HclSource): Expression =>
  build.literal(token.text, source.place(token.start, token.end));

function readIf(condition: Expression, reader: Reader, at: Span): Expression {
  const then = asTemplate(readParts(reader, at), at);
  let otherwise: Expression = build.literal('', at);
  if (reader.tokens[reader.next]?.kind === 'else') {
    reader.next++;
    otherwise = asTemplate(readParts(reader, at), at);
  }
  reader.next++;
  return build.conditional(condition, then, otherwise, condition.at);
}

function readFor(token: ForToken, reader: Reader, at: Span): Expression {
  const value = asTemplate(readParts(reader, at), at);
  reader.next++;
  const [first = '', second] = token.names;
  const place = placeOf(reader.source, token.node);
  const each: Expression = {
    kind: 'for',
    ...(second !== undefined && { keyName: first }),
    itemName: second ?? first,
    collection: token.collection,
    value,
    at: place,
  };
  return build.call('join', [build.literal('', place), each], place);
}

/** A literal alone is that text; an interpolation alone is that value. */
function asTemplate(parts: readonly Expression[], at: Span): Expression {
  const [only] = parts;
  if (only === undefined) return build.literal('', at);
  return parts.length === 1 ? only : { kind: 'template', parts, at };
}

/** Neighbours that stand next to each other in the file, as they read, are one text. */
function joinExact(parts: readonly Expression[]): Expression[] {
  const joined: Expression[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      isExactText(last) &&
      isExactText(part) &&
      last.at.end === part.at.start
    )
      joined[joined.length - 1] = build.literal(last.value + part.value, cover(last.at, part.at));
    else joined.push(part);
  }
  return joined;
}

type ExactText = Expression & { kind: 'literal'; value: string };

const isExactText = (e: Expression): e is ExactText =>
  e.kind === 'literal' && typeof e.value === 'string' && e.at.end - e.at.start === e.value.length;
