/** The file patterns of `fileset`: `*`, `?`, `**`, `[a-z]`, `{a,b}`. */

/** Alternatives that braces may make; more is refused. */
const MAX_ALTERNATIVES = 64;

/** Whether a path matches; undefined where the pattern is none. */
export function globPattern(glob: string): ((path: string) => boolean) | undefined {
  const alternatives = expandBraces(glob);
  if (alternatives === undefined) return undefined;
  const patterns = alternatives.map((one) => one.split('/'));
  return (path) => patterns.some((pattern) => matchSteps(pattern, path.split('/')));
}

function expandBraces(glob: string): readonly string[] | undefined {
  const match = /\{([^{}]*)\}/.exec(glob);
  if (match === null) return [glob];
  const [whole, inner = ''] = match;
  const before = glob.slice(0, match.index);
  const after = glob.slice(match.index + whole.length);
  const results: string[] = [];
  for (const one of inner.split(',')) {
    const expanded = expandBraces(before + one + after);
    if (expanded === undefined || results.length + expanded.length > MAX_ALTERNATIVES)
      return undefined;
    results.push(...expanded);
  }
  return results;
}

/** `**` takes any number of steps. Only the last one met is tried again, so that the time stays linear in both. */
function matchSteps(pattern: readonly string[], path: readonly string[]): boolean {
  return wildcard(pattern, path, '**', matchStep);
}

/** Units of one step: `*` takes any number of them. */
const matchStep = (pattern: string, step: string): boolean =>
  wildcard(tokens(pattern), [...step], '*', matchUnit);

const tokens = (pattern: string): readonly string[] => pattern.match(/\[[^\]]*\]|\\.|./gsu) ?? [];

function matchUnit(token: string, unit: string): boolean {
  if (token === '?') return true;
  if (token.startsWith('\\')) return token.slice(1) === unit;
  if (token.length === 1 || !token.startsWith('[')) return token === unit;
  const negated = /^\[[!^]/.test(token);
  const set = token.slice(negated ? 2 : 1, -1);
  return inSet(set, unit) !== negated;
}

function inSet(set: string, unit: string): boolean {
  for (const [range] of set.matchAll(/.-.|./gsu)) {
    const [low = '', high = low] = range.length > 1 ? [range[0], range[2]] : [range];
    if (low <= unit && unit <= high) return true;
  }
  return false;
}

function wildcard<T>(
  pattern: readonly string[],
  items: readonly T[],
  star: string,
  matches: (token: string, item: T) => boolean,
): boolean {
  let p = 0;
  let i = 0;
  let back: { p: number; i: number } | undefined;
  while (i < items.length) {
    const token = pattern[p];
    const item = items[i] as T;
    if (token === star) back = { p: p++, i };
    else if (token !== undefined && matches(token, item)) {
      p++;
      i++;
    } else if (back !== undefined) {
      back = { p: back.p, i: back.i + 1 };
      p = back.p + 1;
      i = back.i;
    } else return false;
  }
  return pattern.slice(p).every((token) => token === star);
}
