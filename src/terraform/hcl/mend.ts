/**
 * Valid HCL that the grammar cannot read, rewritten to what it can, unit for
 * unit: offsets stay, and values are read from the original text.
 */
import { skim } from './skim.js';

/** The text with every rewriting that applies; the same text where none does. */
export function mend(text: string): string {
  return withCommas(withoutExponents(withoutEmptyHeredocs(text)));
}

/**
 * Only the last two sigils before a brace are an escape. The grammar pairs them
 * from the first on, and would take what follows an odd one for an interpolation.
 */
export const withoutSigilRuns = (text: string): string =>
  text.replace(/([$%])\1*(?=\1\1\{)/g, (run) => 'x'.repeat(run.length));

/** A heredoc without lines is an empty text. */
const withoutEmptyHeredocs = (text: string): string =>
  text.replace(
    /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n[^\S\n]*\1(?![\p{ID_Continue}-])/gu,
    (whole) => `""${whole.slice(2).replace(/[^\n]/g, ' ')}`,
  );

/** The grammar knows exponents only after a fraction. */
function withoutExponents(text: string): string {
  let result = text;
  for (const { kind, start, end } of skim(text, 0, text.length)) {
    const word = text.slice(start, end);
    if (kind === 'word' && /^\d+[eE][+-]?\d+$/.test(word))
      result = result.slice(0, start) + word.replace(/\D/g, '0') + result.slice(end);
  }
  return result;
}

/** In an object a name at the end of a line is no call of what stands in parentheses on the next one. */
function withCommas(text: string): string {
  let result = text;
  const open: string[] = [];
  let before: { readonly kind: string; readonly end: number } | undefined;
  let lineEnd: number | undefined;
  for (const token of skim(text, 0, text.length)) {
    const unit = text[token.start] ?? '';
    if (token.kind === 'newline') lineEnd ??= token.start;
    else {
      if (unit === '(' && before?.kind === 'word' && lineEnd !== undefined && open.at(-1) === '{')
        result = `${result.slice(0, lineEnd)},${result.slice(lineEnd + 1)}`;
      if (token.kind === 'open') open.push(unit);
      else if (token.kind === 'close') open.pop();
      before = token;
      lineEnd = undefined;
    }
  }
  return result;
}
