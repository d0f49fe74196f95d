/** What decisions leave free, and that worlds settle all that hangs on it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import type { World } from '../../../src/value/world.js';
import { data, evaluateText, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const resource = (expression: string, world?: World) => {
  const evaluation = evaluateText(
    parser,
    `locals {
       both = var.a && var.b
     }
     resource "a_b" "c" {
       count = 3
     }
     resource "a_b" "d" {
       x = ${expression}
     }`,
    world && { world },
  );
  const body = evaluation.blocks.find(({ address }) => address === 'a_b.d')?.body;
  return { x: (data(body) as { x: unknown }).x, free: [...evaluation.free.keys()], body };
};

describe('free booleans are the atoms', () => {
  it.each([
    ['of a condition', 'var.a ? 1 : 2', ['var.a']],
    ['of its negation', '!var.a ? 1 : 2', ['var.a']],
    ['of a conjunction', 'var.a && var.b ? 1 : 2', ['var.a', 'var.b']],
    ['behind a local', 'local.both ? 1 : 2', ['var.a', 'var.b']],
    ['behind a conditional', '(var.a ? var.b : false) ? 1 : 2', ['var.a']],
    ['of a comparison', 'var.mode == "queue" ? 1 : 2', ['var.mode == "queue"']],
    ['of its opposite', 'var.mode != "queue" ? 1 : 2', ['var.mode == "queue"']],
    ['of a filter', '[for i in [1, 2] : i if var.a]', ['var.a']],
    ['that tell most first', '[var.q == null ? 1 : 2, var.a ? 1 : 2]', ['var.a', 'var.q == null']],
  ])('%s', (_, expression, free) => {
    expect(resource(expression).free).toEqual(free);
  });

  it.each([
    ['a value that decides nothing', 'var.a'],
    ['a condition whose branches are the same', '[true ? var.a : 1]'],
    ['what only a failure would be', 'try("x" ? 1 : 2, 3)'],
    [
      'that a computed name is not empty, which a filter may presume',
      '[for q in a_b.c : q.name if q.name != ""]',
    ],
  ])('not %s', (_, expression) => {
    expect(resource(expression).free).toEqual([]);
  });
});

describe('a world', () => {
  const world = (entries: Record<string, boolean>): World => new Map(Object.entries(entries));

  it.each([
    ['settles a condition', 'var.a ? 1 : 2', world({ 'var.a': false }), 2],
    ['settles its negation', '!var.a ? 1 : 2', world({ 'var.a': false }), 1],
    [
      'settles the opposite of a comparison',
      'var.m != "q" ? 1 : 2',
      world({ 'var.m == "q"': true }),
      2,
    ],
    [
      'settles a part, and leaves the rest',
      'var.a && var.b ? 1 : 2',
      world({ 'var.a': true }),
      '<var.b ? 1 : 2>',
    ],
    ['settles a value too', '[var.a]', world({ 'var.a': true }), [true]],
    ['settles a filter', '[for i in [1, 2] : i if var.a]', world({ 'var.a': true }), [1, 2]],
    [
      'says nothing of what it does not name',
      'var.b ? 1 : 2',
      world({ 'var.a': true }),
      '<var.b ? 1 : 2>',
    ],
  ])('%s', (_, expression, given, value) => {
    expect(resource(expression, given).x).toEqual(value);
  });
});

it('what hangs on decisions names them, through whatever it passes', () => {
  const { body } = resource('upper("x-${local.both ? "a" : "b"}")');
  const parts: unknown[] = [];
  data(body, ({ hinges }) => parts.push(hinges));
  expect(parts).toEqual([['var.a', 'var.b']]);
});
