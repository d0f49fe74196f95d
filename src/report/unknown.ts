/** What made a value unknown, in words for people. */
import { positionAt } from '../source/text.js';
import type { Unknown, UnknownCause } from '../value/value.js';
import type { Sources } from './sources.js';
import { visible } from './terminal.js';

const CAUSES: Readonly<Record<UnknownCause, string>> = {
  apply: 'is known after apply',
  input: 'has no value',
  unread: 'was not read',
  limit: 'is too much to evaluate',
};

/** What made a value unknown, and where that is written. */
export function whyUnknown({ term, unknown, from }: Unknown, sources: Sources): string {
  const { file, start } = from.at;
  const { line } = positionAt(sources(file), start);
  return `${visible(term)} ${CAUSES[unknown]} (${visible(file)}:${line})`;
}
