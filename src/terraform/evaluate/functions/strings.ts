/** Functions of texts. */
import { sizeKnown } from '../../../value/read.js';
import { joinText, toText } from '../../../value/text.js';
import { isUnknown, known, type Unknown, type Value } from '../../../value/value.js';
import { MAX_ELEMENTS } from '../budget.js';
import { toNumber } from '../data.js';
import { listOf } from './collection.js';
import { replacePattern } from './regex.js';
import {
  type FunctionTable,
  onTexts,
  strict,
  type TerraformFunction,
  textList,
} from './signature.js';

const WHITE_SPACE = /^[\p{White_Space}]+|[\p{White_Space}]+$/gu;

/** The text without the characters of `cut` at the chosen ends. */
const trimmer =
  (start: boolean, end: boolean) =>
  (text = '', cut = ''): string => {
    const units = [...text];
    const set = new Set(cut);
    let first = 0;
    let last = units.length;
    while (start && first < last && set.has(units[first] ?? '')) first++;
    while (end && last > first && set.has(units[last - 1] ?? '')) last--;
    return units.slice(first, last).join('');
  };

/** The texts of a list, or of several, with the separator between them; unknown elements stay parts of the text. */
const join: TerraformFunction = (call) => {
  const [separator, ...lists] = call.args;
  if (lists.some((list) => !isUnknown(list) && listOf(list) === undefined))
    return call.fail('it needs lists of texts');
  const open = lists.some((list) => sizeKnown(list) !== true);
  if (separator === undefined || isUnknown(separator) || open)
    return call.unknown({ notNull: true });
  const items = lists.flatMap((list) => listOf(list) ?? []);
  const parts = items.flatMap((item, i): readonly Value[] =>
    i === 0 ? [item] : [separator, item],
  );
  return joinText(parts, call.from) ?? call.fail('it needs lists of texts');
};

const split: TerraformFunction = strict(
  (call, [separator, text]) => {
    const cut = separator && toText(separator.value);
    const whole = text && toText(text.value);
    if (cut === undefined || whole === undefined) return call.fail('it needs two texts');
    const pieces = whole.split(cut, MAX_ELEMENTS + 1);
    return pieces.length > MAX_ELEMENTS ? call.unknown() : textList(pieces, call.from);
  },
  { notNull: true },
);

/** A search text between slashes is a pattern. */
const replace = onTexts(3, (text = '', search = '', replacement = '') => {
  const pattern = /^\/(.+)\/$/s.exec(search)?.[1];
  if (pattern !== undefined) return replacePattern(text, pattern, replacement);
  return search === '' ? text : text.replaceAll(search, () => replacement);
});

/** A part of a text by characters; of an unknown text at least its beginning may be known. */
const substr: TerraformFunction = (call) => {
  const [text, offset, length] = call.args;
  if (text === undefined) return call.fail('it takes a text, an offset and a length');
  const [from, count] = [numberOf(offset), numberOf(length)];
  if (from === undefined || count === undefined) return call.unknown({ notNull: true });
  if (isUnknown(text)) return call.unknown(startOf(text, from, count));
  const characters = [...(toText(text.value) ?? '')];
  const start = from < 0 ? Math.max(characters.length + from, 0) : from;
  const end = count < 0 ? characters.length : start + count;
  return toText(text.value) === undefined
    ? call.fail('it needs a text')
    : known(characters.slice(start, end).join(''), call.from);
};

const numberOf = (value: Value | undefined): number | undefined =>
  value === undefined || isUnknown(value) ? undefined : toNumber(value.value);

function startOf(
  text: Unknown,
  offset: number,
  length: number,
): { notNull: true; prefix?: string } {
  const known = offset === 0 ? (text.prefix ?? '') : '';
  const prefix = length < 0 ? known : [...known].slice(0, length).join('');
  return prefix === '' ? { notNull: true } : { notNull: true, prefix };
}

/** Spaces after every line end: the structure that the text encodes stays the same. */
const indent: TerraformFunction = (call) => {
  const [width, text] = call.args;
  const spaces = numberOf(width);
  if (spaces === undefined || text === undefined || spaces > 1_000)
    return call.unknown({ notNull: true });
  const indented = keepStructure(text, (whole) =>
    whole.replace(/\n/g, `\n${' '.repeat(Math.max(spaces, 0))}`),
  );
  return indented(call);
};

/** A function that moves white space only, so that the structure which the text encodes stays. */
const keepStructure =
  (text: Value | undefined, change: (text: string) => string): TerraformFunction =>
  (call) => {
    if (text === undefined) return call.fail('it takes a text');
    const encodes = text.encodes && { encodes: text.encodes };
    if (isUnknown(text)) return call.unknown({ notNull: true, ...encodes });
    const whole = toText(text.value);
    return whole === undefined
      ? call.fail('it needs a text')
      : { ...known(change(whole), call.from), ...encodes };
  };

const onWhiteSpace =
  (change: (text: string) => string): TerraformFunction =>
  (call) =>
    keepStructure(call.args[0], change)(call);

/** The first letter of every word in upper case. */
const title = (text = ''): string =>
  text.replace(
    /(^|[^\p{L}\p{N}_'])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );

/** What an unknown text begins with may decide it. */
const startswith: TerraformFunction = (call) => {
  const [text, start] = call.args;
  const wanted = start === undefined || isUnknown(start) ? undefined : toText(start.value);
  if (text === undefined || !isUnknown(text) || wanted === undefined) return startsWith(call);
  const prefix = text.prefix ?? '';
  if (prefix.startsWith(wanted)) return known(true, call.from);
  return wanted.startsWith(prefix) ? call.unknown({ notNull: true }) : known(false, call.from);
};

const startsWith = onTexts(2, (text = '', start = '') => text.startsWith(start));

export const stringFunctions: FunctionTable = {
  chomp: onWhiteSpace((text) => text.replace(/[\r\n]+$/, '')),
  endswith: onTexts(2, (text = '', end = '') => text.endsWith(end)),
  indent,
  join,
  lower: onTexts(1, (text = '') => text.toLowerCase()),
  replace,
  split,
  startswith,
  strcontains: onTexts(2, (text = '', part = '') => text.includes(part)),
  strrev: onTexts(1, (text = '') => [...text].reverse().join('')),
  substr,
  title: onTexts(1, title),
  trim: onTexts(2, trimmer(true, true)),
  trimprefix: onTexts(2, (text = '', start = '') =>
    text.startsWith(start) ? text.slice(start.length) : text,
  ),
  trimspace: onWhiteSpace((text) => text.replace(WHITE_SPACE, '')),
  trimsuffix: onTexts(2, (text = '', end = '') =>
    end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text,
  ),
  upper: onTexts(1, (text = '') => text.toUpperCase()),
};
