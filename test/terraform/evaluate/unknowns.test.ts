/** What is unknown, why, under which name, and what is known of it all the same. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import { sizeKnown } from '../../../src/value/read.js';
import type { Unknown, Value } from '../../../src/value/value.js';
import { data, evaluateText, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const SURROUNDINGS = `
variable "name" {}
variable "create" { type = bool }
variable "settings" {}
resource "aws_sqs_queue" "nth" { name = "study-nth" }
resource "aws_sqs_queue" "each" {
  for_each = toset(["a", "b"])
  name     = "q-\${each.key}"
}
resource "aws_sqs_queue" "counted" {
  count = 2
}
resource "aws_iam_role" "node" { name_prefix = "karpenter-" }
data "aws_region" "current" {}
module "eks" { source = "terraform-aws-modules/eks/aws" }
locals {
  arns   = [aws_sqs_queue.nth.arn, aws_iam_role.node.arn]
  named  = { a = aws_sqs_queue.nth.arn, b = var.name }
  pinned = var.name
}
`;

const evaluate = (expression: string): Value => {
  const { outputs } = evaluateText(parser, `${SURROUNDINGS}output "x" { value = ${expression} }`);
  const value = outputs.get('x');
  if (value === undefined) throw new Error('no value');
  return value;
};

describe('names of unknowns', () => {
  it.each([
    ['an attribute of a resource', 'aws_sqs_queue.nth.arn', 'apply', 'aws_sqs_queue.nth.arn'],
    [
      'of an instance by key',
      'aws_sqs_queue.each["a"].arn',
      'apply',
      'aws_sqs_queue.each["a"].arn',
    ],
    [
      'of an instance by number',
      'aws_sqs_queue.counted[1].arn',
      'apply',
      'aws_sqs_queue.counted[1].arn',
    ],
    [
      'of an instance by unknown key',
      'aws_sqs_queue.each[var.name].arn',
      'input',
      'aws_sqs_queue.each[var.name].arn',
    ],
    [
      'of a data source, which Terraform may read while planning',
      'data.aws_region.current.name',
      'unread',
      'data.aws_region.current.name',
    ],
    [
      'an output of a module out of sight',
      'module.eks.cluster_name',
      'unread',
      'module.eks.cluster_name',
    ],
    ['a resource out of sight', 'aws_vpc.main.id', 'unread', 'aws_vpc.main.id'],
    ['a variable without a value', 'var.name', 'input', 'var.name'],
    ['the same through a local', 'local.pinned', 'input', 'var.name'],
    ['the same through a list', '[var.name][0]', 'input', 'var.name'],
    ['the same through a template', '"${var.name}"', 'input', 'var.name'],
    ['the same through a conversion', 'tostring(var.name)', 'input', 'var.name'],
    [
      'a part of an unknown',
      'var.settings.queue["a.b"][0]',
      'input',
      'var.settings.queue["a.b"][0]',
    ],
    ['a text', '"${var.name}-nth"', 'input', '"${var.name}-nth"'],
    ['the same text by format', 'format("%s-nth", var.name)', 'input', '"${var.name}-nth"'],
    ['the same text by join', 'join("-", [local.pinned, "nth"])', 'input', '"${var.name}-nth"'],
    ['a text in a text', '"${"${var.name}-a"}-b"', 'input', '"${var.name}-a-b"'],
    [
      'a call',
      'replace(module.eks.x, "/^.*:autoScalingGroupName\\\\//", "")',
      'unread',
      'replace(module.eks.x, "/^.*:autoScalingGroupName\\\\//", "")',
    ],
    ['a call over a local', 'upper(local.pinned)', 'input', 'upper(var.name)'],
    [
      'a comparison, whichever side is unknown',
      '"queue" == var.name',
      'input',
      'var.name == "queue"',
    ],
    ['its negation', 'var.name != "queue"', 'input', '!(var.name == "queue")'],
    ['the negation of that', '!(var.name != "queue")', 'input', 'var.name == "queue"'],
    ['a comparison with true is the boolean itself', 'var.create == true', 'input', 'var.create'],
    ['at least is not less', 'var.name >= 3', 'input', '!(var.name < 3)'],
    [
      'a conditional',
      'var.create ? aws_sqs_queue.nth.arn : ""',
      'apply',
      'var.create ? aws_sqs_queue.nth.arn : ""',
    ],
    [
      'a conditional over booleans is its condition',
      'var.create ? true : false',
      'input',
      'var.create',
    ],
    ['or the negation of it', 'var.create ? false : true', 'input', '!(var.create)'],
    [
      'a comprehension, whatever its variables are called',
      '[for thing in var.settings : thing.arn]',
      'input',
      '[for v in var.settings : v.arn]',
    ],
    ['a splat', 'var.settings[*].arn', 'input', 'var.settings[*].arn'],
    [
      'a function that there is not',
      'provider::aws::arn_parse(var.name)',
      'unread',
      'provider::aws::arn_parse(var.name)',
    ],
    ['a function of chance', 'uuid()', 'apply', 'uuid()'],
    ['a function that we do not compute', 'md5("a")', 'unread', 'md5("a")'],
  ])('%s', (_, expression, unknown, term) => {
    expect(evaluate(expression)).toMatchObject({ unknown, term });
  });

  it('the worst cause counts: what we cannot read before what nobody knows yet', () => {
    expect(evaluate('[for x in [1] : "${aws_sqs_queue.nth.arn}${var.name}"][0]')).toMatchObject({
      unknown: 'apply',
    });
    expect(evaluate('"${aws_sqs_queue.nth.arn}${module.eks.x}"')).toMatchObject({
      unknown: 'unread',
    });
  });

  it('a long term keeps its beginning and stays the term of nothing else', () => {
    const long = (end: string): Value =>
      evaluate(`upper("\${var.name}${'x'.repeat(2_000)}${end}")`);
    const [a, b] = [long('a'), long('b')] as [Unknown, Unknown];
    expect(a.term.length).toBeLessThan(1_000);
    expect(a.term).toMatch(/^upper\("\$\{var\.name\}x+…#[0-9a-f]+\)?$/);
    expect(a.term).not.toBe(b.term);
  });
});

describe('what is known in spite of unknown parts', () => {
  it.each([
    ['arguments that are written', 'aws_sqs_queue.nth.name', 'study-nth'],
    ['of every instance', 'aws_sqs_queue.each["b"].name', 'q-b'],
    ['of all instances', 'values(aws_sqs_queue.each)[*].name', ['q-a', 'q-b']],
    [
      'elements of lists',
      'concat(local.arns, ["x"])',
      ['<aws_sqs_queue.nth.arn>', '<aws_iam_role.node.arn>', 'x'],
    ],
    [
      'entries of maps',
      'merge(local.named, { c = 1 })',
      { a: '<aws_sqs_queue.nth.arn>', b: '<var.name>', c: 1 },
    ],
    ['entries written after an unknown map', 'merge(var.settings, { c = 1 }).c', 1],
    [
      'but not those before it',
      'merge({ c = 1 }, var.settings).c',
      '<merge({ c = 1 }, var.settings).c>',
    ],
    ['sizes', 'length(local.arns)', 2],
    ['keys', 'keys(local.named)', ['a', 'b']],
    [
      'the size of a slice',
      '[for z in slice(data.aws_azs.x.names, 0, 2) : z]',
      ['<slice(data.aws_azs.x.names, 0, 2)[0]>', '<slice(data.aws_azs.x.names, 0, 2)[1]>'],
    ],
    ['what an object lacks', 'lookup(local.named, "z", "none")', 'none'],
    ['a false in a conjunction', 'var.create && false', false],
    ['a true in a disjunction', 'var.create || true', true],
    ['what both branches are', 'var.create ? "a" : "a"', 'a'],
    ['that a text is not null', '"${var.name}-x" == null', false],
    ['that a text with another beginning is another', '"a-${var.name}" == "b-c"', false],
    ['the beginning of a text', 'startswith("a-${var.name}", "a-")', true],
    ['the beginning of a generated name', 'startswith(aws_iam_role.node.name, "karpenter-")', true],
    [
      'the beginning of both branches',
      'startswith(var.create ? "ab-${var.name}" : "ac", "a")',
      true,
    ],
    ['that two parts are the same', 'var.name == local.pinned', true],
    ['what JSON encodes', 'jsondecode(jsonencode(local.named)).b', '<var.name>'],
    ['what YAML encodes', 'yamldecode(yamlencode({ a = [var.name, 1] })).a[1]', 1],
    [
      'what a text with unknown parts encodes',
      'yamldecode("a: ${var.name}\\nb: [1, x-${var.name}]")',
      { a: '<var.name>', b: [1, '<"x-${var.name}">'] },
    ],
    [
      'the first argument that cannot fail',
      'try(aws_sqs_queue.nth.arn, "")',
      '<aws_sqs_queue.nth.arn>',
    ],
    ['the first that does not fail', 'try(local.named.zzz, local.arns[7], "none")', 'none'],
    ['not what may fail', 'try(var.settings.queue, "none")', '<try(var.settings.queue, "none")>'],
    [
      'a name that is null is made by the provider',
      'aws_sqs_queue.counted[0].name',
      '<aws_sqs_queue.counted[0].name>',
    ],
  ])('%s', (_, expression, value) => {
    expect(data(evaluate(expression))).toEqual(value);
  });
});

describe('whether Terraform knows while planning how many elements there are', () => {
  it.each([
    ['a comprehension', '[for a in local.arns : a]'],
    ['a comprehension over an object', '{ for k, v in local.arns : k => v }'],
    ['values and a splat', 'values({ a = { arn = local.arns[0] } })[*].arn'],
    ['flatten of lists of fixed shape', 'flatten([[local.arns[0]], [local.arns[1]]])'],
    ['concat', 'concat(local.arns, [])'],
    ['sort', 'sort(local.arns)'],
    ['reverse', 'reverse(local.arns)'],
    ['slice', 'slice(local.arns, 0, 1)'],
    ['formatlist', 'formatlist("%s/x", local.arns)'],
    ['coalescelist', 'coalescelist([], local.arns)'],
    [
      'a conditional whose branches are of one size',
      'var.create ? [local.arns[0]] : [local.arns[1]]',
    ],
  ])('it does for %s', (_, expression) => {
    expect(sizeKnown(evaluate(expression))).toBe(true);
  });

  it.each([
    ['compact', 'compact(local.arns)'],
    ['compact of what cannot be empty', 'compact(["a-${local.arns[0]}"])'],
    ['distinct', 'distinct(local.arns)'],
    ['distinct of one element', 'distinct([local.arns[0]])'],
    ['toset', 'toset(local.arns)'],
    ['setunion', 'setunion(local.arns, ["a"])'],
    ['a filter on an unknown', '[for a in local.arns : a if a != ""]'],
    ['flatten of a computed list', 'flatten([aws_sqs_queue.nth.things])'],
    ['try over unknown parts', 'try(local.arns, [])'],
    ['decoding of an encoded unknown', 'jsondecode(jsonencode(local.arns))'],
    ['split of a joined unknown', 'split(",", join(",", local.arns))'],
    ['what is made of any of these', 'formatlist("%s/x", concat(compact(local.arns), ["a"]))'],
    ['a list that is unknown', 'aws_sqs_queue.nth.things'],
    ['a conditional whose branches are of different sizes', 'var.create ? local.arns : []'],
  ])('it does not for %s', (_, expression) => {
    expect(sizeKnown(evaluate(expression))).toHaveProperty('unknown');
  });

  it.each([
    ['try', 'try(local.arns, [])'],
    ['compact', 'compact(local.arns)'],
    ['a filter for what is not empty', '[for a in local.arns : a if a != ""]'],
  ])('and the elements are kept by %s', (_, expression) => {
    expect(data(evaluate(expression))).toEqual([
      '<aws_sqs_queue.nth.arn>',
      '<aws_iam_role.node.arn>',
    ]);
  });

  it('an unknown keeps its cause, so that a value that nobody gave is told from one that is not known yet', () => {
    expect(sizeKnown(evaluate('compact(local.arns)'))).toMatchObject({ unknown: 'apply' });
    expect(sizeKnown(evaluate('compact([var.name])'))).toMatchObject({ unknown: 'input' });
  });
});

describe('where Terraform fails', () => {
  it.each([
    ['a missing attribute', 'local.named.zzz', 'object has no attribute "zzz"'],
    ['a missing element', 'local.arns[7]', 'list has no such element'],
    ['a missing instance', 'aws_sqs_queue.each["z"].arn', 'there is no such instance'],
    ['a null in a text', '"a${null}"', 'null and collections cannot be part of a text'],
    ['a wrong argument', 'upper([])', 'upper: argument 1 must be a text, not list'],
    ['a sum of texts', '"a" + 1', '"+" needs two numbers'],
    ['a condition that is no boolean', '"a" ? 1 : 2', 'a boolean is needed here, not string'],
    ['nothing that works', 'try(local.named.zzz)', 'no argument of "try" works'],
    ['each outside of a repetition', 'each.key', '"each" refers to nothing here'],
  ])('%s says why', (_, expression, failed) => {
    expect(evaluate(expression)).toMatchObject({ unknown: 'unread', failed });
  });
});
