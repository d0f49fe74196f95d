/** Small pieces that every part of the report uses: places, badges, counts. */
import type { Span } from '../../source/span.js';
import { positionAt } from '../../source/text.js';
import type { Tone } from '../ownership.js';
import type { Sources } from '../sources.js';
import { type Html, html } from './markup.js';

/** Marks beside words, for who cannot tell the colours apart; screen readers skip them. */
const MARKS: Readonly<Record<Tone, string>> = {
  good: '✓',
  error: '✕',
  warning: '!',
  note: 'i',
  dim: '–',
};

export const mark = (tone: Tone): Html =>
  html`<span class="mark ${tone}" aria-hidden="true">${MARKS[tone]}</span>`;

export const badge = (tone: Tone, says: string): Html =>
  html`<span class="badge ${tone}">${mark(tone)}${says}</span>`;

/** `file:line`, as editors and terminals understand it. */
export function place({ file, start }: Span, sources: Sources): string {
  return `${file}:${positionAt(sources(file), start).line}`;
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Long identifiers may break after their hyphens, dots and slashes. */
export const breakable = (text: string): Html =>
  html`${text.split(/(?<=[-./:])/).map((part, i) => (i === 0 ? html`${part}` : html`<wbr>${part}`))}`;
