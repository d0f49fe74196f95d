/**
 * What one element of a pattern's array asks of one value, and whether a value
 * has it. Knows nothing of fields, events or shapes.
 */
import { not, or, type Tri } from '../value/logic.js';
import { isUnknown, type Maybe, type Unknown } from '../value/value.js';
import { isInNetwork, type Network, sameAddress } from './address.js';
import { matchesParts, sameText } from './glob.js';

export type Scalar = string | number | boolean | null;

export interface Bound {
  readonly value: number;
  readonly inclusive: boolean;
}

/**
 * `literal`: the unknown is a value to be equal to; otherwise it is what an operator works with.
 * `needs`: what an event must have for the unknown to hold at all: a value at the path, something
 * at or below it, or nothing (it may be `exists: false`).
 */
export interface UnknownMatcher {
  readonly kind: 'unknown';
  readonly unknown: Unknown;
  readonly literal: boolean;
  readonly needs: 'value' | 'subtree' | 'nothing';
}

export type Matcher =
  | { readonly kind: 'equals'; readonly value: Scalar }
  | { readonly kind: 'equals-ignore-case'; readonly text: string }
  | {
      readonly kind: 'prefix' | 'suffix';
      readonly text: string;
      readonly ignoreCase: boolean;
    }
  /** The texts between the stars, escapes resolved. */
  | { readonly kind: 'wildcard'; readonly text: string; readonly parts: readonly string[] }
  | { readonly kind: 'numeric'; readonly above?: Bound; readonly below?: Bound }
  | { readonly kind: 'cidr'; readonly text: string; readonly network: Network }
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'anything-but'; readonly but: readonly Matcher[] }
  | UnknownMatcher;

/** Whether a value that is there has what the matcher asks for. The value itself may be unknown. */
export function holds(matcher: Matcher, value: Scalar | Unknown): Tri {
  if (matcher.kind === 'exists') return matcher.exists;
  if (matcher.kind === 'anything-but') return not(holdsAny(matcher.but, value));
  if (matcher.kind === 'unknown') return holdsUnknown(matcher, value);
  return isUnknownScalar(value) ? ofUnknownValue(matcher, value) : ofValue(matcher, value);
}

export function holdsAny(matchers: readonly Matcher[], value: Scalar | Unknown): Tri {
  return or(matchers.map((matcher) => holds(matcher, value)));
}

export const isUnknownScalar = (value: Scalar | Unknown): value is Unknown =>
  typeof value === 'object' && value !== null;

type Plain = Exclude<Matcher, UnknownMatcher | { kind: 'exists' } | { kind: 'anything-but' }>;

function ofValue(matcher: Plain, value: Scalar): boolean {
  if (matcher.kind === 'equals') return equal(matcher.value, value);
  if (matcher.kind === 'numeric') return typeof value === 'number' && inRange(matcher, value);
  if (typeof value !== 'string') return false;
  switch (matcher.kind) {
    case 'equals-ignore-case':
      return sameText(matcher.text, value, true);
    case 'prefix':
      return sameText(matcher.text, value.slice(0, matcher.text.length), matcher.ignoreCase);
    case 'suffix':
      return endsWith(value, matcher.text, matcher.ignoreCase);
    case 'wildcard':
      return matchesParts(matcher.parts, value);
    case 'cidr':
      return isInNetwork(value, matcher.network);
  }
}

const equal = (wanted: Scalar, found: Scalar): boolean =>
  wanted === found ||
  (typeof wanted === 'string' && typeof found === 'string' && sameAddress(wanted, found));

const endsWith = (value: string, text: string, ignoreCase: boolean): boolean =>
  value.length >= text.length &&
  sameText(text, value.slice(value.length - text.length), ignoreCase);

function inRange({ above, below }: { above?: Bound; below?: Bound }, value: number): boolean {
  if (above && !(value > above.value || (above.inclusive && value === above.value))) return false;
  return !below || value < below.value || (below.inclusive && value === below.value);
}

/** A value of which only the beginning may be known. */
function ofUnknownValue(matcher: Plain, value: Unknown): Tri {
  const { prefix } = value;
  if (prefix === undefined) return value;
  if (matcher.kind === 'equals')
    return typeof matcher.value === 'string' && matcher.value.startsWith(prefix) ? value : false;
  if (matcher.kind === 'prefix' && !matcher.ignoreCase) {
    if (prefix.startsWith(matcher.text)) return true;
    return matcher.text.startsWith(prefix) ? value : false;
  }
  return matcher.kind === 'numeric' ? false : value;
}

function holdsUnknown({ unknown, literal }: UnknownMatcher, value: Scalar | Unknown): Tri {
  if (!literal) return unknown;
  if (isUnknownScalar(value)) return isSameOrElement(value.term, unknown.term) ? true : unknown;
  if (unknown.prefix === undefined) return unknown;
  return typeof value === 'string' && value.startsWith(unknown.prefix) ? unknown : false;
}

/** An unknown value equals an unknown of the same term, and is in a list of which it is an element. */
const isSameOrElement = (term: string, wanted: string): boolean =>
  term === wanted || (term.startsWith(wanted) && /^\[\d+\]$/.test(term.slice(wanted.length)));

/** A text that may be unknown, as a value to hold matchers against. */
export const scalarOf = (value: string | Maybe<string>): string | Unknown => {
  if (typeof value === 'string') return value;
  return isUnknown(value) ? value : value.value;
};
