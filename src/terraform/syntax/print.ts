/**
 * Expressions as canonical HCL text on one line: the fewest parentheses,
 * one spelling for each meaning. The text goes between `${` and `}` in tf.json
 * and names what is unknown, so equal expressions must print equally.
 */

import { numberText } from '../../value/number.js';
import { isBareName, isIdentifier, quote, quoteTemplate } from '../../value/quote.js';
import { CONDITIONAL, OPERATORS, POSTFIX, textPrecedence, UNARY } from '../../value/term.js';
import type {
  Binary,
  Call,
  Expression,
  For,
  Literal,
  ObjectEntry,
  Splat,
  Template,
} from './expression.js';

/** Canonical HCL text of an expression. */
export function printExpression(e: Expression): string {
  switch (e.kind) {
    case 'literal':
      return printLiteral(e);
    case 'template':
      return printTemplate(e);
    case 'variable':
      return e.name;
    case 'attribute':
      return `${within(e.object, POSTFIX)}.${e.name}`;
    case 'index':
      return `${within(e.object, POSTFIX)}[${printExpression(e.key)}]`;
    case 'splat':
      return printSplat(e);
    case 'call':
      return printCall(e);
    case 'unary':
      return `${e.operator}${within(e.operand, UNARY)}`;
    case 'binary':
      return printBinary(e);
    case 'conditional':
      return `${within(e.condition, CONDITIONAL + 1)} ? ${printExpression(e.then)} : ${printExpression(e.otherwise)}`;
    case 'tuple':
      return `[${e.items.map(printExpression).join(', ')}]`;
    case 'object':
      return e.entries.length === 0 ? '{}' : `{ ${e.entries.map(printEntry).join(', ')} }`;
    case 'for':
      return printFor(e);
  }
}

/** A part that binds more loosely than its place needs parentheses. */
function precedence(e: Expression): number {
  switch (e.kind) {
    case 'variable':
      // A term stands in for a part that is known by its text only.
      return isIdentifier(e.name) ? POSTFIX : textPrecedence(e.name);
    case 'conditional':
      return CONDITIONAL;
    case 'binary':
      return OPERATORS[e.operator];
    case 'unary':
      return UNARY;
    case 'literal':
      // `1.x` and `-1[0]` would be read as other tokens.
      return typeof e.value === 'string' ? POSTFIX : UNARY;
    case 'template':
      return e.parts.length === 1 && e.parts[0] !== undefined ? precedence(e.parts[0]) : POSTFIX;
    default:
      return POSTFIX;
  }
}

/** The part, in parentheses where it binds more loosely than its place; a splat would swallow what follows it. */
function within(part: Expression, place: number): string {
  const text = printExpression(part);
  const swallows = place === POSTFIX && part.kind === 'splat';
  return precedence(part) < place || swallows ? `(${text})` : text;
}

const printLiteral = (e: Literal): string =>
  typeof e.value === 'string' ? quote(e.value) : numberOrKeyword(e.value);

const numberOrKeyword = (value: number | boolean | null): string =>
  typeof value === 'number' ? numberText(value) : String(value);

function printTemplate(e: Template): string {
  const [only] = e.parts;
  if (e.parts.length === 1 && only !== undefined) return printExpression(only);
  const parts = e.parts.flatMap(templateParts).filter((part) => part !== '');
  // One interpolation alone would be a value of any type; with an empty text beside it, it is text.
  const isText = parts.length !== 1 || typeof parts[0] === 'string' || e.parts.length === 1;
  return quoteTemplate(isText ? parts : [...parts, { term: '""' }]);
}

type TemplatePart = string | { readonly term: string };

/** A text in a text is part of it. */
function templateParts(part: Expression): readonly TemplatePart[] {
  if (part.kind === 'literal' && typeof part.value === 'string') return [part.value];
  if (part.kind === 'template' && part.parts.length !== 1) return part.parts.flatMap(templateParts);
  const [only] = part.kind === 'template' ? part.parts : [];
  return only === undefined ? [{ term: printExpression(part) }] : templateParts(only);
}

/** The variable `*` stands for the element, which a splat leaves unnamed. */
function printSplat(e: Splat): string {
  return `${within(e.object, POSTFIX)}[*]${printSteps(e.each)}`;
}

function printSteps(e: Expression): string {
  switch (e.kind) {
    case 'variable':
      return '';
    case 'attribute':
      return `${printSteps(e.object)}.${e.name}`;
    case 'index':
      return `${printSteps(e.object)}[${printExpression(e.key)}]`;
    case 'splat':
      return `${printSteps(e.object)}[*]${printSteps(e.each)}`;
    default:
      return printExpression(e);
  }
}

function printCall(e: Call): string {
  const args = e.args.map(printExpression).join(', ');
  return `${e.name}(${args}${e.expand === true ? '...' : ''})`;
}

/** Operators of one level group to the left, so only the right side needs the parentheses. */
function printBinary(e: Binary): string {
  const level = OPERATORS[e.operator];
  return `${within(e.left, level)} ${e.operator} ${within(e.right, level + 1)}`;
}

function printEntry({ key, value }: ObjectEntry): string {
  return `${printKey(key)} = ${printExpression(value)}`;
}

function printKey(key: Expression): string {
  if (key.kind === 'literal')
    return typeof key.value === 'string' && isBareName(key.value) ? key.value : printLiteral(key);
  if (key.kind === 'template') {
    const [only] = key.parts;
    if (key.parts.length !== 1 || only === undefined) return printTemplate(key);
    return printKey(only);
  }
  // Bare, a reference would be read as the name itself.
  return `(${printExpression(key)})`;
}

function printFor(e: For): string {
  const names = e.keyName === undefined ? e.itemName : `${e.keyName}, ${e.itemName}`;
  const head = `for ${names} in ${printExpression(e.collection)} :`;
  const filter = e.condition === undefined ? '' : ` if ${printExpression(e.condition)}`;
  const value = printExpression(e.value);
  if (e.key === undefined) return `[${head} ${value}${filter}]`;
  const grouping = e.grouping === true ? '...' : '';
  return `{${head} ${printExpression(e.key)} => ${value}${grouping}${filter}}`;
}
