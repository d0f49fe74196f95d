/** The values that Terraform itself gives: expected.json is the output of `terraform apply` on main.tf. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FileAccess } from '../../../src/terraform/evaluate/evaluate.js';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import { data, evaluateText, loadParser } from '../support.js';

const FOLDER = new URL('../../fixtures/terraform-values/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
const names: readonly string[] = readdirSync(FOLDER, { recursive: true }).map(String);

const files: FileAccess = {
  read: (path) => (names.includes(path) ? read(path) : null),
  list: (directory) =>
    directory === ''
      ? names
      : names.flatMap((name) =>
          name.startsWith(`${directory}/`) ? [name.slice(directory.length + 1)] : [],
        ),
};

const expected: Readonly<Record<string, unknown>> = JSON.parse(read('expected.json'));

let parser: HclParser;
let outputs: ReadonlyMap<string, unknown>;
beforeAll(async () => {
  parser = await loadParser();
  const evaluation = evaluateText(parser, read('main.tf'), { files });
  outputs = new Map([...evaluation.outputs].map(([name, value]) => [name, data(value)]));
});

describe('the value of output', () => {
  it.each(Object.keys(expected))('%s', (name) => {
    expect(outputs.get(name)).toEqual(expected[name]);
  });

  it('is known of every output', () => {
    expect([...outputs.keys()].sort()).toEqual(Object.keys(expected).sort());
  });
});

describe('files', () => {
  it.each([
    ['that nobody gives are unknown', 'file("x.yaml")', {}, '<file("x.yaml")>'],
    [
      'that may not be read are unknown',
      'file("../x.yaml")',
      { files: { ...files, read: () => undefined } },
      '<file("../x.yaml")>',
    ],
    [
      'that are absolute are not asked for',
      'file("/etc/passwd")',
      { files: { ...files, read: () => 'x' } },
      '<file("/etc/passwd")>',
    ],
    ['that do not exist fail', 'try(file("x.yaml"), "none")', { files }, 'none'],
    ['are found from the module on', 'file("${path.module}/sub/../sub/z.txt")', { files }, 'hi\n'],
  ])('%s', (_, expression, input, value) => {
    const evaluation = evaluateText(parser, `output "x" { value = ${expression} }`, input);
    expect(data(evaluation.outputs.get('x'))).toEqual(value);
  });
});
