/** Text for a terminal: colours where wanted, and no control character of a user's text takes effect. */

export interface Style {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly note: (text: string) => string;
  readonly good: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

const paint =
  (code: string) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`;
const plain = (text: string): string => text;

export const style = (colour: boolean): Style =>
  colour
    ? {
        error: paint('31;1'),
        warning: paint('33;1'),
        note: paint('36;1'),
        good: paint('32;1'),
        dim: paint('2'),
        bold: paint('1'),
      }
    : { error: plain, warning: plain, note: plain, good: plain, dim: plain, bold: plain };

/**
 * Escape sequences, bidirectional overrides and other invisible controls are
 * made visible, and so is the `#` of what runners take for a command wherever
 * it stands in a log (`##[error]`, `##vso[...]`, `##teamcity[...]`).
 */
export const visible = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    /#(?=#\w*\[)|[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Columns that a text takes: wide East Asian characters take two. */
export function width(text: string): number {
  let columns = 0;
  for (const c of text) columns += WIDE.test(c) ? 2 : 1;
  return columns;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - width(text)));

/** A term that would fill the screen, cut to what can be read. */
export const shorten = (text: string, most = 120): string =>
  text.length <= most ? text : `${text.slice(0, most - 3)}...`;
