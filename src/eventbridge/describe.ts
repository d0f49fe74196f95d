/** Words for what a pattern wants and what an event has, for `trace` and for findings. */

import type { Unknown } from '../value/value.js';
import type { Leaf } from './leaves.js';
import { isUnknownScalar, type Matcher, type Scalar } from './matcher.js';
import { quoted } from './report.js';
import type { Field } from './rule.js';

const SHOWN = 4;

/** What a field wants, as the rest of "wants …". */
export function describeField(field: Field): string {
  return field.secret ? 'a sensitive value' : describeAny(field.matchers);
}

function describeAny(matchers: readonly Matcher[]): string {
  return listed(matchers.map(describeMatcher), ' or ');
}

function describeMatcher(matcher: Matcher): string {
  switch (matcher.kind) {
    case 'equals':
      return describeValue(matcher.value);
    case 'equals-ignore-case':
      return `${quoted(matcher.text)} in any case`;
    case 'prefix':
    case 'suffix':
      return describeAffix(matcher);
    case 'wildcard':
      return `text like ${quoted(matcher.text)}`;
    case 'numeric':
      return describeRange(matcher);
    case 'cidr':
      return `an address in ${matcher.text}`;
    case 'exists':
      return matcher.exists ? 'any value' : 'no value';
    case 'anything-but':
      return `anything but ${describeAny(matcher.but)}`;
    case 'unknown':
      return matcher.literal ? matcher.unknown.term : `what ${matcher.unknown.term} makes of it`;
  }
}

function describeAffix(matcher: Extract<Matcher, { kind: 'prefix' | 'suffix' }>): string {
  const verb = matcher.kind === 'prefix' ? 'starting' : 'ending';
  return `text ${verb} with ${quoted(matcher.text)}${matcher.ignoreCase ? ' in any case' : ''}`;
}

function describeRange({ above, below }: Extract<Matcher, { kind: 'numeric' }>): string {
  const lower = above && `${above.inclusive ? '>=' : '>'} ${above.value}`;
  const upper = below && `${below.inclusive ? '<=' : '<'} ${below.value}`;
  return `a number ${[lower, upper].filter(Boolean).join(' and ')}`;
}

export const describeValue = (value: Scalar | Unknown): string => {
  if (isUnknownScalar(value)) return value.term;
  return typeof value === 'string' ? quoted(value) : String(value);
};

/** What an event has at a path. */
export function describeFound(leaves: readonly Leaf[], isObject: boolean): string {
  if (leaves.length > 0)
    return listed(
      leaves.map(({ value }) => describeValue(value)),
      ', ',
    );
  return isObject ? 'an object' : 'nothing';
}

/** The first few of many. */
export function listed(items: readonly string[], separator: string): string {
  const more = items.length - SHOWN;
  if (more <= 1) return items.join(separator);
  return `${items.slice(0, SHOWN).join(separator)}${separator}${more} more`;
}
