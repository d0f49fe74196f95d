/** References to outputs of module calls, as they are written. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import { outputUses } from '../../../src/terraform/syntax/visit.js';
import { loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const used = (text: string): readonly string[] =>
  outputUses(parser.parse('main.tf', text).module).map(({ call, output }) => `${call}.${output}`);

describe('uses of outputs', () => {
  it.each([
    ['an argument', 'output "x" { value = module.eks.a }', ['module.eks.a']],
    [
      'a nested block, once however deep it is',
      'resource "a_b" "c" {\nd {\ne {\nf = [module.eks.a, { g = module.eks.b }]\n}\n}\n}',
      ['module.eks.a', 'module.eks.b'],
    ],
    ['one instance', 'output "x" { value = module.eks["blue"].a.b }', ['module.eks.a']],
    ['every instance', 'output "x" { value = module.eks[*].a }', ['module.eks.a']],
    ['what may be missing', 'output "x" { value = try(module.eks.a, null) }', []],
    ['what comes first', 'output "x" {\nvalue = 1\ndepends_on = [module.eks.a]\n}', []],
  ])('in %s', (_, text, expected) => {
    expect(used(text)).toEqual(expected);
  });
});
