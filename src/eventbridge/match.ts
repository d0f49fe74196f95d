/** One pattern against one event, as EventBridge would judge it, and why it does not match. */
import type { Origin } from '../source/span.js';
import { isUndecided, or, type Tri } from '../value/logic.js';
import { type Unknown, unknown } from '../value/value.js';
import { isConsistent, isConsistentInOrder } from './consistency.js';
import { describeField, describeFound, listed } from './describe.js';
import { type Leaves, leavesAt, type Within } from './leaves.js';
import { holdsAny, type Matcher } from './matcher.js';
import type { Field, Pattern, Rule } from './rule.js';

/** One reason why an event does not match, or may not. */
export interface Mismatch {
  readonly path: string;
  /** What the pattern wants there, in words. */
  readonly wanted: string;
  /** What the event has there, in words. */
  readonly found: string;
  /** Where the pattern says so. */
  readonly from: Origin;
  /** Given where an unknown decides: the event may match after all. */
  readonly undecided?: Unknown;
}

/** Whether the event (parsed JSON) matches; the unknown that decides where one does. */
export function matchEvent(pattern: Pattern, event: unknown): Tri {
  if (event === null || typeof event !== 'object' || Array.isArray(event)) return false;
  const leaves = leavesAt(event, pathsOf(pattern));
  return or(pattern.rules.map((rule) => matchRule(rule, leaves)));
}

/** Every field that keeps the event out, of the alternative that comes nearest; empty where it matches. */
export function explainMismatch(pattern: Pattern, event: unknown): readonly Mismatch[] {
  const leaves = leavesAt(event, pathsOf(pattern));
  let nearest: readonly Mismatch[] | undefined;
  for (const rule of pattern.rules) {
    const mismatches = explainRule(rule, leaves);
    if (nearest === undefined || mismatches.length < nearest.length) nearest = mismatches;
  }
  return nearest ?? [];
}

const pathsOf = (pattern: Pattern): ReadonlySet<string> =>
  new Set(pattern.rules.flatMap((rule) => [...rule.keys()]));

/** Where a field can be found: surely, and at best. */
interface Found {
  readonly field: Field;
  readonly sure: readonly Within[];
  readonly possible: readonly Within[];
  readonly undecided?: Unknown;
  /** Where it is, of a field that wants to be absent and is in elements of arrays only. */
  readonly absentFrom?: readonly Within[];
}

function matchRule(rule: Rule, leaves: Leaves): Tri {
  const found = findFields(rule, leaves);
  if (agree(found, (field) => field.sure) === true) return true;
  if (agree(found, (field) => field.possible) === false) return false;
  return deciding(found) ?? pastBound(rule);
}

/** In the order of the paths: EventBridge goes by it where absence is asked for. */
const findFields = (rule: Rule, leaves: Leaves): readonly Found[] =>
  [...rule.values()]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((field) => findField(field, leaves));

function agree(
  found: readonly Found[],
  placesOf: (field: Found) => readonly Within[],
): boolean | undefined {
  if (found.every(({ absentFrom }) => absentFrom === undefined))
    return isConsistent(found.map(placesOf));
  return isConsistentInOrder(found.map((field) => ({ ...field, places: placesOf(field) })));
}

/** The unknown that decides: of a field with nothing sure before any other. */
function deciding(found: readonly Found[]): Unknown | undefined {
  const open = found.filter((field) => field.undecided !== undefined);
  return (open.find((field) => field.sure.length === 0) ?? open[0])?.undecided;
}

function pastBound(rule: Rule): Tri {
  const [field] = rule.values();
  return field ? unknown('limit', `array elements of ${field.path}`, field.from) : true;
}

function findField(field: Field, leaves: Leaves): Found {
  const sure: Within[] = [];
  const possible: Within[] = [];
  let undecided: Unknown | undefined;
  const add = (verdict: Tri, within: Within): void => {
    if (verdict === false) return;
    possible.push(within);
    if (verdict === true) sure.push(within);
    else undecided ??= verdict;
  };
  const at = leaves.at.get(field.path) ?? [];
  for (const { value, within } of at) add(holdsAny(field.matchers, value), within);
  if (at.length === 0) add(holdsWithout(field.matchers, leaves.objects.has(field.path)), []);
  const inArrays = at.length > 0 && at.every(({ within }) => within.length > 0);
  const wantsAbsence = field.matchers.some((each) => each.kind === 'exists' && !each.exists);
  return {
    field,
    sure,
    possible,
    ...(undecided && { undecided }),
    ...(inArrays && wantsAbsence && { absentFrom: at.map(({ within }) => within) }),
  };
}

/** Whether a field matches where the event has no value at its path, but perhaps an object. */
function holdsWithout(matchers: readonly Matcher[], isObject: boolean): Tri {
  return or(
    matchers.map((matcher): Tri => {
      if (matcher.kind === 'exists') return !matcher.exists;
      if (matcher.kind !== 'unknown' || matcher.needs === 'value') return false;
      return matcher.needs === 'nothing' || isObject ? matcher.unknown : false;
    }),
  );
}

function explainRule(rule: Rule, leaves: Leaves): readonly Mismatch[] {
  const found = findFields(rule, leaves);
  const failing = found.filter(({ sure, absentFrom }) => sure.length === 0 && !absentFrom);
  if (failing.length > 0) return failing.map((each) => explainField(each, leaves));
  const verdict = matchRule(rule, leaves);
  if (verdict === true) return [];
  const bound = found.filter(({ sure }) => sure.every((within) => within.length > 0));
  const [first, second] = bound;
  if (first === undefined) return [];
  if (second === undefined) return [explainField(first, leaves)];
  const paths = bound.map(({ field }) => field.path);
  return [
    {
      path: commonPath(paths),
      wanted: `one element that matches ${listed(paths, ' and ')}`,
      found: 'no element that matches them all',
      from: first.field.from,
      ...(isUndecided(verdict) && { undecided: verdict }),
    },
  ];
}

function explainField({ field, undecided }: Found, leaves: Leaves): Mismatch {
  const at = leaves.at.get(field.path) ?? [];
  return {
    path: field.path,
    wanted: describeField(field),
    found: describeFound(at, leaves.objects.has(field.path)),
    from: field.from,
    ...(undecided && { undecided }),
  };
}

/** The names that all paths begin with. */
function commonPath(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('.'));
  const differs = first.findIndex((name, at) => rest.some((path) => path[at] !== name));
  return first.slice(0, differs < 0 ? first.length : differs).join('.');
}
