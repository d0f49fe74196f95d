/**
 * The structure of a JSON or YAML text, also where the text is only partly
 * known: `${module.eks.cluster_name}` in a heredoc becomes an unknown leaf, and
 * every leaf keeps the place where its line was written.
 */
import { type Origin, type Span, span } from '../source/span.js';
import { combine } from './combine.js';
import { joinText, toText } from './text.js';
import { isList, isMap, isUnknown, type Known, type Unknown, type Value } from './value.js';
import { readYaml } from './yaml.js';

/** A stretch of the joined text and the part that it is of. */
interface Segment {
  readonly start: number;
  readonly end: number;
  readonly part: Value;
}

/** Private-use characters, which a text that uses them itself makes undecodable. */
const OPEN = '\uE0D0';
const CLOSE = '\uE0D1';
const HOLE = /\uE0D0(\d+)\uE0D1/g;

/** The structure, or undefined where the text is none or nothing of it is known. */
export function decodeText(value: Value): Value | undefined {
  if (value.encodes !== undefined) return value.encodes;
  const segments = segmentsOf(value);
  if (segments === undefined) return undefined;
  const text = segments.map(({ part }, i) => segmentText(part, i)).join('');
  // JSON may be indented by tabs, which YAML refuses; no text in JSON holds a raw one.
  const { documents, findings } = readYaml(
    '',
    /^\s*[{[]/.test(text) ? text.replace(/\t/g, ' ') : text,
  );
  const [document] = documents;
  if (document === undefined || findings.length > 0 || documents.length > 1) return undefined;
  return restore(document.value, { text, segments });
}

function segmentsOf(value: Value): readonly Segment[] | undefined {
  if (!isUnknown(value) && typeof value.value !== 'string') return undefined;
  const parts = value.parts ?? (isUnknown(value) ? undefined : [value]);
  if (parts === undefined) return undefined;
  let end = 0;
  return parts.map((part, i) => {
    const start = end;
    end += segmentText(part, i).length;
    return { start, end, part };
  });
}

const segmentText = (part: Value, index: number): string =>
  isUnknown(part) ? `${OPEN}${index}${CLOSE}` : (toText(part.value) ?? '');

interface Source {
  readonly text: string;
  readonly segments: readonly Segment[];
}

/** The value with its places in the original files, and with the unknown parts in their places. */
function restore(value: Value, source: Source): Value {
  const from = originOf(value.from.at, source);
  if (isUnknown(value)) return { ...value, from };
  const data = value.value;
  const key = value.key && originOf(value.key, source).at;
  const at = {
    from,
    ...(key && { key }),
    ...(secretIn(value, source) && { secret: true as const }),
  };
  if (isList(data)) return { ...at, value: data.map((item) => restore(item, source)) };
  if (isMap(data)) return { ...at, ...restoreEntries(data, from, source) };
  if (typeof data !== 'string') return { ...at, value: data };
  if (!data.includes(OPEN)) return { ...at, value: plainBoolean(value, data, source) ?? data };
  return filled(value, data, from, source);
}

/** Words that Terraform and Helm read as booleans where they stand without quotes, as YAML 1.1 has it. */
const BOOLEANS = /^(?:(y|Y|yes|Yes|YES|on|On|ON)|n|N|no|No|NO|off|Off|OFF)$/;

function plainBoolean(value: Known, data: string, { text }: Source): boolean | undefined {
  const match = BOOLEANS.exec(data);
  const plain = text.startsWith(data, value.from.at.start);
  return match === null || !plain ? undefined : match[1] !== undefined;
}

/** An entry whose key is unknown may have any name. */
function restoreEntries(
  data: ReadonlyMap<string, Value>,
  from: Origin,
  source: Source,
): Pick<Known, 'value' | 'rest'> {
  const entries = new Map<string, Value>();
  const open: Unknown[] = [];
  for (const [name, item] of data) {
    if (!name.includes(OPEN)) entries.set(name, restore(item, source));
    else for (const hole of holesIn(name, source)) open.push(hole);
  }
  if (open.length === 0) return { value: entries };
  const term = open.map((part) => part.term).join(', ');
  return { value: entries, rest: combine(`entries(${term})`, open, from) };
}

const holesIn = (text: string, { segments }: Source): readonly Unknown[] =>
  [...text.matchAll(HOLE)]
    .map(([, index]) => segments[Number(index)]?.part)
    .filter((part) => part !== undefined)
    .filter(isUnknown);

/** A scalar with unknown parts: the unknown itself where it is all there is. */
function filled(value: Known, text: string, from: Origin, source: Source): Value {
  const pieces: Value[] = [];
  let end = 0;
  for (const match of text.matchAll(HOLE)) {
    const part = source.segments[Number(match[1])]?.part;
    if (match.index > end) pieces.push({ value: text.slice(end, match.index), from });
    if (part !== undefined) pieces.push(part);
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ value: text.slice(end), from });
  const [only] = pieces;
  const quoted = /["'|>]/.test(source.text[value.from.at.start] ?? '');
  // Outside of quotes the text of a structure is that structure.
  if (pieces.length === 1 && only?.encodes !== undefined && !quoted) return only.encodes;
  return joinText(pieces, from) ?? { value: text, from };
}

/** Where the range of the joined text was written. */
function originOf(at: Span, { segments }: Source): Origin {
  const first = segmentAt(segments, at.start);
  const last = segmentAt(segments, Math.max(at.start, at.end - 1));
  if (first === undefined || last === undefined) return { at };
  const from = first.part.from;
  const start = isExact(first) ? from.at.start + (at.start - first.start) : from.at.start;
  const lastAt = last.part.from.at;
  const end = isExact(last) ? lastAt.start + (at.end - last.start) : lastAt.end;
  const whole = lastAt.file === from.at.file && end >= start;
  return { ...from, at: whole ? span(from.at.file, start, end) : from.at };
}

function segmentAt(segments: readonly Segment[], offset: number): Segment | undefined {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return segments[low];
}

/** Whether the part stands in its file just as it reads, so that places in it can be told. */
function isExact({ start, end, part }: Segment): boolean {
  const { at } = part.from;
  return !isUnknown(part) && at.end - at.start === end - start;
}

/** What is decoded from a secret text is secret. */
const secretIn = (value: Known, { segments }: Source): boolean =>
  segments.some(({ start, end, part }) => {
    const { at } = value.from;
    return !isUnknown(part) && part.secret === true && start < at.end && at.start < end;
  });
