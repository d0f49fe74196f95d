/**
 * HTML that is made so that no text of a user's can become markup: whatever is
 * put into a template is escaped, unless it is a piece of HTML itself.
 */
import { visible } from '../terminal.js';

/** A piece of HTML; only `html` makes one. */
export class Html {
  private constructor(readonly text: string) {}

  static of(strings: readonly string[], parts: readonly Part[]): Html {
    return new Html(strings.map((text, i) => text + written(parts[i])).join(''));
  }
}

export type Part = string | number | Html | undefined | readonly Part[];

/** Nothing is written for undefined; lists are written one after the other. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  Html.of(strings, parts);

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Half of a character, which no file can hold. */
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Fit for text and for quoted attributes; controls and overrides of direction are made visible. */
const escaped = (text: string): string =>
  visible(text.replace(LONE, '\ufffd')).replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
