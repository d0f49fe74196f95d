/**
 * User text in GitHub's and GitLab's Markdown: nothing in it becomes markup, a
 * link, a mention or a reference. A character that could is an entity; what is
 * made of the rendered text (mentions, issues, addresses) is broken by a space
 * without width where it stands outside of code.
 */
import { visible } from './terminal.js';

/** A value, as code. Mentions and issues are not looked for in it, but addresses are. */
export const code = (text: string): string => `<code>${plain(visible(text), IN_CODE)}</code>`;

/** A sentence; what it quotes becomes code. */
export const prose = (text: string): string =>
  text
    .split(/("[^"]*")/)
    .map((part, i) => (i % 2 === 1 ? code(part.slice(1, -1)) : plain(visible(part), IN_PROSE)))
    .join('');

const IN_CODE = /(?<=@(?=[^\s@]*\.))/;
const IN_PROSE = /(?<=[@#]|GH(?=-))/i;
const GAP = '&#8203;';

/** Underscores within a word and colons that are of no address or emoji stay as they are, to be read. */
const ACTIVE =
  /[&<>`*[\]#|@~\\$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\/\/|[\w+-]+:)|w(?=ww\.)/gi;

const plain = (text: string, gaps: RegExp): string =>
  text
    .split(gaps)
    .map((part) => part.replace(ACTIVE, (c) => `&#${c.charCodeAt(0)};`))
    .join(GAP);
