/** Texts put together from parts, some of them unknown. */

import type { Origin } from '../source/span.js';
import { combine } from './combine.js';
import { numberText } from './number.js';
import { quoteTemplate } from './quote.js';
import { type Data, isUnknown, type Known, known, type Unknown, type Value } from './value.js';

/** A text of more parts is one part of what it becomes part of. */
const MAX_PARTS = 5_000;

/** The text that Terraform makes of a primitive; undefined for null and for collections. */
export function toText(data: Data): string | undefined {
  if (typeof data === 'string') return data;
  if (typeof data === 'number') return numberText(data);
  return typeof data === 'boolean' ? String(data) : undefined;
}

/**
 * The parts as one text, which keeps them: they tell where each line was
 * written and what is unknown. Undefined where a part has no text.
 */
export function joinText(pieces: readonly Value[], from: Origin): Value | undefined {
  const flat = pieces.flatMap(flattened);
  const parts = flat.length > MAX_PARTS ? pieces : flat;
  const texts = parts.map((part) => (isUnknown(part) ? '' : toText(part.value)));
  if (texts.includes(undefined)) return undefined;
  const unknowns = parts.filter(isUnknown);
  if (unknowns.length > 0) return unknownText(parts, unknowns, from);
  const secret = parts.some((part) => !isUnknown(part) && part.secret === true);
  return {
    ...known(texts.join(''), from),
    ...(parts.length > 1 && parts.length <= MAX_PARTS && { parts }),
    ...(secret && { secret }),
  };
}

/** The parts of a part, so that the same text has the same term however it was put together. */
const flattened = (part: Value): readonly Value[] => part.parts ?? [part];

function unknownText(parts: readonly Value[], unknowns: readonly Unknown[], from: Origin): Unknown {
  const [only] = unknowns;
  if (parts.length === 1 && only !== undefined) return only;
  const prefix = prefixOf(parts);
  return combine(quoteTemplate(termParts(parts)), unknowns, from, {
    notNull: true,
    ...(parts.length <= MAX_PARTS && { parts }),
    ...(prefix !== '' && { prefix }),
  });
}

/** Neighbouring known texts are one part of the term. */
function termParts(parts: readonly Value[]): readonly (string | { readonly term: string })[] {
  const result: (string | { readonly term: string })[] = [];
  for (const part of parts) {
    const text = isUnknown(part) || part.secret === true ? undefined : (toText(part.value) ?? '');
    const last = result.at(-1);
    if (text === undefined) result.push({ term: isUnknown(part) ? part.term : secretTerm(part) });
    else if (typeof last === 'string') result[result.length - 1] = last + text;
    else if (text !== '') result.push(text);
  }
  return result;
}

/** A secret is named by its place, never by its text. */
export const secretTerm = ({ from: { at } }: Known): string =>
  `sensitive(${quoteTemplate([`${at.file}:${at.start}`])})`;

/** The text up to the first unknown part, and what is known of that. */
function prefixOf(parts: readonly Value[]): string {
  let prefix = '';
  for (const part of parts) {
    if (isUnknown(part)) return prefix + (part.prefix ?? '');
    if (part.secret === true) return prefix;
    prefix += toText(part.value) ?? '';
  }
  return prefix;
}
