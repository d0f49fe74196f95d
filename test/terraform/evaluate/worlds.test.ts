/** Undecided booleans: noted where they decide, settled by worlds. */
import { describe, expect, it } from 'vitest';
import { span } from '../../../src/source/span.js';
import { evaluateModule } from '../../../src/terraform/evaluate/evaluate.js';
import * as build from '../../../src/terraform/syntax/build.js';
import type { Expression } from '../../../src/terraform/syntax/expression.js';
import type { ModuleSource, SourceBlock } from '../../../src/terraform/syntax/module.js';
import { plain } from '../../../src/value/read.js';

const at = span('main.tf', 0, 0);
const block = (
  type: string,
  labels: readonly string[],
  attributes: Readonly<Record<string, Expression>>,
): SourceBlock => ({
  type,
  labels,
  body: {
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, key: at, value })),
    blocks: [],
  },
  at,
});
const ref = (text: string): Expression => build.reference(text, at);
const lit = (value: string | number): Expression => build.literal(value, at);

/** A queue that exists if `var.create` does, and a release that polls it. */
const root: ModuleSource = {
  blocks: [
    block('variable', ['create'], {}),
    block('resource', ['aws_sqs_queue', 'nth'], {
      count: build.conditional(ref('var.create'), lit(1), lit(0), at),
      name: lit('study-nth'),
    }),
    block('resource', ['helm_release', 'nth'], {
      queue: build.conditional(ref('var.create'), ref('aws_sqs_queue.nth[0].url'), lit(''), at),
    }),
  ],
};

describe('a boolean that nobody gave', () => {
  const { blocks, free } = evaluateModule({ root });

  it('is noted as free', () => {
    expect([...free.keys()]).toEqual(['var.create']);
  });

  it('leaves open whether what it counts exists', () => {
    expect(blocks[0]).toMatchObject({
      address: 'aws_sqs_queue.nth[0]',
      exists: { unknown: 'input', term: 'var.create' },
    });
  });

  it('leaves open what it chooses, under a name of its own', () => {
    expect(plain(blocks[1]?.body ?? { value: null, from: { at } }, ({ term }) => term)).toEqual({
      queue: 'var.create ? aws_sqs_queue.nth[0].url : ""',
    });
  });
});

describe('in a world that settles it', () => {
  it.each([
    [
      'everything that hangs on it agrees',
      true,
      ['aws_sqs_queue.nth[0]', 'helm_release.nth'],
      'aws_sqs_queue.nth[0].url',
    ],
    ['what it counts is not there', false, ['helm_release.nth'], ''],
  ])('%s', (_, create, addresses, queue) => {
    const { blocks, free } = evaluateModule({ root, world: new Map([['var.create', create]]) });
    const resources = blocks.filter(({ type }) => type === 'resource');
    expect(resources.map(({ address }) => address)).toEqual(addresses);
    const release = resources.at(-1)?.body ?? { value: null, from: { at } };
    expect(plain(release, ({ term }) => term)).toEqual({ queue });
    expect(free.size).toBe(0);
  });
});
