/** The grammar of references that needs no HCL parser. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { span } from '../../../src/source/span.js';
import type { Expression } from '../../../src/terraform/syntax/expression.js';
import { printExpression } from '../../../src/terraform/syntax/print.js';
import { parseTraversal } from '../../../src/terraform/syntax/traversal.js';
import { quote, unescapeQuoted } from '../../../src/value/quote.js';

const read = (text: string): Expression | undefined =>
  parseTraversal(text, span('policy.yaml', 10, 10 + text.length));

describe('what is a traversal', () => {
  it.each([
    'module.eks.cluster_name',
    'module.eks["a"].x[0].y',
    'aws_sqs_queue.this["a.b"].arn',
    'module.eks.self_managed_node_groups["batch"].autoscaling_group_arn',
    'var.내부',
    'each.key',
    'path',
  ])('%s', (text) => {
    const e = read(text);
    expect(e && printExpression(e)).toBe(text);
  });
});

describe('what is not', () => {
  it.each([
    ['nothing', ''],
    ['a keyword', 'true'],
    ['a number', '1'],
    ['a quoted string', '"module.x"'],
    ['an index by reference', 'local.x[each.key]'],
    ['a splat', 'aws_sqs_queue.this[*].arn'],
    ['an interpolated index', 'module.x["${var.y}"]'],
    ['a call', 'lower(var.x)'],
    ['an operator', 'var.x == 1'],
    ['white space', 'var.x '],
    ['a line end', 'var.x\n'],
    ['a trailing dot', 'var.x.'],
    ['an unclosed index', 'var.x[0'],
    ['a negative index', 'var.x[-1]'],
    ['an unknown escape', 'var.x["\\q"]'],
  ])('%s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});

it('gives every part its own place', () => {
  expect(read('module.eks["a"]')).toMatchObject({
    at: { start: 10, end: 25 },
    object: { at: { start: 10, end: 20 }, object: { at: { start: 10, end: 16 } } },
    key: { value: 'a', at: { start: 20, end: 25 } },
  });
});

it('gives every part the place of the whole where the text stands there in another spelling', () => {
  const at = span('main.tf.json', 4, 40);
  expect(parseTraversal('var.x', at)).toMatchObject({ at, object: { at } });
});

describe('quoting', () => {
  it('is undone by unquoting, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(unescapeQuoted(quote(text).slice(1, -1))).toBe(text);
      }),
      { seed: 1 },
    );
  });

  it('of sigils and braces is undone by unquoting', () => {
    const sigils = fc.string({ unit: fc.constantFrom('$', '%', '{', '}', '"', '\\', 'n') });
    fc.assert(
      fc.property(sigils, (text) => {
        expect(unescapeQuoted(quote(text).slice(1, -1))).toBe(text);
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it.each([
    ['an interpolation is not plain text', 'a${b}'],
    ['nor is a directive', '%{ if x }'],
    ['an unknown escape has no meaning', '\\q'],
    ['a character number beyond Unicode has none', '\\U00110000'],
    ['a lone backslash has none', 'a\\'],
  ])('%s', (_, inner) => {
    expect(unescapeQuoted(inner)).toBeUndefined();
  });

  it('reads escapes by number', () => {
    expect(unescapeQuoted('\\u0041\\U0001F329$${x}')).toBe('A🌩${x}');
  });
});
