/**
 * Text between HCL quotes, in both directions. Text is data: nothing in it may
 * start an interpolation, so `${` and `%{` are doubled on the way out.
 */

const ASCII = /^[\0-\x7f]*$/;
const ASCII_IDENTIFIER = /^[A-Za-z_][\w-]*$/;

/** Names that HCL reads as something else where an object key or a root name stands. */
const KEYWORDS = new Set(['true', 'false', 'null', 'for', 'if', 'in']);

export const isIdentifier = (text: string): boolean =>
  ASCII.test(text) ? ASCII_IDENTIFIER.test(text) : isUnicodeIdentifier(text);

/** Apart, because the tables of Unicode take longer to build than most texts take to judge. */
const isUnicodeIdentifier = (text: string): boolean =>
  /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(text);

/** Whether a name can stand bare as an object key or at the root of a traversal. */
export const isBareName = (text: string): boolean => isIdentifier(text) && !KEYWORDS.has(text);

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const unicodeEscape = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const ESCAPED = /["\\\u0000-\u001f\u007f\u2028\u2029]|[$%]\{/;

/** `text` as it must stand between quotes to mean exactly itself. */
export function escapeQuoted(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return (
    text
      .replace(/["\\\n\r\t]/g, (unit) => NAMED_ESCAPES[unit] ?? unit)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
      .replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, unicodeEscape)
      .replace(/([$%])\{/g, '$1$1{')
  );
}

/** `text` as a quoted HCL string without interpolation. */
export const quote = (text: string): string => `"${escapeQuoted(text)}"`;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
};

/** One escape as it may stand in a quoted template, or text that needs none. */
const PIECE =
  /\\(?:([nrt"\\])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))|([$%])\4\{|([$%]\{)|[^\\$%]+|[$%]/gu;

/** The text that stands between quotes, unescaped; undefined where an escape is unknown or an interpolation starts. */
export function unescapeQuoted(inner: string): string | undefined {
  let result = '';
  let end = 0;
  for (const match of inner.matchAll(PIECE)) {
    if (match.index !== end) return undefined;
    end += match[0].length;
    const [whole, named, short, long, doubled, interpolation] = match;
    if (interpolation !== undefined) return undefined;
    if (named !== undefined) result += ESCAPES[named];
    else if (short !== undefined) result += String.fromCharCode(Number.parseInt(short, 16));
    else if (long !== undefined) {
      const point = Number.parseInt(long, 16);
      if (point > 0x10ffff) return undefined;
      result += String.fromCodePoint(point);
    } else result += doubled === undefined ? whole : `${doubled}{`;
  }
  return end === inner.length ? result : undefined;
}

/** A quoted template of data and of terms, which are interpolated. */
export function quoteTemplate(parts: readonly (string | { readonly term: string })[]): string {
  const text = parts.map((part, i) => {
    if (typeof part !== 'string') return `\${${part.term}}`;
    const sigils = /[$%]+$/.exec(part)?.[0];
    if (sigils === undefined || i === parts.length - 1) return escapeQuoted(part);
    // A sigil before an interpolation or a brace would become an escape, so it is interpolated itself.
    return `${escapeQuoted(part.slice(0, -sigils.length))}\${"${sigils}"}`;
  });
  return `"${text.join('')}"`;
}
