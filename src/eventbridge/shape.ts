/** One pattern against all events of a shape: does it match every, some or none of them, and why none. */
import type { Origin } from '../source/span.js';
import type { Unknown } from '../value/value.js';
import { coverField } from './cover.js';
import {
  allOf,
  anyOf,
  type Bounds,
  between,
  type Coverage,
  eitherWay,
  exactly,
} from './coverage.js';
import { describeField, describeValue, listed } from './describe.js';
import {
  type EventShape,
  type FieldShape,
  fieldAt,
  globText,
  openPath,
  patternPath,
} from './event-shape.js';
import type { Matcher } from './matcher.js';
import { quoted } from './report.js';
import type { Field, Pattern, Rule } from './rule.js';

export {
  type EventShape,
  eventShape,
  type FieldShape,
  type KnownFields,
  specialise,
} from './event-shape.js';

/** A field of the pattern that no event of the shape can match. */
export interface DeadField {
  readonly path: string;
  /** What the pattern wants there, in words. */
  readonly wanted: string;
  /** What events of the shape have there, in words. */
  readonly has: string;
  /** Where the pattern says so. */
  readonly from: Origin;
}

/**
 * "none" only if no event of the shape can match, "every" only if all do, otherwise "some"; the
 * unknown that decides where one does.
 */
export function matchShape(pattern: Pattern, shape: EventShape): Coverage | Unknown {
  const bounds = anyOf(pattern.rules.map((rule) => coverRule(rule, shape)));
  return bounds.because ?? bounds.least;
}

/** The fields that make a pattern match no event of the shape, of the alternative with the fewest. */
export function explainDead(pattern: Pattern, shape: EventShape): readonly DeadField[] {
  let fewest: readonly Field[] | undefined;
  for (const rule of pattern.rules) {
    const dead = [...rule.values()].filter((field) => coverOne(field, shape).most === 'none');
    if (fewest === undefined || dead.length < fewest.length) fewest = dead;
  }
  return (fewest ?? []).map((field) => ({
    path: field.path,
    wanted: describeField(field),
    has: describeShape(fieldAt(shape, field.path)),
    from: field.from,
  }));
}

function coverRule(rule: Rule, shape: EventShape): Bounds {
  const all: Bounds[] = [];
  for (const field of rule.values()) {
    const bounds = coverOne(field, shape);
    // Whatever the others say, it is none.
    if (bounds.most === 'none') return exactly('none');
    all.push(bounds);
  }
  return allOf(all);
}

function coverOne({ path, matchers }: Field, shape: EventShape): Bounds {
  const field = fieldAt(shape, path) ?? (isOpen(path, shape) ? OPEN : undefined);
  const absent = (): Bounds => coverAbsent(matchers, hasBelow(path, shape));
  if (field === undefined) return absent();
  const present = coverField(matchers, field);
  return field.optional ? eitherWay(absent(), present) : present;
}

const OPEN: FieldShape = { open: true, optional: true };

/** How a field is covered by events without a value at its path. */
function coverAbsent(matchers: readonly Matcher[], isObject: boolean): Bounds {
  return anyOf(
    matchers.map((matcher) => {
      if (matcher.kind === 'exists') return exactly(matcher.exists ? 'none' : 'every');
      if (matcher.kind !== 'unknown' || matcher.needs === 'value') return exactly('none');
      const holds = matcher.needs === 'nothing' || isObject;
      return holds ? between('none', 'every', matcher.unknown) : exactly('none');
    }),
  );
}

/** Whether events of the shape can have an object at the path. */
const hasBelow = (path: string, shape: EventShape): boolean =>
  isOpen(path, shape) ||
  [...shape.fields].some(([known, field]) =>
    ('open' in field ? openPath(known) : patternPath(known)).startsWith(`${path}.`),
  );

/** Whether the path lies in a part of the event of which nothing is known. */
const isOpen = (path: string, { fields }: EventShape): boolean =>
  [...fields].some(([known, field]) => {
    if (!('open' in field)) return false;
    const start = openPath(known);
    return start === '' || path === start || path.startsWith(`${start}.`);
  });

/** What events have at a field, in words. */
function describeShape(shape: FieldShape | undefined): string {
  if (shape === undefined) return 'no such field';
  if ('values' in shape) return listed(shape.values.map(describeValue), ' or ');
  if ('open' in shape) return 'anything';
  return `text like ${listed(
    shape.like.map((form) => quoted(globText(form), 80)),
    ' or ',
  )}`;
}
