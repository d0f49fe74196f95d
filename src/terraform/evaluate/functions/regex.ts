/**
 * Regular expressions as Terraform reads them: RE2. A user's pattern never
 * reaches the engine of JavaScript, which backtracks without bound.
 */
import { RE2JS } from 're2js';
import type { Origin } from '../../../source/span.js';
import { toText } from '../../../value/text.js';
import { known, type Value } from '../../../value/value.js';
import { MAX_ELEMENTS } from '../budget.js';
import { type FunctionTable, strict, type TerraformFunction } from './signature.js';

/** One match: its range, and its groups; null where a group took no part. */
interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
}

interface Pattern {
  readonly regex: RE2JS;
  readonly names: ReadonlyMap<string, number>;
}

function compile(pattern: string): Pattern | undefined {
  try {
    const regex = RE2JS.compile(pattern);
    const named: Readonly<Record<string, number>> = regex.namedGroups();
    return { regex, names: new Map(Object.entries(named)) };
  } catch {
    // The engine reports a pattern that is no RE2 by throwing.
    return undefined;
  }
}

function* matches({ regex }: Pattern, text: string): Generator<Match> {
  const matcher = regex.matcher(text);
  while (matcher.find()) {
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i));
    yield { start: matcher.start(), end: matcher.end(), groups };
  }
}

/** What `regex` gives: the match, a list of its groups, or an object of them where they are named. */
function capture(pattern: Pattern, match: Match, from: Origin): Value {
  const group = (i: number): Value => known(match.groups[i] ?? null, from);
  if (match.groups.length === 1) return group(0);
  if (pattern.names.size === 0)
    return known(
      match.groups.slice(1).map((_, i) => group(i + 1)),
      from,
    );
  return known(new Map([...pattern.names].map(([name, i]) => [name, group(i)] as const)), from);
}

/** A function of a pattern and a text. */
const onPattern = (
  f: (found: readonly Match[], pattern: Pattern, from: Origin) => Value | undefined,
): TerraformFunction =>
  strict(
    (call, [pattern, text]) => {
      const source = pattern && toText(pattern.value);
      const subject = text && toText(text.value);
      const compiled = source === undefined ? undefined : compile(source);
      if (compiled === undefined || subject === undefined)
        return call.fail('it needs an RE2 pattern and a text');
      const found: Match[] = [];
      for (const match of matches(compiled, subject)) {
        if (found.length >= MAX_ELEMENTS) return call.unknown();
        found.push(match);
      }
      return f(found, compiled, call.from) ?? call.fail('the pattern does not match');
    },
    { notNull: true },
  );

/** `$1`, `${1}`, `$name`, `${name}`; a name is as long as it can be, and an unknown one is empty. */
const EXPANSION = /\$(?:\$|\{(\w+)\}|(\w+))/g;

const expand = (replacement: string, match: Match, { names }: Pattern): string =>
  replacement.replace(EXPANSION, (whole, braced?: string, bare?: string) => {
    const name = braced ?? bare;
    if (name === undefined) return whole === '$$' ? '$' : whole;
    const index = /^\d+$/.test(name) ? Number(name) : names.get(name);
    return (index === undefined ? undefined : match.groups[index]) ?? '';
  });

/** Every match replaced; undefined where the pattern is no RE2. */
export function replacePattern(
  text: string,
  pattern: string,
  replacement: string,
): string | undefined {
  const compiled = compile(pattern);
  if (compiled === undefined) return undefined;
  let result = '';
  let end = 0;
  for (const match of matches(compiled, text)) {
    result += text.slice(end, match.start) + expand(replacement, match, compiled);
    end = match.end;
  }
  return result + text.slice(end);
}

export const regexFunctions: FunctionTable = {
  regex: onPattern(([match], pattern, from) => match && capture(pattern, match, from)),
  regexall: onPattern((found, pattern, from) =>
    known(
      found.map((match) => capture(pattern, match, from)),
      from,
    ),
  ),
};
