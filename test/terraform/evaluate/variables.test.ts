/** Variables: defaults, given values, types, validation, secrets. */
import { beforeAll, describe, expect, it } from 'vitest';
import { originAt, span } from '../../../src/source/span.js';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import { fromData, type Value } from '../../../src/value/value.js';
import { data, evaluateText, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const from = originAt(span('terraform.tfvars', 0, 0));

const variable = (lines: string, given?: unknown): Value | undefined =>
  evaluateText(parser, `variable "v" {\n${lines}\n}\noutput "x" { value = var.v }`, {
    ...(given !== undefined && { variables: new Map([['v', fromData(given, from)]]) }),
  }).outputs.get('x');

describe('the value', () => {
  it.each([
    ['is the default', 'default = 1', undefined, 1],
    ['or what is given', 'default = 1', 2, 2],
    ['also where that is null', 'default = 1', null, null],
    ['unless null is refused', 'default = 1\nnullable = false', null, 1],
    ['is unknown where there is none', 'type = string', undefined, '<var.v>'],
    [
      'is the only valid one',
      'validation {\ncondition = var.v == "queue"\nerror_message = "only queue"\n}',
      undefined,
      'queue',
    ],
    [
      'whichever way it is compared',
      'validation {\ncondition = "queue" == var.v\nerror_message = "only queue"\n}',
      undefined,
      'queue',
    ],
    [
      'unless another is given',
      'validation {\ncondition = var.v == "queue"\nerror_message = "only queue"\n}',
      'imds',
      'imds',
    ],
    [
      'not where more are valid',
      'validation {\ncondition = contains(["a", "b"], var.v)\nerror_message = "a or b"\n}',
      undefined,
      '<var.v>',
    ],
  ])('%s', (_, lines, given, expected) => {
    expect(data(variable(lines, given))).toEqual(expected);
  });

  it('is known not to be null where null is refused', () => {
    expect(variable('nullable = false')).toMatchObject({ notNull: true });
  });
});

describe('the type converts it', () => {
  it.each([
    ['numbers to texts', 'string', 1, '1'],
    ['texts to numbers', 'number', '1.50', 1.5],
    ['texts to booleans', 'bool', 'true', true],
    ['elements', 'list(string)', [1, true], ['1', 'true']],
    ['lists to sets', 'set(string)', ['b', 'a', 'b'], ['a', 'b']],
    ['entries', 'map(number)', { a: '1' }, { a: 1 }],
    ['elements of tuples', 'tuple([string, number])', [1, '2'], ['1', 2]],
    ['objects to what they declare', 'object({ a = string })', { a: 1, b: 2 }, { a: '1' }],
    ['optional attributes to null', 'object({ a = optional(string) })', {}, { a: null }],
    ['or to their defaults', 'object({ a = optional(number, 3) })', {}, { a: 3 }],
    ['also where they are null', 'object({ a = optional(number, 3) })', { a: null }, { a: 3 }],
    [
      'to any depth',
      'list(object({ a = optional(object({ b = optional(string, "x") }), {}) }))',
      [{}],
      [{ a: { b: 'x' } }],
    ],
    ['nothing where anything goes', 'any', { a: [1] }, { a: [1] }],
    ['nothing that does not fit', 'number', 'many', 'many'],
  ])('%s', (_, type, given, expected) => {
    expect(data(variable(`type = ${type}`, given))).toEqual(expected);
  });
});

describe('secrets', () => {
  const secret = (expression: string): Value | undefined =>
    evaluateText(
      parser,
      `variable "v" {\nsensitive = true\ndefault = { password = "hunter2" }\n}\noutput "x" { value = ${expression} }`,
    ).outputs.get('x');

  it.each([
    ['the value', 'var.v'],
    ['its parts', 'var.v.password'],
    ['texts with it', '"a-${var.v.password}"'],
    ['what is made of it', 'upper(var.v.password)'],
    ['what encodes it', 'jsonencode(var.v)'],
    ['what is marked', 'sensitive("x")'],
  ])('%s', (_, expression) => {
    expect(secret(expression)).toMatchObject({ secret: true });
  });

  it('are none where that is said', () => {
    expect(secret('nonsensitive(var.v.password)')).not.toHaveProperty('secret');
  });

  it('never show in the name of an unknown', () => {
    const value = secret(
      '"${var.v.password}-${aws_sqs_queue.q.arn}-${upper(aws_sqs_queue.q.arn)}"',
    );
    expect(JSON.stringify(data(value))).not.toContain('hunter2');
    const call = secret('replace(aws_sqs_queue.q.arn, var.v.password, "")');
    expect(JSON.stringify(data(call))).not.toContain('hunter2');
  });
});
