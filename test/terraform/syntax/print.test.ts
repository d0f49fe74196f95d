/** Canonical HCL text of expressions. */
import { describe, expect, it } from 'vitest';
import { originAt, span } from '../../../src/source/span.js';
import * as build from '../../../src/terraform/syntax/build.js';
import type { BinaryOperator, Expression } from '../../../src/terraform/syntax/expression.js';
import { printExpression } from '../../../src/terraform/syntax/print.js';
import { numberText } from '../../../src/value/number.js';

const { at } = originAt(span('addons.tf', 0, 0));
const ref = (text: string) => build.reference(text, at);
const lit = (value: string | number | boolean | null) => build.literal(value, at);
const binary = (left: Expression, operator: BinaryOperator, right: Expression): Expression => ({
  kind: 'binary',
  left,
  operator,
  right,
  at,
});
const unary = (operator: '!' | '-', operand: Expression): Expression => ({
  kind: 'unary',
  operator,
  operand,
  at,
});
const conditional = (
  condition: Expression,
  then: Expression,
  otherwise: Expression,
): Expression => ({ kind: 'conditional', condition, then, otherwise, at });
const element = (...names: string[]): Expression =>
  names.reduce<Expression>((object, name) => build.attribute(object, name, at), {
    kind: 'variable',
    name: '*',
    at,
  });
const splat = (object: Expression, each: Expression): Expression => ({
  kind: 'splat',
  object,
  each,
  at,
});
const [a, b, c] = [ref('var.a'), ref('var.b'), ref('var.c')] as const;

describe('literals', () => {
  it.each([
    ['text keeps letters of any script', '스팟 🌩', '"스팟 🌩"'],
    ['quotes and backslashes are escaped', 'a"b\\c', '"a\\"b\\\\c"'],
    ['line ends and tabs are escaped', 'a\n\r\tb', '"a\\n\\r\\tb"'],
    ['other control characters get their number', 'a\u0007b\u2028', '"a\\u0007b\\u2028"'],
    ['an interpolation in data is doubled', '${path.module}', '"$${path.module}"'],
    ['a directive in data is doubled', '%{if true}x', '"%%{if true}x"'],
    ['a doubled sigil in data is doubled once', '$${x}', '"$$${x}"'],
    ['a lone sigil stays', '100% of $5', '"100% of $5"'],
    ['a number prints without an exponent', 1e21, '1000000000000000000000'],
    ['a small number too', -1.5e-7, '-0.00000015'],
    ['null is a keyword', null, 'null'],
  ])('%s', (_, value, text) => {
    expect(printExpression(lit(value))).toBe(text);
  });

  it('has no text for what is not a number, as HCL has none', () => {
    expect(numberText(Number.POSITIVE_INFINITY)).toBe('null');
  });
});

describe('templates', () => {
  it.each([
    ['parts are joined', ['nth-', a], '"nth-${var.a}"'],
    ['one interpolation is the expression itself', [a], 'var.a'],
    ['no part is the empty text', [], '""'],
    ['literal text is data', ['${x}-', a], '"$${x}-${var.a}"'],
    ['a sigil before an interpolation does not escape it', ['cost $', a], '"cost ${"$"}${var.a}"'],
    ['nor do several', ['$%', a], '"${"$%"}${var.a}"'],
    ['a sigil before a brace in the next part is no interpolation', ['$', '{x}'], '"${"$"}{x}"'],
  ])('%s', (_, parts, text) => {
    expect(printExpression(build.template(parts, at))).toBe(text);
  });
});

describe('operators', () => {
  it.each([
    ['equal levels group to the left', binary(binary(a, '-', b), '-', c), 'var.a - var.b - var.c'],
    ['grouping to the right shows', binary(a, '-', binary(b, '-', c)), 'var.a - (var.b - var.c)'],
    [
      'a tighter part needs nothing',
      binary(a, '||', binary(b, '&&', c)),
      'var.a || var.b && var.c',
    ],
    ['a looser part does', binary(a, '&&', binary(b, '||', c)), 'var.a && (var.b || var.c)'],
    ['not of a reference', unary('!', a), '!var.a'],
    ['not of a comparison', unary('!', binary(a, '==', b)), '!(var.a == var.b)'],
    ['minus of a sum', unary('-', binary(a, '+', b)), '-(var.a + var.b)'],
    [
      'a conditional ends in a conditional',
      conditional(a, b, conditional(b, a, c)),
      'var.a ? var.b : var.b ? var.a : var.c',
    ],
    [
      'a conditional as condition',
      conditional(conditional(a, b, c), a, b),
      '(var.a ? var.b : var.c) ? var.a : var.b',
    ],
    [
      'a conditional as operand',
      binary(conditional(a, b, c), '==', b),
      '(var.a ? var.b : var.c) == var.b',
    ],
  ])('%s', (_, e, text) => {
    expect(printExpression(e)).toBe(text);
  });
});

describe('traversals', () => {
  it.each([
    ['attributes and indexes', ref('module.eks["blue"].x[0].y'), 'module.eks["blue"].x[0].y'],
    [
      'an index by expression',
      { kind: 'index', object: ref('aws_sqs_queue.this'), key: ref('each.key'), at },
      'aws_sqs_queue.this[each.key]',
    ],
    ['a call is a term', build.attribute(build.call('one', [a], at), 'arn', at), 'one(var.a).arn'],
    [
      'a conditional is not',
      build.attribute(conditional(a, b, c), 'arn', at),
      '(var.a ? var.b : var.c).arn',
    ],
    ['a number is not', build.attribute(lit(1), 'x', at), '(1).x'],
    [
      'a splat with its steps',
      splat(ref('aws_sqs_queue.this'), element('arn')),
      'aws_sqs_queue.this[*].arn',
    ],
    [
      'an index after a splat applies to the list',
      build.index(splat(a, element('arn')), 0, at),
      '(var.a[*].arn)[0]',
    ],
    [
      'a splat in a splat',
      splat(a, splat(element('pools'), element('name'))),
      'var.a[*].pools[*].name',
    ],
  ] satisfies [string, Expression, string][])('%s', (_, e, text) => {
    expect(printExpression(e)).toBe(text);
  });
});

describe('collections and calls', () => {
  const forIn = { kind: 'for', itemName: 'v', collection: a, at } as const;
  it.each([
    ['an empty list', build.list([], at), '[]'],
    ['an empty object', build.object([], at), '{}'],
    [
      'keys are quoted unless they are names',
      build.fromData({ name: 1, 'detail-type': ['x'], 'a.b': null }, at),
      '{ name = 1, detail-type = ["x"], "a.b" = null }',
    ],
    [
      'a name that would start something else is quoted',
      build.object([['for', a]], at),
      '{ "for" = var.a }',
    ],
    [
      'undefined entries are left out',
      build.fromData({ x: undefined, y: true }, at),
      '{ y = true }',
    ],
    [
      'a computed key',
      { kind: 'object', entries: [{ key: ref('each.key'), value: a }], at },
      '{ (each.key) = var.a }',
    ],
    [
      'a key of one interpolation is computed',
      { kind: 'object', entries: [{ key: build.template([a], at), value: b }], at },
      '{ (var.a) = var.b }',
    ],
    [
      'a template as key',
      { kind: 'object', entries: [{ key: build.template(['k-', a], at), value: b }], at },
      '{ "k-${var.a}" = var.b }',
    ],
    [
      'a call',
      build.call('replace', [a, lit('/^.*:autoScalingGroupName\\//'), lit('')], at),
      'replace(var.a, "/^.*:autoScalingGroupName\\\\//", "")',
    ],
    [
      'an expanded argument',
      { kind: 'call', name: 'merge', args: [a], expand: true, at },
      'merge(var.a...)',
    ],
    [
      'a list comprehension',
      { ...forIn, value: b, condition: c },
      '[for v in var.a : var.b if var.c]',
    ],
    [
      'an object comprehension',
      { ...forIn, keyName: 'k', key: ref('k'), value: ref('v'), grouping: true },
      '{for k, v in var.a : k => v...}',
    ],
  ] satisfies [string, Expression, string][])('%s', (_, e, text) => {
    expect(printExpression(e)).toBe(text);
  });
});
