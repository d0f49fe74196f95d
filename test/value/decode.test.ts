/** Structures in texts, also where the text is only partly known. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { HclParser } from '../../src/terraform/hcl/parser.js';
import { decodeText } from '../../src/value/decode.js';
import { entry, plain } from '../../src/value/read.js';
import type { Value } from '../../src/value/value.js';
import { evaluateText, loadParser } from '../terraform/support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const textOf = (source: string): Value => {
  const value = evaluateText(parser, source).outputs.get('x');
  if (value === undefined) throw new Error('no value');
  return value;
};
const decoded = (expression: string): unknown => {
  const value = decodeText(textOf(`output "x" {\nvalue = ${expression}\n}`));
  return value && plain(value, ({ term }) => `<${term}>`);
};

describe('the structure', () => {
  it.each([
    ['of JSON', '"{\\"a\\": [1, null, true]}"', { a: [1, null, true] }],
    ['of JSON that is indented by tabs', '"{\\n\\t\\"a\\": 1\\n}"', { a: 1 }],
    ['of YAML', '"a: 1\\nb: [x, \'y\']"', { a: 1, b: ['x', 'y'] }],
    [
      'of YAML with the booleans of Helm',
      '"a: yes\\nb: off\\nc: \'no\'"',
      { a: true, b: false, c: 'no' },
    ],
    ['with an unknown leaf', '"a: ${var.x}"', { a: '<var.x>' }],
    ['with an unknown in a text', '"a: \\"${var.x}-b\\""', { a: '<"${var.x}-b">' }],
    [
      'with an unknown that is not quoted in JSON',
      '"{\\"a\\": ${var.n}, \\"b\\": 2}"',
      { a: '<var.n>', b: 2 },
    ],
    ['with an unknown key', '"a: 1\\n${var.k}: 2"', { a: 1 }],
    [
      'with a structure encoded in its text',
      '"a: ${jsonencode([var.x, 1])}"',
      { a: ['<var.x>', 1] },
    ],
    [
      'but not in quotes, where it is text',
      '"a: \'${jsonencode([var.x])}\'"',
      { a: '<jsonencode([var.x])>' },
    ],
    [
      'with an indented structure in it',
      '"a:\\n  ${indent(2, yamlencode({ b = var.x }))}"',
      { a: { b: '<var.x>' } },
    ],
    ['of what was encoded', 'yamlencode({ a = var.x })', { a: '<var.x>' }],
  ])('%s', (_, expression, structure) => {
    expect(decoded(expression)).toEqual(structure);
  });

  it.each([
    ['an unknown text', 'var.x'],
    ['a number', '1'],
    ['broken JSON', '"{\\"a\\": "'],
    ['several documents', '"a: 1\\n---\\nb: 2"'],
    ['nothing', '""'],
  ])('there is none of %s', (_, expression) => {
    expect(decoded(expression)).toBeUndefined();
  });

  it('with an unknown key may have any other entry', () => {
    const value = decodeText(textOf('output "x" {\nvalue = "a: 1\\n${var.k}: 2"\n}'));
    expect(entry(value, 'a')).toMatchObject({ value: 1 });
    expect(entry(value, 'b')).toMatchObject({ unknown: 'input' });
  });
});

it('of a template file is where it stands in that file', () => {
  const template = 'settings:\n  name: fixed\n  queue: ${queue}\n';
  const { outputs } = evaluateText(
    parser,
    'output "x" {\nvalue = templatefile("values.yaml.tpl", { queue = aws_sqs_queue.q.name })\n}',
    { files: { read: () => template, list: () => [] } },
  );
  const value = outputs.get('x');
  const structure = value && decodeText(value);
  expect(structure && plain(structure, ({ term }) => `<${term}>`)).toEqual({
    settings: { name: 'fixed', queue: '<aws_sqs_queue.q.name>' },
  });
  const at = entry(structure, 'settings', 'name')?.from.at;
  expect(at?.file).toBe('values.yaml.tpl');
  expect(at && template.slice(at.start, at.end)).toBe('fixed');
});

describe('places', () => {
  const source = `output "x" {
  value = <<-YAML
    # 값
    settings:
      clusterName: \${var.name}
      interruptionQueueName: "큐-🌩"
      featureGates: { spotToSpotConsolidation: true }
  YAML
}`;

  it.each([
    ['a text', ['settings', 'interruptionQueueName'], '"큐-🌩"'],
    ['a boolean', ['settings', 'featureGates', 'spotToSpotConsolidation'], 'true'],
    ['a flow mapping', ['settings', 'featureGates'], '{ spotToSpotConsolidation: true }'],
    ['an unknown', ['settings', 'clusterName'], 'var.name'],
  ])('of %s are where it stands in the heredoc', (_, path, text) => {
    const value = entry(decodeText(textOf(source)), ...path);
    const at = value?.from.at ?? { start: 0, end: 0 };
    const via = value?.from.via?.at ?? at;
    expect([source.slice(at.start, at.end), source.slice(via.start, via.end)]).toContain(text);
  });

  it('of keys too', () => {
    const value = entry(decodeText(textOf(source)), 'settings', 'interruptionQueueName');
    const key = value !== undefined && 'key' in value ? value.key : undefined;
    expect(key && source.slice(key.start, key.end)).toBe('interruptionQueueName');
  });
});
