/**
 * Languages of texts: literal characters and runs of anything. Matchers on text
 * and the known forms of event fields both become globs, so that "can they meet"
 * and "does one hold all of the other" are decided and not sampled.
 */

/** One UTF-16 unit, or null for any run of units, the empty one too. */
export type Token = string | null;

export interface Glob {
  readonly tokens: readonly Token[];
  readonly ignoreCase: boolean;
}

/** Tokens of literal texts with a run of anything between each two. */
export function tokensOf(parts: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0 && tokens.at(-1) !== null) tokens.push(null);
    for (let at = 0; at < part.length; at++) tokens.push(part.charAt(at));
  }
  return tokens;
}

/**
 * Whether a unit of a pattern stands for a unit of a value. EventBridge takes
 * either case of each character and no longer expansion (aws/event-ruler@337e8d9
 * src/main/software/amazon/event/ruler/input/EqualsIgnoreCaseParser.java).
 */
export const sameUnit = (wanted: string, found: string, ignoreCase: boolean): boolean =>
  wanted === found ||
  (ignoreCase && (found === wanted.toLowerCase() || found === wanted.toUpperCase()));

export function sameText(wanted: string, found: string, ignoreCase: boolean): boolean {
  if (!ignoreCase) return wanted === found;
  if (wanted.length !== found.length) return false;
  for (let at = 0; at < wanted.length; at++)
    if (!sameUnit(wanted.charAt(at), found.charAt(at), true)) return false;
  return true;
}

/** Whether a text is made of the parts in order, with anything between them. Greedy, so never exponential. */
export function matchesParts(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** Whether some text is in both languages. Never wrongly false. */
export const overlaps = (wanted: Glob, form: readonly Token[]): boolean =>
  align(wanted, form, true);

/** Whether every text of the form is in the wanted language. Never wrongly true. */
export const coversForm = (wanted: Glob, form: readonly Token[]): boolean =>
  align(wanted, form, false);

/**
 * Lines the two up from their ends. With `formGives`, a run of the form may become
 * whatever the other side asks for; without, only a run of the other side takes it in.
 */
function align(wanted: Glob, form: readonly Token[], formGives: boolean): boolean {
  const { tokens, ignoreCase } = wanted;
  let below: readonly boolean[] = [];
  for (let i = tokens.length; i >= 0; i--) {
    const row: boolean[] = new Array(form.length + 1).fill(false);
    for (let j = form.length; j >= 0; j--) {
      const want = tokens[i];
      const has = form[j];
      if (want === undefined && has === undefined) row[j] = true;
      else if (want === null) row[j] = below[j] === true || row[j + 1] === true;
      else if (has === null) row[j] = formGives && (row[j + 1] === true || below[j] === true);
      else if (want !== undefined && has !== undefined)
        row[j] = sameUnit(want, has, ignoreCase) && below[j + 1] === true;
    }
    below = row;
  }
  return below[0] === true;
}
