/** Files beside modules: tfvars, lock files, overrides. */
import { beforeAll, describe, expect, it } from 'vitest';
import { assembleModule } from '../../src/terraform/assemble.js';
import { evaluateModule } from '../../src/terraform/evaluate/evaluate.js';
import type { HclParser } from '../../src/terraform/hcl/parser.js';
import { readLockFile } from '../../src/terraform/lock.js';
import { readTfvars, readTfvarsJson } from '../../src/terraform/tfvars.js';
import { blockAt, data, loadParser } from './support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const plain = (variables: ReadonlyMap<string, unknown>): unknown =>
  Object.fromEntries([...variables].map(([name, value]) => [name, data(value as never)]));

describe('tfvars', () => {
  it('give literal values', () => {
    const { variables, findings } = readTfvars(
      parser,
      'terraform.tfvars',
      'name = "study"\nsize = 3\ntags = { "a.b" = ["x", null] }\ntext = <<-EOT\n  a\nEOT\n',
    );
    expect(findings).toEqual([]);
    expect(plain(variables)).toEqual({
      name: 'study',
      size: 3,
      tags: { 'a.b': ['x', null] },
      text: 'a\n',
    });
  });

  it('know where a value stands', () => {
    const text = 'name = "study"\n';
    const { variables } = readTfvars(parser, 'prod.tfvars', text);
    expect(variables.get('name')).toMatchObject({
      from: { at: { file: 'prod.tfvars', start: 7, end: 14 } },
      key: { start: 0, end: 4 },
    });
  });

  it('refer to nothing', () => {
    const { variables } = readTfvars(parser, 'terraform.tfvars', 'name = var.other\n');
    expect(variables.get('name')).toMatchObject({
      unknown: 'unread',
      failed: '"var" refers to nothing here',
    });
  });

  it('hold no blocks', () => {
    const { findings } = readTfvars(parser, 'terraform.tfvars', 'tags {\n}\n');
    expect(findings).toMatchObject([{ message: 'a block "tags" gives no variable a value' }]);
  });

  it('in JSON are plain data', () => {
    const { variables, findings } = readTfvarsJson(
      'x.tfvars.json',
      '{"//": "c", "name": "${x}", "list": [1, {"a": null}]}',
    );
    expect(findings).toEqual([]);
    expect(plain(variables)).toEqual({ name: '${x}', list: [1, { a: null }] });
  });

  it('in JSON are an object', () => {
    expect(readTfvarsJson('x.tfvars.json', '[]').findings).toMatchObject([
      { message: 'an object of variables is expected' },
    ]);
  });
});

it('a lock file tells the version of each provider', () => {
  const text = `# This file is maintained automatically.
provider "registry.example.com/hashicorp/helm" {
  version     = "2.17.0"
  constraints = ">= 2.9.0, < 3.0.0"
  hashes = [
    "h1:abc=",
  ]
}
provider "registry.example.com/hashicorp/aws" {
  version = "5.100.0"
}
`;
  const { providers, findings } = readLockFile(parser, '.terraform.lock.hcl', text);
  expect(findings).toEqual([]);
  expect(
    [...providers].map(([source, { value, from }]) => [
      source,
      value,
      text.slice(from.at.start, from.at.end),
    ]),
  ).toEqual([
    ['hashicorp/helm', '2.17.0', '"2.17.0"'],
    ['hashicorp/aws', '5.100.0', '"5.100.0"'],
  ]);
});

describe('override files', () => {
  const assemble = (files: Readonly<Record<string, string>>) => {
    const root = assembleModule(
      Object.entries(files).map(([file, text]) => ({
        file,
        module: parser.parse(file, text).module,
      })),
    );
    return evaluateModule({ root }).blocks;
  };

  it('replace arguments and nested blocks of what they override, whatever their order', () => {
    const blocks = assemble({
      'harness_override.tf': 'resource "a_b" "c" {\nname = "new"\nset {\nx = 2\n}\n}',
      'main.tf':
        'resource "a_b" "c" {\nname = "old"\nsize = 1\nset {\nx = 1\n}\nset {\nx = 3\n}\ntag {\ny = 1\n}\n}',
    });
    expect(data(blockAt(blocks, 'a_b.c').body)).toEqual({
      name: 'new',
      size: 1,
      set: [{ x: 2 }],
      tag: [{ y: 1 }],
    });
  });

  it('replace locals one by one', () => {
    const blocks = assemble({
      'main.tf': 'locals {\na = 1\nb = 2\n}\noutput "x" {\nvalue = [local.a, local.b]\n}',
      'override.tf': 'locals {\na = 9\n}',
    });
    expect(data(blockAt(blocks, 'output.x').body)).toEqual({ value: [9, 2] });
  });

  it('merge what is required, and tell providers apart by alias', () => {
    const blocks = assemble({
      'main.tf':
        'terraform {\nrequired_providers {\naws = "5"\nhelm = "2"\n}\n}\nprovider "aws" {\nregion = "a"\n}\nprovider "aws" {\nalias = "w"\nregion = "b"\n}',
      'override.tf':
        'terraform {\nrequired_providers {\nhelm = "3"\n}\n}\nprovider "aws" {\nalias = "w"\nregion = "c"\n}',
    });
    expect(data(blockAt(blocks, 'terraform').body)).toEqual({
      required_providers: [{ aws: '5', helm: '3' }],
    });
    expect(data(blockAt(blocks, 'provider.aws').body)).toEqual({ region: 'a' });
    expect(data(blockAt(blocks, 'provider.aws.w').body)).toEqual({ alias: 'w', region: 'c' });
  });
});
