/** What `try` makes of arguments that are not known. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import { data, evaluateText, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const MAIN = `
variable "name" {}
variable "object" {}
resource "aws_eks_cluster" "this" {
  count = 1
  name  = "ex-\${basename(var.name)}"
}
locals {
  name = "ex-\${var.name}"
}
`;

const value = (expression: string): unknown =>
  data(evaluateText(parser, `${MAIN}output "x" {\n  value = ${expression}\n}\n`).outputs.get('x'));

describe('try', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'is an attribute, as what makes it fails where it is written',
      'try(aws_eks_cluster.this[0].name, "")',
      '<"ex-${basename(var.name)}">',
    ],
    ['is a local', 'try(local.name, "")', '<"ex-${var.name}">'],
    ['is a variable', 'try(var.object, null)', '<var.object>'],
    ['is open where a part may be missing', 'try(var.object.x, null)', '<try(var.object.x, null)>'],
    [
      'is open where a function may fail',
      'try(jsondecode(var.name), 0)',
      '<try(jsondecode(var.name), 0)>',
    ],
    [
      'is its last argument where nothing else is left, in words that say no more than that',
      'try(aws_eks_cluster.this[1].name, "${basename(var.name)}-q")',
      '<"${basename(var.name)}-q">',
    ],
    ['goes on where an instance is missing', 'try(aws_eks_cluster.this[1].name, "none")', 'none'],
  ];
  for (const [name, expression, expected] of cases)
    it(name, () => {
      expect(value(expression)).toBe(expected);
    });
});
