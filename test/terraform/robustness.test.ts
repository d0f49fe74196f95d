/** Any text: findings, never a throw or a hang, from parsing to evaluation. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { evaluateModule } from '../../src/terraform/evaluate/evaluate.js';
import type { HclParser } from '../../src/terraform/hcl/parser.js';
import { data, evaluateText, fixture, fixtureNames, loadParser } from './support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

/** Pieces that break HCL in interesting ways, to be put anywhere in a file. */
const PIECES = [
  '"',
  '${',
  '%{',
  '}',
  '{',
  '[',
  ']',
  '(',
  ')',
  '<<EOT\n',
  '/*',
  '#',
  '\\',
  '\n',
  '\r',
  '\u0000',
  '\uFEFF',
  '\uD83C',
  '…',
  '  ',
  '=',
  '...',
  '[*]',
  '.*',
  '%{ endif }',
  '%{ for x in y }',
  '~}',
  '$${',
  '0x1',
  '1e999',
  'for',
  'if',
] as const;

interface Mutation {
  readonly place: number;
  readonly remove: number;
  readonly piece: string;
}

const mutation = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 40 }),
  piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 4 })),
});

const mutate = (text: string, { place, remove, piece }: Mutation): string => {
  const at = Math.floor(place * text.length);
  return text.slice(0, at) + piece + text.slice(at + remove);
};

describe('mutated files', () => {
  it.each(fixtureNames().filter((name) => name.endsWith('.tf')))('%s', (name) => {
    const original = fixture(name);
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        const text = mutations.reduce(mutate, original);
        const { module, findings } = parser.parse(name, text);
        for (const { at, message } of findings) {
          expect(at.start).toBeLessThanOrEqual(at.end);
          expect(at.end).toBeLessThanOrEqual(text.length);
          expect(message).not.toMatch(/\p{Cc}|\.$/u);
        }
        const { blocks } = evaluateModule({ root: module, readTemplate: parser.parseTemplate });
        expect(Array.isArray(blocks)).toBe(true);
      }),
      { seed: 11, numRuns: 150 },
    );
  });
});

describe('evaluation that would not end', () => {
  const limited = (text: string): readonly string[] => {
    const { outputs } = evaluateText(parser, text);
    return [...outputs].map(
      ([name, value]) => `${name}: ${'unknown' in value ? value.unknown : 'known'}`,
    );
  };
  const chain = (length: number, first: string, next: (before: string) => string): string => {
    const lines = Array.from({ length }, (_, i) => `l${i + 1} = ${next(`local.l${i}`)}`);
    return `locals {\nl0 = ${first}\n${lines.join('\n')}\n}\noutput "x" { value = local.l${length} }`;
  };

  it.each([
    ['texts that double', chain(60, '"x"', (l) => `"\${${l}}\${${l}}"`)],
    ['lists that double', chain(60, '[1]', (l) => `[${l}, ${l}]`)],
    ['lists that are joined to themselves', chain(60, '[1]', (l) => `concat(${l}, ${l})`)],
    ['unknown texts that double', chain(60, 'var.x', (l) => `"\${${l}}\${${l}}"`)],
    [
      'products of sets',
      'locals { r = range(1000) }\noutput "x" { value = setproduct(local.r, local.r, local.r) }',
    ],
    ['counts beyond measure', 'resource "a_b" "c" { count = 1e12 }\noutput "x" { value = a_b.c }'],
    ['data that nests without end', chain(5_000, '[]', (l) => `[${l}]`)],
    ['modules in modules', 'module "m" { source = "./m" }\noutput "x" { value = module.m.y }'],
  ])('%s', (_, text) => {
    const root = parser.parse('main.tf', text).module;
    const { outputs } = evaluateModule({ root, modules: () => ({ module: root, directory: '.' }) });
    const written = JSON.stringify(data(outputs.get('x'), ({ unknown }) => `<${unknown}>`));
    expect(written).toMatch(/<(?:limit|input|unread)>/);
    expect(written.length).toBeLessThan(10_000_000);
  });

  it('chains of references are followed as far as the stack allows, and further from where they were met before', () => {
    expect(limited(chain(100, '1', (l) => l))).toEqual(['x: known']);
    expect(limited(chain(20_000, '1', (l) => l))).toEqual(['x: limit']);
  });

  it.each([
    ['a local that is itself', 'locals { a = local.a }\noutput "x" { value = local.a }'],
    [
      'locals in a circle',
      'locals {\na = local.b\nb = [local.a]\n}\noutput "x" { value = local.a }',
    ],
    [
      'a resource that counts itself',
      'resource "a_b" "c" { count = length(a_b.c) }\noutput "x" { value = a_b.c }',
    ],
    [
      'an argument that reads its own module',
      'module "m" {\nsource = "./m"\nx = module.m.y\n}\noutput "x" { value = module.m.y }',
    ],
  ])('%s', (_, text) => {
    const child = parser.parse('m.tf', 'variable "x" {}\noutput "y" { value = var.x }').module;
    const root = parser.parse('main.tf', text).module;
    const { outputs } = evaluateModule({
      root,
      modules: () => ({ module: child, directory: 'm' }),
    });
    expect(outputs.has('x')).toBe(true);
  });

  it('patterns that would backtrack', () => {
    const text = `output "x" { value = can(regex("(x+x+)+y", "${'x'.repeat(50_000)}")) }`;
    expect(limited(text)).toEqual(['x: known']);
  });
});
