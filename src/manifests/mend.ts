/** A text with edits applied that still knows where each of its places stood before. */
import type { TextEdit } from '../diagnostics/finding.js';
import type { Origin, Span } from '../source/span.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';

export interface Mended {
  readonly text: string;
  /** The place in the original text of a place in this one. */
  readonly original: (offset: number) => number;
}

/** Edits are in the order of the text and do not overlap. */
export function mend(text: string, edits: readonly TextEdit[]): Mended {
  const pieces: string[] = [];
  const shifts: { readonly from: number; readonly by: number; readonly most: number }[] = [];
  let end = 0;
  let length = 0;
  for (const { at, text: by } of edits) {
    pieces.push(text.slice(end, at.start), by);
    length += at.start - end;
    // Inside what was put there, no place is after the end of what stood there.
    shifts.push({ from: length, by: at.start - length, most: at.end });
    length += by.length;
    shifts.push({ from: length, by: at.end - length, most: text.length });
    end = at.end;
  }
  pieces.push(text.slice(end));
  const original = (offset: number): number => {
    let low = 0;
    let high = shifts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shifts[middle]?.from ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    const shift = shifts[low - 1];
    return shift === undefined ? offset : Math.min(offset + shift.by, shift.most);
  };
  return { text: pieces.join(''), original };
}

export const movedSpan = (at: Span, { original }: Mended): Span => ({
  ...at,
  start: original(at.start),
  end: original(at.end),
});

/** The value with its places, keys included, in the original text. */
export function movedValue(value: Value, mended: Mended): Value {
  const from = movedOrigin(value.from, mended);
  if (isUnknown(value)) return { ...value, from };
  const moved = { ...value, from, ...(value.key && { key: movedSpan(value.key, mended) }) };
  const data = value.value;
  if (isList(data)) return { ...moved, value: data.map((item) => movedValue(item, mended)) };
  if (!isMap(data)) return moved;
  return {
    ...moved,
    value: new Map([...data].map(([key, item]) => [key, movedValue(item, mended)])),
  };
}

const movedOrigin = ({ at, via, ...rest }: Origin, mended: Mended): Origin => ({
  ...rest,
  at: movedSpan(at, mended),
  ...(via && { via: movedOrigin(via, mended) }),
});
