/** Where the items of a body begin and end, in a text that the grammar cannot read as a whole. */
import { type RoughToken, skim } from './skim.js';

export interface Item {
  readonly start: number;
  readonly end: number;
}

/** A line that begins a block of a module; where an earlier block was left open, this ends it. */
const TOP_LEVEL =
  /^(?:resource|data|module|provider|variable|output|locals|terraform|moved|import|removed|check|ephemeral)\b[^=\n]*\{/;

/** The attributes and blocks in `[start, end)`. Items end with a line on which nothing is open. */
export function splitItems(
  text: string,
  start: number,
  end: number,
  topLevel: boolean,
): readonly Item[] {
  const items: Item[] = [];
  let from: number | undefined;
  let last = start;
  let open: readonly string[] = [];
  const finish = (): void => {
    if (from !== undefined) items.push({ start: from, end: last });
    from = undefined;
    open = [];
  };
  for (const token of skim(text, start, end)) {
    if (topLevel && beginsBlock(text, token)) finish();
    if (token.kind === 'newline') {
      if (open.length === 0) finish();
      continue;
    }
    from ??= token.start;
    last = token.end;
    open = openAfter(open, text, token);
  }
  finish();
  return items;
}

const beginsBlock = (text: string, { kind, start }: RoughToken): boolean =>
  kind === 'word' &&
  (start === 0 || text[start - 1] === '\n') &&
  TOP_LEVEL.test(text.slice(start, start + 200));

export interface BlockParts {
  readonly type: Item;
  readonly labels: readonly Item[];
  /** What is between the braces. */
  readonly inner: Item;
  readonly closed: boolean;
}

/** The parts of an item that begins like a block, `type labels {`. */
export function blockParts(text: string, item: Item): BlockParts | undefined {
  const header: RoughToken[] = [];
  for (const token of skim(text, item.start, item.end)) {
    if (token.kind === 'open' && text[token.start] === '{') {
      const [type, ...labels] = header;
      if (type?.kind !== 'word') return undefined;
      const closing = closingBrace(text, token.end, item.end);
      const inner = { start: token.end, end: closing ?? item.end };
      return { type, labels, inner, closed: closing !== undefined };
    }
    if (token.kind !== 'word' && token.kind !== 'quote') return undefined;
    header.push(token);
  }
  return undefined;
}

function closingBrace(text: string, start: number, end: number): number | undefined {
  let open: readonly string[] = ['{'];
  for (const token of skim(text, start, end)) {
    open = openAfter(open, text, token);
    if (open.length === 0) return token.start;
  }
  return undefined;
}

const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The brackets that are open after a token. One that closes nothing is passed over; one further out closes all within. */
function openAfter(
  open: readonly string[],
  text: string,
  { kind, start }: RoughToken,
): readonly string[] {
  const unit = text[start] ?? '';
  if (kind === 'open') return [...open, unit];
  const opener = kind === 'close' ? open.lastIndexOf(OPENERS[unit] ?? '') : -1;
  return opener < 0 ? open : open.slice(0, opener);
}

/** The name of an item that begins like an attribute, `name =`. */
export function attributeName(text: string, item: Item): Item | undefined {
  const tokens = skim(text, item.start, item.end);
  const name = tokens.next().value as RoughToken | undefined;
  const equals = tokens.next().value as RoughToken | undefined;
  const isAttribute =
    name?.kind === 'word' && equals !== undefined && text.slice(equals.start, equals.end) === '=';
  return isAttribute ? name : undefined;
}
