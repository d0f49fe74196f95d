/** `.tf.json` reads as the same module that HCL is. */
import { beforeAll, describe, expect, it } from 'vitest';
import { evaluateModule } from '../../../src/terraform/evaluate/evaluate.js';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import { readJsonModule } from '../../../src/terraform/json/module.js';
import type { Expression } from '../../../src/terraform/syntax/expression.js';
import { printExpression } from '../../../src/terraform/syntax/print.js';
import { blockAt, data, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const read = (value: unknown, text = JSON.stringify(value, null, 2)) =>
  readJsonModule('main.tf.json', text, parser.parseTemplate);

const argument = (value: unknown): Expression | undefined =>
  read({ locals: { x: value } }).module.blocks[0]?.body.attributes[0]?.value;

describe('texts', () => {
  it.each([
    ['are literals', 'a "b" \\ c', '"a \\"b\\" \\\\ c"'],
    ['with doubled sigils too', '$${a} %%{b} $5', '"$${a} %%{b} $5"'],
    [
      'of one reference are that reference',
      '${module.eks["a b"].arns[0]}',
      'module.eks["a b"].arns[0]',
    ],
    [
      'of one expression are that expression',
      '${merge(local.a, { b = "c" })}',
      'merge(local.a, { b = "c" })',
    ],
    ['with interpolations are templates', 'a-${local.b}-$${c}', '"a-${local.b}-$${c}"'],
    ['with directives too', '%{ if local.a }b%{ endif }', 'local.a ? "b" : ""'],
    ['of several lines too', 'a: ${local.b}\n', '"a: ${local.b}\\n"'],
    [
      'in lists and objects too',
      { '${local.k}': ['${local.v}', 1, null] },
      '{ (local.k) = [local.v, 1, null] }',
    ],
  ])('%s', (_, value, printed) => {
    const e = argument(value);
    expect(e && printExpression(e)).toBe(printed);
  });

  it('that are references are read without the HCL parser', () => {
    const { module, findings } = readJsonModule(
      'main.tf.json',
      '{"locals": {"x": ["${module.eks.cluster_name}", "$${y}", "${ var.z }"]}}',
    );
    const [x] = module.blocks[0]?.body.attributes ?? [];
    expect(x && printExpression(x.value)).toBe('[module.eks.cluster_name, "$${y}", var.z]');
    expect(findings).toEqual([]);
  });

  it('that are more are findings without it', () => {
    const text = '{"locals": {"x": "a-${var.y}"}}';
    const { findings } = readJsonModule('main.tf.json', text);
    expect(findings.map(({ at, message }) => [text.slice(at.start, at.end), message])).toEqual([
      ['"a-${var.y}"', 'this template cannot be read'],
    ]);
  });

  it('have the places of their parts', () => {
    const text = '{"locals": {"x": "큐-${lower(var.name)}"}}';
    const { module } = readJsonModule('main.tf.json', text, parser.parseTemplate);
    const e = module.blocks[0]?.body.attributes[0]?.value;
    const call = e?.kind === 'template' ? e.parts[1] : undefined;
    expect(call && text.slice(call.at.start, call.at.end)).toBe('lower(var.name)');
  });

  it('that are literal positions stay as they are', () => {
    const { module } = read({
      variable: { v: { default: '${x}', type: 'list(string)', description: '%{y}' } },
    });
    const printed = module.blocks[0]?.body.attributes.map(({ value }) => printExpression(value));
    expect(printed).toEqual(['"$${x}"', 'list(string)', '"%%{y}"']);
  });
});

const HCL = `
terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = "~> 2.12" }
  }
  backend "s3" {
    bucket = "b"
  }
}
provider "aws" {
  region = "us-east-1"
}
provider "aws" {
  alias  = "west"
  region = var.region
}
variable "region" {
  type    = string
  default = "us-west-2"
}
locals {
  names = { for k in ["nth", "karpenter"] : k => "study-\${k}" }
}
resource "aws_sqs_queue" "this" {
  provider = aws.west
  for_each = local.names
  name     = each.value
  lifecycle {
    ignore_changes = [tags]
  }
}
resource "helm_release" "nth" {
  depends_on = [aws_sqs_queue.this]
  dynamic "set" {
    for_each = local.names
    content {
      name  = set.key
      value = set.value
    }
  }
}
module "eks" {
  source    = "terraform-aws-modules/eks/aws"
  providers = { aws = aws.west }
  name      = aws_sqs_queue.this["nth"].name
}
output "arn" {
  value = aws_sqs_queue.this["nth"].arn
}
`;

const JSON_FORM = {
  '//': { metadata: 'ours' },
  terraform: {
    required_providers: { helm: { source: 'hashicorp/helm', version: '~> 2.12' } },
    backend: { s3: { bucket: 'b' } },
  },
  provider: { aws: [{ region: 'us-east-1' }, { alias: 'west', region: '${var.region}' }] },
  variable: { region: { type: 'string', default: 'us-west-2' } },
  locals: { names: '${{ for k in ["nth", "karpenter"] : k => "study-${k}" }}' },
  resource: [
    {
      aws_sqs_queue: {
        this: {
          '//': 'comment',
          provider: 'aws.west',
          for_each: '${local.names}',
          name: '${each.value}',
          lifecycle: { ignore_changes: ['tags'] },
        },
      },
    },
    {
      helm_release: {
        nth: [
          {
            depends_on: ['aws_sqs_queue.this'],
            dynamic: {
              set: {
                for_each: '${local.names}',
                content: { name: '${set.key}', value: '${set.value}' },
              },
            },
          },
        ],
      },
    },
  ],
  module: {
    eks: {
      source: 'terraform-aws-modules/eks/aws',
      providers: { aws: 'aws.west' },
      name: '${aws_sqs_queue.this["nth"].name}',
    },
  },
  output: { arn: { value: '${aws_sqs_queue.this["nth"].arn}' } },
};

describe('blocks', () => {
  it('evaluate to what the same HCL evaluates to', () => {
    const json = read(JSON_FORM);
    expect(json.findings).toEqual([]);
    const [a, b] = [json.module, parser.parse('main.tf', HCL).module].map((root) => {
      const { blocks } = evaluateModule({ root });
      return blocks.map(({ address, body, exists }) => ({ address, exists, body: data(body) }));
    });
    expect(a).toEqual(b);
    expect(a?.map(({ address }) => address)).toContain('aws_sqs_queue.this["karpenter"]');
  });

  it('stand in JSON as an object or as a list of objects', () => {
    const blocks = (set: unknown): unknown => {
      const { module } = read({ resource: { a_b: { c: { set } } } });
      return data(blockAt(evaluateModule({ root: module }).blocks, 'a_b.c').body);
    };
    expect(blocks({ name: 'x' })).toEqual({ set: { name: 'x' } });
    expect(blocks([{ name: 'x' }])).toEqual({ set: [{ name: 'x' }] });
  });

  it('have the place of their last label', () => {
    const text = '{"resource": {"a_b": {"c": {}}}}';
    const { module } = readJsonModule('main.tf.json', text);
    const at = module.blocks[0]?.at;
    expect(at && text.slice(at.start, at.end)).toBe('"a_b": {"c"');
  });

  it.each([
    ['of no known kind', { resources: {} }, '"resources" is no kind of block that Terraform has'],
    ['that are no objects', { locals: 1 }, 'an object is expected here, or a list of objects'],
    [
      'with too few labels',
      { resource: { a_b: 'c' } },
      'an object is expected here, or a list of objects',
    ],
  ])('%s are findings', (_, value, message) => {
    expect(read(value).findings).toMatchObject([{ rule: 'unreadable-file', message }]);
  });
});
