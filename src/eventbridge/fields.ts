/**
 * Reads the objects of a pattern into rules: names become paths, arrays become
 * fields, and each `$or` multiplies the rules there are.
 */
import { isList, isMap, isUnknown, type Known, type Unknown, type Value } from '../value/value.js';
import { isOperator, readElement } from './operator.js';
import { quoted, type Report } from './report.js';
import type { Field, Rule } from './rule.js';

/** Ours: nothing that AWS emits is nested nearly as deep. */
export const MAX_DEPTH = 100;

/** AWS EventBridge User Guide, eb-create-pattern-operators: rules that `$or` may multiply to. */
const MAX_RULES = 1000;

/**
 * Names that EventBridge keeps for itself inside `$or` (aws/event-ruler@337e8d9
 * src/main/software/amazon/event/ruler/Constants.java); operators are among them.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...['=', '<', '<=', '>', '>=', 'regex', 'not-wildcard', 'not-equals-ignore-case'],
  ...['date-after', 'date-on-or-after', 'date-before', 'date-on-or-before', 'in-date-range'],
  ...['ip-address-in-range', 'ip-address-not-in-range'],
]);

const isReserved = (name: string): boolean => isOperator(name) || RESERVED.has(name);

export const tooDeep = (value: Value, report: Report): undefined =>
  report(
    value,
    `the event pattern is nested deeper than ${MAX_DEPTH} levels`,
    'no event of AWS is nested that deep: name the fields of the event itself',
  );

/** A rule that is still being read: this reading's own until it is returned. */
type OpenRule = Map<string, Field>;
type OpenRules = readonly OpenRule[];

interface Place {
  readonly report: Report;
  readonly path?: string;
  readonly depth?: number;
  readonly insideOr?: true;
  readonly secret?: true;
}

/** The rules of a whole pattern. */
export const readRules = (pattern: Value, report: Report): readonly Rule[] =>
  readObject(pattern, [new Map()], { report });

/** Adds the fields of an object to each of the rules so far; returns the rules there are then. */
function readObject(object: Value, rules: OpenRules, outer: Place): OpenRules {
  if (isUnknown(object)) return withUnknown(rules, outer, object);
  const { path, report, depth = 0 } = outer;
  const place = { ...outer, depth: depth + 1, ...(object.secret && { secret: object.secret }) };
  const map = isMap(object.value) ? object.value : new Map<string, Value>();
  // The object itself is one more level, and the array that has to be in it another.
  if (depth + 2 > MAX_DEPTH) {
    tooDeep(object, report);
    return rules;
  }
  if (map.size === 0 && object.rest === undefined)
    report(
      object,
      `${path === undefined ? 'the event pattern' : quoted(path)} is an empty object`,
      'name at least one field in it, or leave it out',
    );
  let all = rules;
  for (const [name, value] of map)
    all =
      name === '$or' && isOr(value)
        ? readOr(value, all, place)
        : readEntry(name, value, all, place);
  // More fields than are known can only narrow what matches.
  return object.rest ? withUnknown(all, inside(place, '*'), object.rest) : all;
}

const inside = (place: Place, name: string): Place & { readonly path: string } => ({
  ...place,
  path: place.path === undefined ? name : `${place.path}.${name}`,
});

function readEntry(name: string, value: Value, rules: OpenRules, outer: Place): OpenRules {
  const place = inside(outer, name);
  const { path, report } = place;
  if (place.insideOr && isReserved(name))
    report(
      value,
      `${quoted(name)} cannot name a field inside "$or"`,
      'put operators in the array of a field; EventBridge keeps their names',
    );
  if (isUnknown(value)) return withField(rules, unknownField(path, value, 'subtree'));
  if (isMap(value.value)) return readObject(value, rules, place);
  if (isList(value.value)) return withField(rules, readField(value.value, value, place));
  report(
    value,
    `${quoted(path)} is ${article(value.value)}; EventBridge wants an array or an object there`,
    typeof value.value === 'string' && !value.secret
      ? `write [${quoted(value.value)}]`
      : 'list the values that may match in an array, or leave the field out',
  );
  return rules;
}

const article = (data: unknown): string => (data === null ? 'null' : `a ${typeof data}`);

function readField(
  items: readonly Value[],
  list: Known,
  { path, report, secret }: Place & { readonly path: string },
): Field {
  if (items.length === 0)
    report(
      list,
      `${quoted(path)} is an empty array, which EventBridge refuses`,
      'list at least one value, or leave the field out to match any',
    );
  const matchers = items.flatMap((item) => readElement(item, path, report) ?? []);
  const hidden = secret ?? isSecret(list);
  return { path, matchers, from: list.from, ...(hidden && { secret: true }) };
}

/**
 * A list, an operator, one inside it and its list are around a text at most: what is deeper is
 * refused, and never printed.
 */
function isSecret(value: Value, depth = 5): boolean {
  if (isUnknown(value) || depth === 0) return false;
  if (value.secret) return true;
  const data = value.value;
  const parts = isList(data) ? data : isMap(data) ? [...data.values()] : [];
  return parts.some((part) => isSecret(part, depth - 1));
}

/** What is unknown as a whole is an array of literals at the path, or an object of such arrays. */
const unknownField = (path: string, value: Unknown, needs: 'subtree' | 'nothing'): Field => ({
  path,
  matchers: [{ kind: 'unknown', unknown: value, literal: needs === 'subtree', needs }],
  from: value.from,
});

const withUnknown = (rules: OpenRules, { path = '' }: Place, value: Unknown): OpenRules =>
  withField(rules, unknownField(path, value, 'nothing'));

function withField(rules: OpenRules, field: Field): OpenRules {
  for (const rule of rules) rule.set(field.path, field);
  return rules;
}

/** `$or` relates objects of fields; with anything else in its array it is a field of that name. */
function isOr(value: Value): boolean {
  if (isUnknown(value)) return true;
  if (!isList(value.value)) return false;
  return value.value.every(
    (item) => isUnknown(item) || (isMap(item.value) && ![...item.value.keys()].some(isReserved)),
  );
}

function readOr(value: Value, rules: OpenRules, outer: Place): OpenRules {
  const { report } = outer;
  if (isUnknown(value)) return withUnknown(rules, inside(outer, '$or'), value);
  const branches = isList(value.value) ? value.value : [];
  if (branches.length < 2)
    report(
      value,
      `"$or" has ${branches.length === 0 ? 'no object' : 'one object'}; EventBridge wants two or more`,
      'add the other alternative, or write the fields without "$or"',
    );
  const all: OpenRule[] = [];
  for (const branch of branches) {
    all.push(...readBranch(branch, rules, outer));
    if (all.length <= MAX_RULES) continue;
    report(
      value,
      `"$or" multiplies to more than ${MAX_RULES} combinations, which EventBridge refuses`,
      'split the pattern into several rules with the same target',
    );
    return rules;
  }
  return all;
}

function readBranch(branch: Value, rules: OpenRules, outer: Place): OpenRules {
  const own = rules.map((rule) => new Map(rule));
  if (isUnknown(branch)) return withUnknown(own, inside(outer, '$or'), branch);
  return readObject(branch, own, { ...outer, insideOr: true });
}
