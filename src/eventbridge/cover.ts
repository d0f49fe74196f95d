/** How many values of a field have what matchers ask for, decided on the field's languages. */
import { isUndecided } from '../value/logic.js';
import type { Unknown } from '../value/value.js';
import { parseAddress } from './address.js';
import {
  anyOf,
  type Bounds,
  between,
  type Coverage,
  eitherWay,
  exactly,
  noneOf,
} from './coverage.js';
import { type FieldShape, formsOf, formTokens, type TextField } from './event-shape.js';
import { coversForm, type Glob, overlaps, type Token, tokensOf } from './glob.js';
import { holdsAny, type Matcher, type Scalar } from './matcher.js';

/** Of the values that the field can have where it is present. */
export function coverField(matchers: readonly Matcher[], field: FieldShape): Bounds {
  if ('values' in field) return coverValues(matchers, field.values);
  if ('open' in field) return coverAnything(matchers);
  const [first = exactly('none'), ...rest] = field.like
    .flatMap(formsOf)
    .map((form) =>
      anyOf(matchers.map((matcher) => coverForm(matcher, { form: formTokens(form), ...field }))),
    );
  return rest.reduce(eitherWay, first);
}

function coverValues(matchers: readonly Matcher[], values: readonly (Scalar | Unknown)[]): Bounds {
  const verdicts = values.map((value) => holdsAny(matchers, value));
  const sure = verdicts.filter((verdict) => verdict === true).length;
  const undecided = verdicts.filter(isUndecided);
  const least = share(sure, values.length);
  const [first] = undecided;
  return first
    ? between(least, share(sure + undecided.length, values.length), first)
    : exactly(least);
}

const share = (count: number, of: number): Coverage => {
  if (count === 0) return 'none';
  return count === of ? 'every' : 'some';
};

/** Anything may stand there, so every matcher finds something and none finds everything. */
function coverAnything(matchers: readonly Matcher[]): Bounds {
  return anyOf(
    matchers.map((matcher) =>
      matcher.kind === 'unknown' ? between('none', 'some', matcher.unknown) : exactly('some'),
    ),
  );
}

interface Form extends TextField {
  readonly form: readonly Token[];
}

function coverForm(matcher: Matcher, field: Form): Bounds {
  if (matcher.kind === 'exists') return exactly(matcher.exists ? 'every' : 'none');
  if (matcher.kind === 'anything-but')
    return noneOf(anyOf(matcher.but.map((but) => coverForm(but, field))));
  if (matcher.kind === 'unknown') {
    const most = matcher.literal ? coverPossible(matcher.unknown, field) : 'every';
    return between('none', most, matcher.unknown);
  }
  const glob = globOf(matcher);
  if (glob !== undefined) return exactly(coverGlob(glob, field));
  return exactly(matcher.kind === 'cidr' || isAddress(matcher) ? 'some' : 'none');
}

/** Addresses are equal in any spelling, which no glob says. */
const isAddress = (matcher: Matcher): boolean =>
  matcher.kind === 'equals' && typeof matcher.value === 'string';

function coverGlob(glob: Glob, { form, except = [] }: Form): Coverage {
  if (!overlaps(glob, form) || isExcepted(glob, except)) return 'none';
  return coversForm(glob, form) ? 'every' : 'some';
}

/** Whether the one text that a glob stands for never occurs. */
function isExcepted({ tokens }: Glob, except: readonly string[]): boolean {
  if (tokens.includes(null)) return false;
  const text = tokens.join('').toLowerCase();
  return except.some((name) => name.toLowerCase() === text);
}

/** What a literal covers at best of which only the beginning may be known. */
function coverPossible({ prefix = '' }: Unknown, field: Form): Coverage {
  const glob = { tokens: tokensOf([prefix, '']), ignoreCase: false };
  if (!overlaps(glob, field.form)) return 'none';
  return field.form.includes(null) ? 'some' : 'every';
}

/** The texts a matcher wants, where it wants texts. */
function globOf(matcher: Matcher): Glob | undefined {
  switch (matcher.kind) {
    case 'equals':
      if (typeof matcher.value !== 'string' || parseAddress(matcher.value)) return undefined;
      return { tokens: tokensOf([matcher.value]), ignoreCase: false };
    case 'equals-ignore-case':
      return { tokens: tokensOf([matcher.text]), ignoreCase: true };
    case 'prefix':
      return { tokens: tokensOf([matcher.text, '']), ignoreCase: matcher.ignoreCase };
    case 'suffix':
      return { tokens: tokensOf(['', matcher.text]), ignoreCase: matcher.ignoreCase };
    case 'wildcard':
      return { tokens: tokensOf(matcher.parts), ignoreCase: false };
    default:
      return undefined;
  }
}
