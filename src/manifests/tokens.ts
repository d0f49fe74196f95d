/**
 * A YAML text cut into stretches by what they are: enough to tell a character of
 * the structure from one in a comment, a quoted text or a block of lines. It
 * works on texts that no parser accepts.
 */
import { Lexer } from 'yaml';

export type StretchKind = 'plain' | 'quoted' | 'block' | 'comment' | 'blank' | 'newline' | 'mark';

export interface Stretch {
  readonly kind: StretchKind;
  readonly start: number;
  readonly text: string;
  /** A plain text that is a key. */
  readonly key?: true;
  /** Blanks at the start of a line that decide what the line belongs to. */
  readonly indentation?: true;
}

/** Lexemes that stand for no text of their own. */
const SCALAR = '\u001f';
const FLOW_ENDED_BY_FAULT = '\u0018';
const EMPTY_LEXEMES = new Set(['\u0002', FLOW_ENDED_BY_FAULT, SCALAR]);

export function stretches(text: string): readonly Stretch[] {
  const result: Stretch[] = [];
  let start = 0;
  let depth = 0;
  let atLineStart = true;
  let scalar = false;
  let block = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (EMPTY_LEXEMES.has(lexeme)) {
      scalar ||= lexeme === SCALAR;
      if (lexeme === FLOW_ENDED_BY_FAULT) depth = 0;
      continue;
    }
    if (lexeme === '') {
      scalar = false;
      block = false;
      continue;
    }
    // A block that starts with a tab is an empty one, followed by the tab.
    const content = scalar && !/^[ \t]+$/.test(lexeme);
    const kind = content ? (block ? 'block' : 'plain') : kindOf(lexeme);
    if (kind === 'mark' && lexeme === ':') markKey(result);
    if (kind === 'mark') {
      if (/^[[{]/.test(lexeme)) depth++;
      else if (/^[\]}]/.test(lexeme)) depth = Math.max(0, depth - 1);
    }
    const indentation = kind === 'blank' && atLineStart && (depth === 0 || lexeme.startsWith('\t'));
    result.push({ kind, start, text: lexeme, ...(indentation && { indentation }) });
    start += lexeme.length;
    atLineStart =
      kind === 'newline' ||
      (kind === 'blank' && atLineStart) ||
      (kind === 'block' && /[\r\n]$/.test(lexeme));
    if (!scalar && /^[|>]/.test(lexeme)) block = true;
    else if (scalar) block = false;
    scalar = false;
  }
  return result;
}

function kindOf(lexeme: string): StretchKind {
  const first = lexeme.charAt(0);
  if (first === '"' || first === "'") return 'quoted';
  if (first === '#') return 'comment';
  if (/^[ \t]+$/.test(lexeme)) return 'blank';
  return /^[\r\n]/.test(lexeme) ? 'newline' : 'mark';
}

/** The colon says of the plain text before it that it is a key. */
function markKey(result: Stretch[]): void {
  const index = result.findLastIndex(({ kind }) => kind !== 'blank');
  const last = result[index];
  if (last?.kind === 'plain') result[index] = { ...last, key: true };
}
