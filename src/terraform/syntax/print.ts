/**
 * Expressions as canonical HCL text on one line: the fewest parentheses,
 * one spelling for each meaning. The text goes between `${` and `}` in tf.json
 * and names what is unknown, so equal expressions must print equally.
 */
import type {
  Binary,
  BinaryOperator,
  Call,
  Expression,
  For,
  Literal,
  ObjectEntry,
  Splat,
  Template,
} from './expression.js';
import { escapeQuoted, isBareName, quote } from './quote.js';

/** How tightly an expression binds; a part that binds more loosely than its place needs parentheses. */
const CONDITIONAL = 0;
const UNARY = 7;
const POSTFIX = 8;

const BINARY: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

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

function precedence(e: Expression): number {
  switch (e.kind) {
    case 'conditional':
      return CONDITIONAL;
    case 'binary':
      return BINARY[e.operator];
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

/** Terraform's text of a number, boolean or null; never an exponent, which HCL would read but people would not write. */
export function numberOrKeyword(value: number | boolean | null): string {
  if (typeof value !== 'number') return String(value);
  if (!Number.isFinite(value)) return 'null';
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [mantissa = '', exponent = '0'] = text.replace('-', '').split('e-');
  const zeros = '0'.repeat(Number(exponent) - 1);
  return `${value < 0 ? '-' : ''}0.${zeros}${mantissa.replace('.', '')}`;
}

function printTemplate(e: Template): string {
  const [only] = e.parts;
  if (e.parts.length === 1 && only !== undefined) return printExpression(only);
  const text = e.parts.map((part, i) => printPart(part, e.parts[i + 1]));
  return `"${text.join('')}"`;
}

function printPart(part: Expression, next: Expression | undefined): string {
  if (part.kind !== 'literal' || typeof part.value !== 'string')
    return `\${${printExpression(part)}}`;
  const sigils = /[$%]+$/.exec(part.value)?.[0];
  if (sigils === undefined || next === undefined) return escapeQuoted(part.value);
  // A sigil before an interpolation or a brace would become an escape, so it is interpolated itself.
  return `${escapeQuoted(part.value.slice(0, -sigils.length))}\${"${sigils}"}`;
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
  const level = BINARY[e.operator];
  return `${within(e.left, level)} ${e.operator} ${within(e.right, level + 1)}`;
}

function printEntry({ key, value }: ObjectEntry): string {
  return `${printKey(key)} = ${printExpression(value)}`;
}

function printKey(key: Expression): string {
  if (key.kind === 'literal')
    return typeof key.value === 'string' && isBareName(key.value) ? key.value : printLiteral(key);
  // Bare, a reference would be read as the name itself.
  const isText = key.kind === 'template' && key.parts.length !== 1;
  return isText ? printTemplate(key) : `(${printExpression(key)})`;
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
