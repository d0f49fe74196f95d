/**
 * JSON text as a tree with the place of everything. The YAML library could read
 * it, but takes more than JSON is (trailing commas, comments), reports it in
 * words of YAML, and needs ten times as long for plans of some megabytes.
 */
import type { Finding } from '../../diagnostics/finding.js';
import { type Span, span } from '../../source/span.js';

export type JsonNode = { readonly at: Span } & (
  | { readonly kind: 'object'; readonly entries: readonly JsonEntry[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null }
);

export interface JsonEntry {
  readonly name: string;
  readonly key: Span;
  readonly value: JsonNode;
}

export interface JsonResult {
  /** Absent where the text is no JSON. */
  readonly value?: JsonNode;
  readonly findings: readonly Finding[];
}

const MAX_DEPTH = 200;
/** Longer texts are refused: they would not fit into memory as a tree. */
const MAX_LENGTH = 64_000_000;

/** Reads a JSON text; a byte order mark is passed over. */
export function readJson(file: string, text: string): JsonResult {
  const reader = new JsonReader(file, text);
  const value = reader.document();
  const { findings, problem } = reader;
  if (problem !== undefined) return { findings: [...findings, problem] };
  return value === undefined ? { findings } : { value, findings };
}

const TOKEN =
  /([{}[\],:])|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])|((?:true|false|null)\b)/y;
const VISIBLE = /[^ \t\r\n]/g;

interface JsonToken {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: 'mark' | 'string' | 'number' | 'word';
}

/** A reader gives undefined from where the text is no JSON; `problem` says why. */
class JsonReader {
  readonly findings: Finding[] = [];
  problem: Finding | undefined;
  private at: number;
  private depth = 0;

  constructor(
    private readonly file: string,
    private readonly text: string,
  ) {
    this.at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  document(): JsonNode | undefined {
    if (this.text.length > MAX_LENGTH) return this.fail(0, 'it is too large');
    const value = this.value(this.next('a value'));
    const rest = this.nextVisible();
    if (value !== undefined && rest < this.text.length)
      return this.fail(rest, 'nothing more is expected');
    return value;
  }

  private value(token: JsonToken | undefined): JsonNode | undefined {
    if (token === undefined) return undefined;
    const at = span(this.file, token.start, token.end);
    if (token.kind !== 'mark')
      return {
        kind: 'scalar',
        value: JSON.parse(token.text) as string | number | boolean | null,
        at,
      };
    if (token.text !== '{' && token.text !== '[')
      return this.fail(token.start, 'a value is expected');
    if (++this.depth > MAX_DEPTH) return this.fail(token.start, 'this is nested too deeply');
    const node = token.text === '{' ? this.object(token.start) : this.array(token.start);
    this.depth--;
    return node;
  }

  private object(start: number): JsonNode | undefined {
    const entries = new Map<string, JsonEntry>();
    let token = this.next('a key or "}"');
    while (token !== undefined && token.text !== '}') {
      const entry = this.entry(token);
      if (entry === undefined) return undefined;
      const before = entries.get(entry.name);
      if (before === undefined) entries.set(entry.name, entry);
      // Comments may be many; any other key counts once.
      else if (entry.name !== '//') this.findings.push(duplicate(entry, before));
      token = this.separated('}');
    }
    if (token === undefined) return undefined;
    return { kind: 'object', entries: [...entries.values()], at: span(this.file, start, this.at) };
  }

  private entry(token: JsonToken): JsonEntry | undefined {
    if (token.kind !== 'string') return this.fail(token.start, 'a key in quotes is expected');
    const key = span(this.file, token.start, token.end);
    const colon = this.next('":"');
    if (colon !== undefined && colon.text !== ':') return this.fail(colon.start, '":" is expected');
    const value = colon && this.value(this.next('a value'));
    return value && { name: String(decoded(token.text)), key, value };
  }

  private array(start: number): JsonNode | undefined {
    const items: JsonNode[] = [];
    let token = this.next('a value or "]"');
    while (token !== undefined && token.text !== ']') {
      const item = this.value(token);
      if (item === undefined) return undefined;
      items.push(item);
      token = this.separated(']');
    }
    return token && { kind: 'array', items, at: span(this.file, start, this.at) };
  }

  /** What follows an entry: the closing bracket, or the next entry after a comma. */
  private separated(closer: string): JsonToken | undefined {
    const token = this.next(`"," or "${closer}"`);
    if (token === undefined || token.text === closer) return token;
    if (token.text !== ',') return this.fail(token.start, `"," or "${closer}" is expected`);
    const next = this.next('something after ","');
    return next?.text === closer ? this.fail(next.start, 'something is expected after ","') : next;
  }

  private next(expected: string): JsonToken | undefined {
    const start = this.nextVisible();
    const token = this.text[start] === '"' ? this.string(start) : this.plain(start);
    if (token === undefined) return this.fail(start, `${expected} is expected`);
    this.at = token.end;
    return token;
  }

  private plain(start: number): JsonToken | undefined {
    TOKEN.lastIndex = start;
    const match = TOKEN.exec(this.text);
    if (match === null) return undefined;
    const [text, mark, number] = match;
    const kind = mark !== undefined ? 'mark' : number !== undefined ? 'number' : 'word';
    return { start, end: start + text.length, text, kind };
  }

  /** A string ends at a quote with an even number of backslashes before it. A pattern would overflow on long ones. */
  private string(start: number): JsonToken | undefined {
    let end = start;
    do {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) return this.fail(start, 'this string is never closed');
    } while (isEscaped(this.text, end));
    const text = this.text.slice(start, end + 1);
    if (decoded(text) === undefined)
      return this.fail(start, 'a line end or an unknown escape stands in this string');
    return { start, end: end + 1, text, kind: 'string' };
  }

  private nextVisible(): number {
    VISIBLE.lastIndex = this.at;
    return VISIBLE.exec(this.text)?.index ?? this.text.length;
  }

  private fail(start: number, message: string): undefined {
    const end = /[^\r\n]/.test(this.text[start] ?? '\n') ? start + 1 : start;
    this.problem ??= {
      rule: 'unreadable-file',
      severity: 'error',
      message: `the JSON cannot be read: ${message}`,
      at: span(this.file, start, end),
    };
  }
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** The value of a scalar token; undefined where it is none. */
function decoded(text: string): string | number | boolean | null | undefined {
  try {
    return JSON.parse(text) as string | number | boolean | null;
  } catch {
    return undefined;
  }
}

const duplicate = ({ name, key }: JsonEntry, first: JsonEntry): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: `the key "${name}" stands twice in one object`,
  at: key,
  related: [{ at: first.key, message: 'it stands here first' }],
  help: 'keep one of the two',
});
