/** HCL as expressions: their form, their places, and what is read apart from files. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { span } from '../../../src/source/span.js';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import type { Expression } from '../../../src/terraform/syntax/expression.js';
import type { SourceBody } from '../../../src/terraform/syntax/module.js';
import { printExpression } from '../../../src/terraform/syntax/print.js';
import { fixture, fixtureNames, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const whole = (text: string) => span('main.tf', 0, text.length);
const read = (text: string): string => {
  const { value, findings } = parser.parseExpression(text, whole(text));
  return value === undefined ? `! ${findings[0]?.message}` : printExpression(value);
};

describe('grouping', () => {
  it.each([
    ['conditionals group to the right', 'a ? b : c ? d : e ? f : g', 'a ? b : c ? d : e ? f : g'],
    ['unless parentheses say otherwise', '(a ? b : c) ? d : e', '(a ? b : c) ? d : e'],
    ['operators of one level group to the left', 'a - (b - c) - d', 'a - (b - c) - d'],
    ['and binds tighter than or', 'a || b && c', 'a || b && c'],
    ['not binds tighter than anything', '!a.b == c', '!a.b == c'],
    ['a full splat takes all that follows', 'a[*].b[0][*].c', 'a[*].b[0][*].c'],
    ['an attribute splat ends at an index', 'a.*.b[0].c', '(a[*].b)[0].c'],
    ['a number after a dot is an index', 'a.*.b.0.c', 'a[*].b[0].c'],
    ['a negative number is a literal', '[-1, -a]', '[-1, -a]'],
    [
      'a bare key is a name, one in parentheses a reference',
      '{ a = 1, (b) = 2 }',
      '{ a = 1, (b) = 2 }',
    ],
    ['an interpolation alone is the value itself', '"${a}"', 'a'],
    [
      'lines do not matter',
      'merge(\n  a, # first\n  b...,\n)',
      '! "," or ")" is expected before ","',
    ],
    ['nor do comments at the end', 'a # last', 'a'],
  ])('%s', (_, text, printed) => {
    expect(read(text)).toBe(printed);
  });

  it.each([
    ['nothing', ''],
    ['two expressions', 'a, b'],
    ['what closes our own parenthesis', 'a)\ny = (b'],
    ['a block', 'a {}'],
  ])('%s is no expression', (_, text) => {
    expect(read(text)).toMatch(/^! /);
  });
});

/** Every expression of a body, outermost first. */
function expressionsIn(value: unknown): Expression[] {
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(expressionsIn);
  return 'kind' in value && 'at' in value ? [value as Expression, ...inner] : inner;
}

describe('places', () => {
  it.each(fixtureNames().filter((name) => name.endsWith('.tf')))(
    'of names and texts in %s are where they stand, whatever the script',
    (name) => {
      const text = fixture(name);
      const { body } = parser.parseBody(name, text);
      const shown = (e: Expression): string => text.slice(e.at.start, e.at.end);
      for (const e of expressionsIn(body)) {
        if (e.kind === 'variable' && e.name !== '*') expect(shown(e)).toBe(e.name);
        if (e.kind === 'attribute') expect(shown(e)).toMatch(new RegExp(`\\b${e.name}$`));
        if (e.kind === 'call' && e.name !== 'join')
          expect(shown(e)).toMatch(new RegExp(`^${e.name}\\(`));
        if (e.kind === 'literal' && typeof e.value === 'number')
          expect(Number(shown(e))).toBe(e.value);
      }
    },
  );

  it('of the lines of an indented heredoc are those of their text', () => {
    const text = fixture('wiring.tf');
    const { module } = parser.parse('wiring.tf', text);
    const policy = module.blocks
      .find(({ labels }) => labels[0] === 'aws_sqs_queue_policy')
      ?.body.attributes.find(({ name }) => name === 'policy')?.value;
    const parts = policy?.kind === 'template' ? policy.parts : [];
    const lines = parts.filter((part) => part.kind === 'literal');
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(text.slice(line.at.start, line.at.end)).toBe(line.value);
  });

  it('are offset by what comes before the text', () => {
    const text = 'merge(local.a)';
    const { value } = parser.parseExpression(text, span('policy.yaml', 100, 100 + text.length));
    expect(value).toMatchObject({
      at: { file: 'policy.yaml', start: 100, end: 114 },
      args: [{ at: { start: 106, end: 113 } }],
    });
  });

  it('are the place of the whole where the text stands there in another spelling', () => {
    const at = span('main.tf.json', 7, 40);
    expect(parser.parseExpression('merge(a)', at).value).toMatchObject({ at, args: [{ at }] });
  });

  it('count a byte order mark', () => {
    const { module } = parser.parse('main.tf', '\uFEFFlocals {}');
    expect(module.blocks[0]?.at).toEqual(span('main.tf', 1, 7));
  });
});

describe('blocks', () => {
  it('have quoted and bare labels, and the place of their header', () => {
    const text = 'resource aws_sqs_queue "nth" {\n}\n';
    expect(parser.parse('main.tf', text).module.blocks).toMatchObject([
      { type: 'resource', labels: ['aws_sqs_queue', 'nth'], at: { start: 0, end: 28 } },
    ]);
  });

  it('nest', () => {
    const { module } = parser.parse('main.tf', fixture('addons.tf'));
    const provider: SourceBody | undefined = module.blocks[1]?.body;
    expect(provider?.blocks).toMatchObject([
      { type: 'kubernetes', body: { attributes: [{ name: 'host' }] } },
    ]);
  });
});

describe('templates that are texts of their own', () => {
  const template = (text: string): string | undefined => {
    const e = parser.parseTemplate(text, whole(text));
    return e && printExpression(e);
  };

  it.each([
    ['text stays text', 'a "b" \\n', '"a \\"b\\" \\\\n"'],
    ['an interpolation alone is the value', '${merge(a, {})}', 'merge(a, {})'],
    ['text around an interpolation', 'a-${b}-c', '"a-${b}-c"'],
    ['a doubled sigil is text', '$${a} ${b}', '"$${a} ${b}"'],
    ['a line that looks like the end of a heredoc is text', 'END\n${a}\nEND', '"END\\n${a}\\nEND"'],
    ['nothing', '', '""'],
  ])('%s', (_, text, printed) => {
    expect(template(text)).toBe(printed);
  });

  it.each([
    ['an open interpolation', '${a'],
    ['an empty interpolation', '${}'],
    ['an open directive', '%{ if a }b'],
  ])('%s cannot be read', (_, text) => {
    expect(template(text)).toBeUndefined();
  });
});

/** Random expressions, as the printer writes them. */
const at = span('', 0, 0);
const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const e = tie('expression');
  const name = fc.constantFrom('a', 'b', 'c_d', 'e-f', '큐');
  const text = fc.string({
    unit: fc.constantFrom('a', '$', '%', '{', '}', '"', '\\', '\n', ' ', '큐', '🌩'),
  });
  const node = <T extends object>(
    model: { [K in keyof T]: fc.Arbitrary<T[K]> },
  ): fc.Arbitrary<T & { at: typeof at }> =>
    fc.record(model).map((value) => ({ ...(value as T), at }));
  const kind = <K extends string>(value: K): fc.Arbitrary<K> => fc.constant(value);
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      node({ kind: kind('variable'), name }),
      node({
        kind: kind('literal'),
        value: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
      }),
      node({ kind: kind('attribute'), object: e, name }),
      node({ kind: kind('index'), object: e, key: e }),
      node({ kind: kind('call'), name, args: fc.array(e, { maxLength: 3 }) }),
      node({
        kind: kind('unary'),
        operator: fc.constantFrom('!' as const, '-' as const),
        operand: e,
      }),
      node({
        kind: kind('binary'),
        operator: fc.constantFrom(
          '||' as const,
          '&&' as const,
          '==' as const,
          '<' as const,
          '-' as const,
          '*' as const,
        ),
        left: e,
        right: e,
      }),
      fc.tuple(e, e, e).map(([condition, then, otherwise]) => ({
        kind: 'conditional' as const,
        condition,
        then,
        otherwise,
        at,
      })),
      node({ kind: kind('tuple'), items: fc.array(e, { maxLength: 3 }) }),
      node({
        kind: kind('object'),
        entries: fc.array(fc.record({ key: e, value: e }), { maxLength: 2 }),
      }),
      node({
        kind: kind('template'),
        parts: fc.array(
          fc.oneof(
            e,
            text.map((value): Expression => ({ kind: 'literal', value, at })),
          ),
          { maxLength: 3 },
        ),
      }),
      node({ kind: kind('for'), itemName: name, collection: e, value: e }),
      node({
        kind: kind('splat'),
        object: e,
        each: fc.constant<Expression>({
          kind: 'attribute',
          object: { kind: 'variable', name: '*', at },
          name: 'x',
          at,
        }),
      }),
    ) as fc.Arbitrary<Expression>,
  };
});

it('what is printed reads as the same expression', () => {
  fc.assert(
    fc.property(expression, (e) => {
      const text = printExpression(e);
      expect(read(text)).toBe(text);
    }),
    { seed: 7, numRuns: 300 },
  );
});
