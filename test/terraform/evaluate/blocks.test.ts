/** Blocks: their instances, bodies and places. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Block } from '../../../src/configuration/configuration.js';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import { entry } from '../../../src/value/read.js';
import { isUnknown } from '../../../src/value/value.js';
import { blockAt, data, evaluateText, fixture, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const instances = (blocks: readonly Block[]): unknown =>
  blocks
    .filter(({ type }) => type === 'resource')
    .map(({ address, exists }) =>
      exists === true ? address : [address, exists && `${exists.unknown}: ${exists.term}`],
    );

describe('count', () => {
  it.each([
    ['none', 'count = 0', []],
    ['two', 'count = "2"', ['a_b.c[0]', 'a_b.c[1]']],
    ['one if', 'count = var.x ? 1 : 0', [['a_b.c[0]', 'input: var.x']]],
    ['one unless', 'count = var.x ? 0 : 1', [['a_b.c[0]', 'input: !(var.x)']]],
    ['one if both', 'count = var.x && var.y ? 1 : 0', [['a_b.c[0]', 'input: var.x && var.y']]],
    ['as many as an unknown says', 'count = var.n', [['a_b.c[0]', 'input: var.n > 0']]],
    [
      'as many as an unknown list has',
      'count = length(a_d.e.list)',
      [['a_b.c[0]', 'apply: length(a_d.e.list) > 0']],
    ],
    [
      'as many as a list of known size has',
      'count = length([var.x, var.y])',
      ['a_b.c[0]', 'a_b.c[1]'],
    ],
  ])('%s', (_, line, expected) => {
    const { blocks } = evaluateText(
      parser,
      `resource "a_b" "c" {\n${line}\n}\nresource "a_d" "e" {}`,
    );
    expect(instances(blocks.filter(({ address }) => address !== 'a_d.e'))).toEqual(expected);
  });
});

describe('for_each', () => {
  it.each([
    [
      'over a map, in the order of its keys',
      'for_each = { b = 1, a = 2 }',
      ['a_b.c["a"]', 'a_b.c["b"]'],
    ],
    ['over a set', 'for_each = toset(["b", "a"])', ['a_b.c["a"]', 'a_b.c["b"]']],
    ['over an object with unknown values', 'for_each = { a = var.x }', ['a_b.c["a"]']],
    ['if', 'for_each = var.x ? { a = 1 } : {}', [['a_b.c["a"]', 'input: var.x']]],
    [
      'with a filter that says the same for all',
      'for_each = { for k, v in { a = 1 } : k => v if var.x }',
      [
        [
          'a_b.c[keys({for k, v in { a = 1 } : k => v if var.x})[*]]',
          'input: length({for k, v in { a = 1 } : k => v if var.x}) > 0',
        ],
      ],
    ],
    [
      'over an unknown',
      'for_each = var.m',
      [['a_b.c[keys(var.m)[*]]', 'input: length(var.m) > 0']],
    ],
    [
      'over what is known after apply',
      'for_each = a_d.e.map',
      [['a_b.c[keys(a_d.e.map)[*]]', 'apply: length(a_d.e.map) > 0']],
    ],
    ['over a set of unknowns', 'for_each = toset([a_d.e.arn])', ['a_b.c[a_d.e.arn]']],
    [
      'over an open map',
      'for_each = merge(var.m, { a = 1 })',
      [
        'a_b.c["a"]',
        ['a_b.c[keys(merge(var.m, { a = 1 }))[*]]', 'input: length(merge(var.m, { a = 1 })) > 0'],
      ],
    ],
    [
      'with keys that need quoting',
      'for_each = toset(["a\\"b${"$"}{c}"])',
      ['a_b.c["a\\"b$${c}"]'],
    ],
  ])('%s', (_, line, expected) => {
    const { blocks } = evaluateText(
      parser,
      `resource "a_b" "c" {\n${line}\n}\nresource "a_d" "e" {}`,
    );
    expect(instances(blocks.filter(({ address }) => address !== 'a_d.e'))).toEqual(expected);
  });

  it('in a world that settles the filter, every instance is there', () => {
    const text =
      'resource "a_b" "c" {\nfor_each = { for k, v in { a = 1, b = 2 } : k => v if var.x }\n}';
    const world = new Map([['var.x', true]]);
    expect(instances(evaluateText(parser, text, { world }).blocks)).toEqual([
      'a_b.c["a"]',
      'a_b.c["b"]',
    ]);
  });

  it('is evaluated once for all of its instances', () => {
    let reads = 0;
    const read = (): string => {
      reads++;
      return 'a,b,c';
    };
    const text = 'resource "a_b" "c" {\nfor_each = toset(split(",", file("names.txt")))\n}';
    const { blocks } = evaluateText(parser, text, { files: { read, list: () => undefined } });
    expect(instances(blocks)).toHaveLength(3);
    expect(reads).toBe(1);
  });

  it('gives each instance its key and value, also by reference from another resource', () => {
    const { blocks } = evaluateText(
      parser,
      `resource "a_b" "c" {
         for_each = { x = { size = 1 } }
         name     = "\${each.key}-\${each.value.size}"
       }
       resource "a_b" "d" {
         for_each = a_b.c
         of       = each.value.name
         arn      = each.value.arn
         same     = a_b.c[each.key].name
       }`,
    );
    expect(data(blockAt(blocks, 'a_b.d["x"]').body)).toMatchObject({
      of: 'x-1',
      arn: '<a_b.c["x"].arn>',
      same: 'x-1',
    });
  });

  it('over one unknown, two resources are joined by its keys', () => {
    const { blocks } = evaluateText(
      parser,
      `resource "a_b" "c" {
         for_each = var.m
         name     = "n-\${each.key}"
       }
       resource "a_b" "d" {
         for_each = var.m
         of       = a_b.c[each.key].name
       }`,
    );
    const names = ['c', 'd'].map((name) => blockAt(blocks, `a_b.${name}[keys(var.m)[*]]`).body);
    expect(data(entry(names[0], 'name'))).toBe('<"n-${keys(var.m)[*]}">');
    expect(data(entry(names[1], 'of'))).toBe('<"n-${keys(var.m)[*]}">');
  });
});

describe('bodies', () => {
  it('hold nested blocks as lists, dynamic ones expanded, in order', () => {
    const { blocks } = evaluateText(parser, fixture('wiring.tf'));
    expect(data(entry(blockAt(blocks, 'helm_release.nth').body, 'set'))).toEqual([
      { name: 'checkTagBeforeDraining', value: 'false' },
      { name: 'enableSqsTerminationDraining', value: true },
      { name: 'queueURL', value: '<aws_sqs_queue.nth.url>' },
    ]);
  });

  it.each([
    [
      'by the name that the iterator is given',
      'dynamic "set" {\nfor_each = ["a"]\niterator = it\ncontent {\nname = it.value\nkey = it.key\n}\n}',
      [{ name: 'a', key: 0 }],
    ],
    [
      'over a set its elements are their own keys',
      'dynamic "set" {\nfor_each = toset(["a"])\ncontent {\nkey = set.key\n}\n}',
      [{ key: 'a' }],
    ],
    [
      'in each other',
      'dynamic "set" {\nfor_each = [1]\ncontent {\ndynamic "in" {\nfor_each = [2]\ncontent {\nx = set.value + in.value\n}\n}\n}\n}',
      [{ in: [{ x: 3 }] }],
    ],
    [
      'over an unknown, next to what is known',
      'set {\nname = "a"\n}\ndynamic "set" {\nfor_each = var.more\ncontent {\nname = set.value\n}\n}',
      [{ name: 'a' }, '<var.more[*]>'],
    ],
    [
      'if',
      'dynamic "set" {\nfor_each = var.on ? ["a"] : []\ncontent {\nname = set.value\n}\n}',
      ['<(var.on ? ["a"] : [])[*]>'],
    ],
  ])('dynamic blocks %s', (_, lines, expected) => {
    const { blocks } = evaluateText(parser, `resource "a_b" "c" {\n${lines}\n}`);
    expect(data(entry(blockAt(blocks, 'a_b.c').body, 'set'))).toEqual(expected);
  });

  it('keep null, which is not the same as absent', () => {
    const { blocks } = evaluateText(parser, 'resource "a_b" "c" {\nname = null\n}');
    expect(data(blockAt(blocks, 'a_b.c').body)).toEqual({ name: null });
  });

  it('keep addresses as text', () => {
    const { blocks } = evaluateText(
      parser,
      `resource "a_b" "c" {
         provider   = aws.west
         depends_on = [module.eks, a_b.d]
         lifecycle {
           ignore_changes = [tags["x"], name]
         }
       }
       module "m" {
         source    = "./m"
         providers = { aws = aws.west }
       }
       moved {
         from = a_b.x
         to   = a_b.c
       }`,
    );
    expect(data(blockAt(blocks, 'a_b.c').body)).toEqual({
      provider: 'aws.west',
      depends_on: ['module.eks', 'a_b.d'],
      lifecycle: [{ ignore_changes: ['tags["x"]', 'name'] }],
    });
    expect(data(entry(blockAt(blocks, 'module.m').body, 'providers'))).toEqual({ aws: 'aws.west' });
    expect(data(blockAt(blocks, 'moved').body)).toEqual({ from: 'a_b.x', to: 'a_b.c' });
  });

  it('put labels of nested blocks around them, as JSON does', () => {
    const { blocks } = evaluateText(parser, 'terraform {\nbackend "s3" {\nbucket = "b"\n}\n}');
    expect(data(blockAt(blocks, 'terraform').body)).toEqual({ backend: [{ s3: { bucket: 'b' } }] });
  });

  it('know the place of every key', () => {
    const text = 'resource "a_b" "c" {\n  tags = { Name = "x" }\n}';
    const { blocks } = evaluateText(parser, text);
    const keyOf = (...path: readonly string[]): string | undefined => {
      const value = entry(blockAt(blocks, 'a_b.c').body, ...path);
      const key = value !== undefined && !isUnknown(value) ? value.key : undefined;
      return key && text.slice(key.start, key.end);
    };
    expect([keyOf('tags'), keyOf('tags', 'Name')]).toEqual(['tags', 'Name']);
  });

  it('of conditions that shape no resource leave no boolean free', () => {
    const { free } = evaluateText(
      parser,
      `variable "x" {
         validation {
           condition     = var.x || var.y
           error_message = "no"
         }
       }
       resource "a_b" "c" {
         lifecycle {
           precondition {
             condition     = var.x && var.y
             error_message = "no"
           }
         }
       }
       output "o" { value = var.x ? 1 : 2 }`,
    );
    expect([...free.keys()]).toEqual([]);
  });
});

describe('addresses', () => {
  it.each([
    ['provider "aws" {}', 'provider.aws'],
    ['provider "aws" {\nalias = "west"\n}', 'provider.aws.west'],
    ['data "aws_region" "x" {}', 'data.aws_region.x'],
    ['variable "v" {}', 'variable.v'],
    ['output "o" {\nvalue = 1\n}', 'output.o'],
    ['check "c" {}', 'check.c'],
    ['terraform {}', 'terraform'],
  ])('of %s', (text, address) => {
    expect(evaluateText(parser, text).blocks.map((block) => block.address)).toEqual([address]);
  });

  it('that are declared twice are a finding with both places', () => {
    const text =
      'resource "a_b" "c" {}\nlocals {\nx = 1\nx2 = 2\n}\nresource "a_b" "c" {}\nlocals {\nx = 3\n}';
    expect(evaluateText(parser, text).findings).toMatchObject([
      {
        rule: 'duplicate-block',
        message: '"a_b.c" is declared twice in this module',
        at: { start: text.lastIndexOf('resource') },
        related: [{ at: { start: 0 } }],
      },
      {
        rule: 'duplicate-block',
        message: '"x" is declared twice in this module',
        at: { start: text.lastIndexOf('x') },
      },
    ]);
  });
});

describe('origins', () => {
  const text = `variable "name" { default = "study" }
locals { n = var.name }
resource "a_b" "c" { name = local.n }
resource "a_b" "d" { name = a_b.c.name }`;

  it('name the place where a value was written, then each hop, the last one first', () => {
    const { blocks } = evaluateText(parser, text);
    const places: string[] = [];
    const value = entry(blockAt(blocks, 'a_b.d').body, 'name');
    for (let from = value?.from; from !== undefined; from = from.via)
      places.push(text.slice(from.at.start, from.at.end));
    expect(places).toEqual(['"study"', 'a_b.c.name', 'local.n', 'var.name']);
  });
});
