/**
 * JSON text to values, where the text may be put together from parts with places
 * of their own, some of them unknown: a heredoc with interpolations. Strict JSON
 * otherwise; of equal names in one object the last counts.
 */
import type { Origin } from '../source/span.js';
import { isUnknown, type Known, known, type Unknown, unknown, type Value } from '../value/value.js';

export type JsonResult =
  | { readonly value: Value }
  | { readonly problem: 'syntax' | 'depth'; readonly at: Origin };

interface Reader {
  readonly text: string;
  /** Unknown parts by their offset, where the text has a character of no meaning. */
  readonly holes: ReadonlyMap<number, Unknown>;
  readonly placeOf: (offset: number) => Origin;
  readonly maxDepth: number;
  at: number;
  problem?: 'syntax' | 'depth';
}

const HOLE = '\uFFFE';

/** Reads one JSON text, known or made of known and unknown parts. */
export function readJson(source: Value, maxDepth: number): JsonResult {
  const reader: Reader = { ...join(source), maxDepth, at: 0 };
  const value = readValue(reader, 0);
  skipSpace(reader);
  if (value !== undefined && reader.at === reader.text.length) return { value };
  return { problem: reader.problem ?? 'syntax', at: reader.placeOf(reader.at) };
}

function join(source: Value): Pick<Reader, 'text' | 'holes' | 'placeOf'> {
  const holes = new Map<number, Unknown>();
  const starts: { readonly offset: number; readonly from: Origin }[] = [];
  let text = '';
  for (const part of source.parts ?? [source]) {
    starts.push({ offset: text.length, from: part.from });
    if (isUnknown(part)) holes.set(text.length, part);
    text += isUnknown(part) ? HOLE : String(part.value);
  }
  const placeOf = (offset: number): Origin =>
    starts.findLast((start) => start.offset <= offset)?.from ?? source.from;
  return { text, holes, placeOf };
}

function fail(reader: Reader, problem: 'syntax' | 'depth' = 'syntax'): undefined {
  reader.problem ??= problem;
}

function skipSpace(reader: Reader): void {
  while (' \t\n\r'.includes(reader.text.charAt(reader.at)) && reader.at < reader.text.length)
    reader.at++;
}

/** Takes the character if it is next, after any space. */
function takes(reader: Reader, character: string): boolean {
  skipSpace(reader);
  if (reader.text.charAt(reader.at) !== character) return false;
  reader.at++;
  return true;
}

function readValue(reader: Reader, depth: number): Value | undefined {
  if (depth > reader.maxDepth) return fail(reader, 'depth');
  skipSpace(reader);
  const from = reader.placeOf(reader.at);
  const hole = reader.holes.get(reader.at);
  if (hole !== undefined) {
    reader.at++;
    return hole.encodes ?? hole;
  }
  if (takes(reader, '{')) return readObject(reader, from, depth);
  if (takes(reader, '[')) return readArray(reader, from, depth);
  if (reader.text.charAt(reader.at) === '"') return readString(reader, from);
  return readLiteral(reader, from);
}

function readObject(reader: Reader, from: Origin, depth: number): Value | undefined {
  const entries = new Map<string, Value>();
  if (takes(reader, '}')) return known(entries, from);
  do {
    skipSpace(reader);
    if (reader.text.charAt(reader.at) !== '"') return fail(reader);
    const name = readString(reader, reader.placeOf(reader.at));
    if (name === undefined || isUnknown(name) || !takes(reader, ':')) return fail(reader);
    const value = readValue(reader, depth + 1);
    if (value === undefined) return undefined;
    entries.set(String(name.value), value);
  } while (takes(reader, ','));
  return takes(reader, '}') ? known(entries, from) : fail(reader);
}

function readArray(reader: Reader, from: Origin, depth: number): Value | undefined {
  const items: Value[] = [];
  if (takes(reader, ']')) return known(items, from);
  do {
    const item = readValue(reader, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  } while (takes(reader, ','));
  return takes(reader, ']') ? known(items, from) : fail(reader);
}

/** A string; with unknown parts in it, an unknown that begins like it. */
function readString(reader: Reader, from: Origin): Value | undefined {
  const parts: Value[] = [];
  let start = ++reader.at;
  for (; reader.text.charAt(reader.at) !== '"'; reader.at++) {
    if (reader.at >= reader.text.length) return fail(reader);
    const hole = reader.holes.get(reader.at);
    if (hole === undefined) {
      if (reader.text.charAt(reader.at) === '\\') reader.at++;
      continue;
    }
    const before = decode(reader.text.slice(start, reader.at));
    if (before === undefined) return fail(reader);
    parts.push(known(before, from), hole);
    start = reader.at + 1;
  }
  const last = decode(reader.text.slice(start, reader.at++));
  if (last === undefined) return fail(reader);
  return textOf([...parts, known(last, from)], from);
}

/** What JSON escapes stand for; undefined where JSON has no such text. */
function decode(escaped: string): string | undefined {
  try {
    return String(JSON.parse(`"${escaped}"`));
  } catch {
    return undefined;
  }
}

function textOf(all: readonly Value[], from: Origin): Value {
  const parts = all.filter((part) => isUnknown(part) || part.value !== '');
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const hole = parts.find(isUnknown);
  if (hole === undefined) return known(parts.map(textOfPart).join(''), from);
  const prefix = parts
    .slice(0, parts.indexOf(hole))
    .map(textOfPart)
    .concat(hole.prefix ?? '')
    .join('');
  const term = `"${parts.map(termOfPart).join('')}"`;
  return unknown(hole.unknown, term, from, { notNull: true, parts, ...(prefix && { prefix }) });
}

const textOfPart = (part: Value): string => (isUnknown(part) ? '' : String(part.value));

const termOfPart = (part: Value): string =>
  isUnknown(part) ? `\${${part.term}}` : JSON.stringify(part.value).slice(1, -1);

function readLiteral(reader: Reader, from: Origin): Known | undefined {
  const rule = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
  rule.lastIndex = reader.at;
  const [word] = rule.exec(reader.text) ?? [];
  if (word === undefined) return fail(reader);
  reader.at += word.length;
  const value: unknown = JSON.parse(word);
  return known(value === null || typeof value === 'boolean' ? value : Number(value), from);
}
