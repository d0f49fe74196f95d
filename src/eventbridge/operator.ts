/**
 * Reads the elements of a pattern's array: literals and objects of one operator.
 * What is accepted is what aws/event-ruler@337e8d9
 * src/main/software/amazon/event/ruler/JsonRuleCompiler.java accepts.
 */
import { isList, isMap, isUnknown, type Known, type Unknown, type Value } from '../value/value.js';
import { parseNetwork } from './address.js';
import type { Bound, Matcher } from './matcher.js';
import { quoted, type Report } from './report.js';

/** What the operand of an operator is read with. */
interface Context {
  readonly path: string;
  readonly operator: string;
  readonly report: Report;
}

type OperandReader = (operand: Known, context: Context) => Matcher | undefined;

const OPERATORS: ReadonlyMap<string, OperandReader> = new Map<string, OperandReader>([
  [
    'exactly',
    (operand, context) => onText(operand, context, (value) => ({ kind: 'equals', value })),
  ],
  ['prefix', (operand, context) => readAffix('prefix', operand, context)],
  ['suffix', (operand, context) => readAffix('suffix', operand, context)],
  [
    'equals-ignore-case',
    (operand, context) =>
      onText(operand, context, (text) => ({ kind: 'equals-ignore-case', text })),
  ],
  ['wildcard', readWildcard],
  ['numeric', readNumeric],
  ['cidr', readCidr],
  ['exists', readExists],
  ['anything-but', readAnythingBut],
]);

/** Operators that may stand inside `anything-but`. */
const NEGATABLE: ReadonlySet<string> = new Set([
  'prefix',
  'suffix',
  'equals-ignore-case',
  'wildcard',
]);

export const isOperator = (name: string): boolean => OPERATORS.has(name);

/** One element of the array at a path. */
export function readElement(element: Value, path: string, report: Report): Matcher | undefined {
  if (isUnknown(element)) return literalUnknown(element);
  const { value } = element;
  if (isList(value))
    return report(
      element,
      `${quoted(path)} holds an array inside an array`,
      'put the values side by side in one array: any of them may match',
    );
  if (isMap(value)) return readOperator(value, element, path, report);
  return { kind: 'equals', value };
}

/** An element that is known only later is taken for a literal: names, ids and ARNs are, operators never were. */
const literalUnknown = (unknown: Unknown): Matcher => ({
  kind: 'unknown',
  unknown,
  literal: true,
  needs: 'value',
});

const operandUnknown = (unknown: Unknown, needs: 'value' | 'nothing' = 'value'): Matcher => ({
  kind: 'unknown',
  unknown,
  literal: false,
  needs,
});

function readOperator(
  map: ReadonlyMap<string, Value>,
  element: Known,
  path: string,
  report: Report,
): Matcher | undefined {
  if (element.rest) return operandUnknown(element.rest, 'nothing');
  const [entry, second] = map;
  if (entry === undefined || second !== undefined)
    return report(
      element,
      `an object in the array of ${quoted(path)} has ${map.size} operators; EventBridge wants one`,
      'write one object for each operator; to want two at once, filter another field or use "wildcard"',
    );
  const [operator, operand] = entry;
  const read = OPERATORS.get(operator);
  if (read === undefined)
    return report(
      operand,
      `${quoted(operator)} in the array of ${quoted(path)} is no operator of event patterns`,
      `operators are ${listed([...OPERATORS.keys()].filter((name) => name !== 'exactly'))}`,
    );
  if (isUnknown(operand))
    return operandUnknown(operand, operator === 'exists' ? 'nothing' : 'value');
  return read(operand, { path, operator, report });
}

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const wants = (operand: Known, { path, operator, report }: Context, what: string, help: string) =>
  report(operand, `"${operator}" of ${quoted(path)} wants ${what}`, help);

function onText(
  operand: Value,
  context: Context,
  matcher: (text: string) => Matcher | undefined,
): Matcher | undefined {
  if (isUnknown(operand)) return operandUnknown(operand);
  if (typeof operand.value === 'string') return matcher(operand.value);
  return wants(
    operand,
    context,
    'a string',
    `write one {"${context.operator}": "text"} for each text; only "anything-but" takes a list`,
  );
}

function readAffix(
  kind: 'prefix' | 'suffix',
  operand: Known,
  context: Context,
): Matcher | undefined {
  if (!isMap(operand.value))
    return onText(operand, context, (text) => ({ kind, text, ignoreCase: false }));
  const folded = operand.value.get('equals-ignore-case');
  if (folded !== undefined && operand.value.size === 1)
    return onText(folded, context, (text) => ({ kind, text, ignoreCase: true }));
  return wants(
    operand,
    context,
    'a string or {"equals-ignore-case": "text"}',
    `write {"${kind}": "text"} or {"${kind}": {"equals-ignore-case": "text"}}`,
  );
}

function readWildcard(operand: Known, context: Context): Matcher | undefined {
  return onText(operand, context, (text) => {
    const parts = wildcardParts(text);
    if (typeof parts !== 'string') return { kind: 'wildcard', text, parts };
    const help = 'one "*" stands for any text; a star itself is "\\*", a backslash "\\\\"';
    return wants(operand, context, `${parts} in ${quoted(text)}`, help);
  });
}

/** The texts between the stars, or what EventBridge misses. */
function wildcardParts(text: string): readonly string[] | string {
  const parts = [''];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    const next = text.charAt(at + 1);
    if (unit === '*' && next === '*') return 'no two stars in a row';
    if (unit === '\\' && next !== '*' && next !== '\\')
      return 'a star or backslash after each backslash';
    if (unit === '*') parts.push('');
    else parts[parts.length - 1] += unit === '\\' ? next : unit;
    if (unit === '\\') at++;
  }
  return parts;
}

function readExists(operand: Known, context: Context): Matcher | undefined {
  if (typeof operand.value === 'boolean') return { kind: 'exists', exists: operand.value };
  return wants(operand, context, 'true or false', 'write {"exists": true} or {"exists": false}');
}

function readCidr(operand: Known, context: Context): Matcher | undefined {
  return onText(operand, context, (text) => {
    const network = parseNetwork(text);
    if (network) return { kind: 'cidr', text, network };
    const help = 'write "10.0.0.0/8" or "2001:db8::/32"; for one address, its text as a literal';
    return wants(operand, context, `a CIDR block with a mask shorter than the address`, help);
  });
}

function readNumeric(operand: Known, context: Context): Matcher | undefined {
  const items = isList(operand.value) ? operand.value : [];
  const unsure = items.find(isUnknown);
  if (unsure) return operandUnknown(unsure);
  const plain = items.map((item) => (isUnknown(item) ? undefined : item.value));
  const matcher = numericOf(plain);
  if (matcher) return matcher;
  return wants(
    operand,
    context,
    'one comparison, or a lower and then a higher one',
    'write ["=", 5], [">", 0] or [">", 0, "<=", 5], with numbers that are no strings',
  );
}

function numericOf(items: readonly unknown[]): Matcher | undefined {
  const [first, low, second, high] = items;
  if (typeof low !== 'number' || !Number.isFinite(low)) return undefined;
  if (items.length === 2) {
    if (first === '=') return { kind: 'equals', value: low };
    const lower = bound(first, '>', low);
    if (lower) return { kind: 'numeric', above: lower };
    const upper = bound(first, '<', low);
    return upper && { kind: 'numeric', below: upper };
  }
  if (items.length !== 4 || typeof high !== 'number' || !Number.isFinite(high)) return undefined;
  const above = bound(first, '>', low);
  const below = bound(second, '<', high);
  return above && below && low < high ? { kind: 'numeric', above, below } : undefined;
}

function bound(operator: unknown, sign: '<' | '>', value: number): Bound | undefined {
  if (operator !== sign && operator !== `${sign}=`) return undefined;
  return { value, inclusive: operator === `${sign}=` };
}

function readAnythingBut(operand: Known, context: Context): Matcher | undefined {
  const { value } = operand;
  if (isMap(value)) return readNegated(value, operand, context);
  const items = isList(value) ? value : [operand];
  const kinds = new Set(items.filter((item) => !isUnknown(item)).map(kindOf));
  const literal = [...kinds].every((kind) => kind === 'string' || kind === 'number');
  if (items.length === 0 || kinds.size > 1 || !literal)
    return wants(
      operand,
      context,
      'strings only or numbers only',
      'write {"anything-but": ["a", "b"]}; to exclude null or a boolean, list what may match',
    );
  const but = items.flatMap((item) => readElement(item, context.path, context.report) ?? []);
  return { kind: 'anything-but', but };
}

const kindOf = (value: Value): string => (isUnknown(value) ? 'unknown' : typeof value.value);

function readNegated(
  map: ReadonlyMap<string, Value>,
  operand: Known,
  context: Context,
): Matcher | undefined {
  const [entry, second] = map;
  if (entry === undefined || second !== undefined || !NEGATABLE.has(entry[0]))
    return wants(
      operand,
      context,
      `one of ${listed([...NEGATABLE])} inside`,
      'write for example {"anything-but": {"prefix": "text"}}',
    );
  const [operator, inner] = entry;
  if (isUnknown(inner)) return { kind: 'anything-but', but: [operandUnknown(inner)] };
  const items = isList(inner.value) ? inner.value : [inner];
  const but = items.flatMap((item) => readNegatedItem(item, { ...context, operator }) ?? []);
  if (items.length > 0) return { kind: 'anything-but', but };
  return wants(operand, context, `a text in "${operator}"`, `write {"${operator}": "text"}`);
}

function readNegatedItem(item: Value, context: Context): Matcher | undefined {
  if (isUnknown(item)) return operandUnknown(item);
  const isAffix = context.operator === 'prefix' || context.operator === 'suffix';
  if (typeof item.value !== 'string' || (isAffix && item.value === ''))
    return wants(
      item,
      context,
      isAffix ? 'texts that are not empty' : 'texts',
      `write {"anything-but": {"${context.operator}": ["a", "b"]}}`,
    );
  return OPERATORS.get(context.operator)?.(item, context);
}
