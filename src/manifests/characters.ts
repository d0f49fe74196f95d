/**
 * Characters that parsers swallow into keys or choke on: indent guides of an
 * editor, blanks that are none, invisible ones, tabs in the indentation, the
 * filler lines below the end of a file. Finds each with the text to put there.
 */
import type { TextEdit } from '../diagnostics/finding.js';
import { type Span, span } from '../source/span.js';
import { type Stretch, stretches } from './tokens.js';

export type SuspectKind = 'guide' | 'blank' | 'invisible' | 'control' | 'tab' | 'filler';

export interface Suspect {
  readonly kind: SuspectKind;
  /** The character, for its name; empty for a filler line. */
  readonly character: string;
  readonly edit: TextEdit;
  /** What it should have been is a guess. */
  readonly guess?: true;
}

/** U+2999 is nobody's text; the others also draw boxes and trees in text that is meant. */
const FENCE = '\u2999';
const GUIDES = '\u2999\u205e\u2502\u2506\u250a\u254e\u258f\u00a6';
const BLANKS = '\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';
const INVISIBLE = '\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff';
const CONTROL = '\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f';

const ANY = new RegExp(`[${GUIDES}${BLANKS}${INVISIBLE}${CONTROL}]|^ *\\t|^~[ \\t]*$`, 'm');
const LEADING_FENCES = new RegExp(`^[ \\t${BLANKS}]*(?:${FENCE}[ \\t${BLANKS}]*)+`, 'gm');
const STRANGE = new RegExp(`[${GUIDES}${BLANKS}${INVISIBLE}${CONTROL}]`, 'g');
/** A character that is neither a blank nor one of ours. */
const MEANT = new RegExp(`[^\\s${GUIDES}${BLANKS}${INVISIBLE}]`);

const ONE_BLANK = new RegExp(`[${BLANKS}]`);
const ONE_CONTROL = new RegExp(`[${CONTROL}]`);

function kindOf(character: string): SuspectKind {
  if (GUIDES.includes(character)) return 'guide';
  if (ONE_BLANK.test(character)) return 'blank';
  return ONE_CONTROL.test(character) ? 'control' : 'invisible';
}

/** In the order of the text, none overlapping another. */
export function suspects(file: string, text: string): readonly Suspect[] {
  if (!ANY.test(text)) return [];
  const at = (start: number): Span => span(file, start, start + 1);
  const found = new Map<number, Suspect>();
  const take = (suspect: Suspect): void => {
    if (!found.has(suspect.edit.at.start)) found.set(suspect.edit.at.start, suspect);
  };
  for (const place of fences(text)) take(suspectAt(text, at(place)));
  const all = stretches(text);
  for (const stretch of all)
    for (const place of strangers(stretch)) take(suspectAt(text, at(stretch.start + place)));
  for (const suspect of tabs(text, all, at)) take(suspect);
  const filler = fillerStart(text);
  if (filler !== undefined) {
    // With the line end, so that no empty line is left.
    const end = text.trimEnd().length;
    const edit = {
      at: span(file, filler, end + (/^\r?\n/.exec(text.slice(end, end + 2))?.[0].length ?? 0)),
      text: '',
    };
    take({ kind: 'filler', character: '', edit });
  }
  return [...found.values()].sort((a, b) => a.edit.at.start - b.edit.at.start);
}

function suspectAt(text: string, at: Span): Suspect {
  const character = text.charAt(at.start);
  const kind = kindOf(character);
  const edit = { at, text: kind === 'blank' || kind === 'guide' ? ' ' : '' };
  return { kind, character, edit, ...(kind === 'control' && { guess: true }) };
}

/** Fences in the indentation, with the blanks that are none among them, wherever the line belongs. */
const fences = (text: string): readonly number[] =>
  [...text.matchAll(LEADING_FENCES)].flatMap(({ index, 0: leading }) =>
    [...leading].flatMap((character, i) => (/[ \t]/.test(character) ? [] : [index + i])),
  );

/** Tabs in the indentation. JSON may have them, as YAML may not. */
function tabs(
  text: string,
  all: readonly Stretch[],
  at: (start: number) => Span,
): readonly Suspect[] {
  if (/^\s*[{[]/.test(text)) return [];
  const by = ' '.repeat(indentWidth(text));
  return all
    .filter(({ indentation }, i) => indentation === true && decides(all[i + 1]))
    .flatMap((stretch) =>
      [...stretch.text.matchAll(/\t/g)].map(({ index }): Suspect => {
        const place = stretch.start + index;
        // How far a tab reaches beside blanks, only its author's editor knows.
        const guess = text.charAt(place - 1) === ' ' || text.charAt(place + 1) === ' ';
        const edit = { at: at(place), text: by };
        return { kind: 'tab', character: '\t', edit, ...(guess && { guess }) };
      }),
    );
}

/** Blanks before a comment or on an empty line decide nothing. */
const decides = (next: Stretch | undefined): boolean =>
  next !== undefined && next.kind !== 'comment' && next.kind !== 'newline';

/** The indentation of one level: a tab stands for as much. */
function indentWidth(text: string): number {
  let least = 9;
  for (const [, blanks = ''] of text.matchAll(/^( +)[^\s#]/gm))
    least = Math.min(least, blanks.length);
  return least > 8 ? 2 : least;
}

/** Where the lines of nothing but `~` start that end the text; undefined where such a line may be a document. */
function fillerStart(text: string): number | undefined {
  let end = text.trimEnd().length;
  let start: number | undefined;
  while (end > 0) {
    const line = text.lastIndexOf('\n', end - 1) + 1;
    const content = text.slice(line, end);
    if (!/^~[ \t\r]*$/.test(content)) return /^---\s*$/.test(content) ? undefined : start;
    start = line;
    end = line - 1;
  }
  return undefined;
}

/** Places in a stretch whose character is taken for text although it is meant as a blank or as nothing. */
function strangers({ kind, text, key }: Stretch): readonly number[] {
  if (kind !== 'plain') return matches(text).filter((at) => kindOf(text.charAt(at)) === 'control');
  const places: number[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const first = line.search(MEANT);
    const last = lastMeant(line);
    for (const at of matches(line)) {
      const edge = { leads: first < 0 || at < first, trails: first < 0 || at > last };
      if (isStructural(line, at, { ...edge, key: key === true })) places.push(start + at);
    }
    start += line.length + 1;
  }
  return places;
}

function lastMeant(line: string): number {
  let at = line.length - 1;
  while (at >= 0 && !MEANT.test(line.charAt(at))) at--;
  return at;
}

const matches = (text: string): number[] => [...text.matchAll(STRANGE)].map(({ index }) => index);

interface Surroundings {
  readonly key: boolean;
  /** Nothing that is meant stands before it in its line, or nothing after it. */
  readonly leads: boolean;
  readonly trails: boolean;
}

function isStructural(line: string, at: number, { key, leads, trails }: Surroundings): boolean {
  const character = line.charAt(at);
  const after = line.slice(at + 1, at + 100);
  switch (kindOf(character)) {
    case 'control':
      return true;
    case 'guide':
      return leads && /^[\s\u00a0]/.test(after);
    case 'blank':
      return (
        key ||
        leads ||
        trails ||
        ENDS.test(line.slice(Math.max(0, at - 100), at)) ||
        /^\s*#/.test(after)
      );
    default:
      // Joiners belong to emoji and to scripts that need them.
      return key || leads || trails || !/[\u200c-\u200f]/.test(character);
  }
}

/** A key whose colon was not seen, or an item whose dash was not, since no blank follows. */
const ENDS = /(?:^|\s)(?:[\w./-]+:|[-?])$/;

const NAMES: Readonly<Record<string, string>> = {
  '\u0000': 'NUL',
  '\u00a0': 'NO-BREAK SPACE',
  '\u00a6': 'BROKEN BAR',
  '\u00ad': 'SOFT HYPHEN',
  '\u200b': 'ZERO WIDTH SPACE',
  '\u200c': 'ZERO WIDTH NON-JOINER',
  '\u200d': 'ZERO WIDTH JOINER',
  '\u202f': 'NARROW NO-BREAK SPACE',
  '\u2060': 'WORD JOINER',
  '\u2502': 'BOX DRAWINGS LIGHT VERTICAL',
  '\u2999': 'DOTTED FENCE',
  '\u3000': 'IDEOGRAPHIC SPACE',
  '\ufeff': 'BYTE ORDER MARK',
};

/** `U+2999 DOTTED FENCE`. */
export function characterName(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const name = NAMES[character];
  return name === undefined ? `U+${code}` : `U+${code} ${name}`;
}
