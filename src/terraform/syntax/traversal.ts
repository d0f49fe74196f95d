/**
 * The small grammar of references, `module.eks["a"].x[0].y`, read without the
 * HCL parser. Anything longer is not a traversal, and the caller loads the parser.
 */
import { type Span, span } from '../../source/span.js';
import { isBareName, unescapeQuoted } from '../../value/quote.js';
import type { Expression } from './expression.js';

const ROOT = /^[\p{ID_Start}_][\p{ID_Continue}-]*/u;
const STEP =
  /\.([\p{ID_Start}_][\p{ID_Continue}-]*)|\[(0|[1-9][0-9]{0,8})\]|\["((?:[^"\\\n]|\\.)*)"\]/uy;

/**
 * The traversal that `text` is, or undefined where it is something else.
 * `at` is the place of the text; parts get places of their own where the text stands there unescaped.
 */
export function parseTraversal(text: string, at: Span): Expression | undefined {
  const root = ROOT.exec(text)?.[0];
  if (root === undefined || !isBareName(root)) return undefined;
  const verbatim = at.end - at.start === text.length;
  const place = (start: number, end: number): Span =>
    verbatim ? span(at.file, at.start + start, at.start + end) : at;

  let result: Expression = { kind: 'variable', name: root, at: place(0, root.length) };
  let end = root.length;
  while (end < text.length) {
    STEP.lastIndex = end;
    const match = STEP.exec(text);
    if (match === null) return undefined;
    const start = end;
    end = STEP.lastIndex;
    const next = step(result, match, place(0, end), place(start, end));
    if (next === undefined) return undefined;
    result = next;
  }
  return result;
}

function step(
  object: Expression,
  [, name, number, text]: RegExpExecArray,
  at: Span,
  keyAt: Span,
): Expression | undefined {
  if (name !== undefined) return { kind: 'attribute', object, name, at };
  const value = number === undefined ? unescapeQuoted(text ?? '') : Number(number);
  if (value === undefined) return undefined;
  return { kind: 'index', object, key: { kind: 'literal', value, at: keyAt }, at };
}
