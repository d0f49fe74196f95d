/** Text that cannot be read: what is said, where, and that the rest is read all the same. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import type { ModuleSource } from '../../../src/terraform/syntax/module.js';
import { loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

/** The findings of a text: the text they point at, and their messages. */
const findingsIn = (text: string): readonly string[] =>
  parser
    .parse('main.tf', text)
    .findings.map(({ at, message }) => `${text.slice(at.start, at.end)}| ${message}`);

const inLocals = (line: string): string => `locals {\n  ${line}\n}\n`;

describe('one fault, one finding at its place', () => {
  it.each([
    ['a missing value', 'a =', '| an expression is expected after "="'],
    ['a missing operand', 'a = b +', '| an expression is expected after "+"'],
    ['a missing key value', 'a = { b = }', '}| an expression is expected before "}"'],
    ['a dotted name', 'a.b = 1', '.| "=" or "{" is expected before "."'],
    ['a comparison for an assignment', 'a == 1', '==| "=" or "{" is expected before "=="'],
    ['a list for a block', 'set [1]', '[| "=" or "{" is expected before "["'],
    ['two values', 'a = "b" "c"', '"c"| a new line is expected before "c"'],
    ['two attributes on a line', 'a = 1 b = 2', 'b| a new line is expected before this'],
    ['a missing comma', 'a = [1 2]', '2| "," or "]" is expected before "2"'],
    ['a comma too many', 'a = [1,, 2]', ',| an expression is expected before ","'],
    ['half a conditional', 'a = b ? c', '| ":" is expected after "c"'],
    ['a comprehension without a value', 'a = [for b in c]', ']| ":" is expected before "]"'],
    [
      'an object comprehension without an arrow',
      'a = {for b in c : b}',
      '}| "=>" is expected before "}"',
    ],
    ['an open bracket', 'a = [1, 2', '[| "[" is never closed'],
    ['brackets that do not match', 'a = [1, 2)', ')| "]" is expected before ")"'],
    ['a closing bracket alone', 'a = )', ')| ")" closes nothing'],
    ['an open quote', 'a = "b', '"| this quote is not closed on its line'],
    ['an open interpolation', 'a = "${b"', '"| this quote is not closed on its line'],
    ['an open directive', 'a = "%{ if b }c"', '%{ if| "%{ endif }" is expected to close this'],
    ['a directive that closes nothing', 'a = "%{ endfor }"', '%{ endfor| "endfor" closes nothing'],
    ['an unknown escape', 'a = "\\q"', '\\q| "\\q" is no escape in a quoted text'],
    ['a typographic quote', 'a = “b”', '“| "“" is no character of HCL outside of quotes'],
    ['a no-break space', 'a\u00a0= 1', '\u00a0| "U+00A0" is no character of HCL outside of quotes'],
    ['a form feed', 'a\f= 1', '\f| "U+000C" is no space in HCL'],
    ['a NUL', 'a = 1\u0000', '\u0000| "U+0000" is no character of HCL outside of quotes'],
    ['a number in another base', 'a = 0x1F', '0x1F| "0x1F" is no number in HCL'],
    [
      'an interpolation outside of quotes',
      'a = ${b}',
      '$| "$" is no character of HCL outside of quotes',
    ],
  ])('%s', (_, line, finding) => {
    expect(findingsIn(inLocals(line))).toEqual([finding]);
  });

  it.each([
    [
      'an open heredoc',
      'locals {\n  a = <<EOT\n  b\n}\n',
      '<<EOT| "EOT" is expected on a line of its own to close this heredoc',
    ],
    ['an open comment', 'locals {}\n/* a', '/*| this comment is never closed'],
    ['an open block', 'locals {\n  a = 1\n', '{| "{" is never closed'],
    ['a brace too many', 'locals {}\n}\n', '}| "}" closes nothing'],
    ['JSON', '{ "a": 1 }', '{| a block or an attribute is expected, not an object'],
    ['an attribute outside of any block', 'a = 1\n', 'a| "a" is set outside of any block'],
  ])('%s', (_, text, finding) => {
    expect(findingsIn(text)).toEqual([finding]);
  });

  it('an attribute that is set twice, with both places', () => {
    const text = inLocals('name = 1\n  name = 2');
    const [finding] = parser.parse('main.tf', text).findings;
    expect(finding).toMatchObject({
      rule: 'unreadable-file',
      message: '"name" is set twice in one block',
      at: { start: text.lastIndexOf('name') },
      related: [{ at: { start: text.indexOf('name') } }],
    });
  });

  it('nesting without end', () => {
    const text = inLocals(`a = ${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    expect(parser.parse('main.tf', text).findings[0]?.message).toBe(
      'this expression is nested too deeply to be read',
    );
  });
});

describe('the rest of the file is read', () => {
  const names = ({ blocks }: ModuleSource): unknown =>
    blocks.map(({ labels, body }) => [...labels, ...body.attributes.map(({ name }) => name)]);

  it.each([
    [
      'attributes beside a broken one, which keeps its name',
      'resource "aws_sqs_queue" "nth" {\n  name = "x\n  tags = {}\n}\n',
      [['aws_sqs_queue', 'nth', 'name', 'tags']],
    ],
    [
      'blocks after one that is never closed',
      'resource "aws_sqs_queue" "nth" {\n  name = "x"\n\nmodule "eks" {\n  source = "./eks"\n}\n',
      [
        ['aws_sqs_queue', 'nth', 'name'],
        ['eks', 'source'],
      ],
    ],
    [
      'blocks around nonsense',
      'module "a" { source = "./a" }\n???\nmodule "b" { source = "./b" }\n',
      [
        ['a', 'source'],
        ['b', 'source'],
      ],
    ],
  ])('%s', (_, text, expected) => {
    const { module, findings } = parser.parse('main.tf', text);
    expect(findings).toHaveLength(1);
    expect(names(module)).toEqual(expected);
  });

  it('nested blocks beside a broken one', () => {
    const text =
      'resource "helm_release" "nth" {\n  set {\n    name = \n  }\n  set {\n    name = "b"\n  }\n}\n';
    const { module } = parser.parse('main.tf', text);
    expect(module.blocks[0]?.body.blocks.map(({ body }) => body.attributes[0]?.value.kind)).toEqual(
      ['variable', 'literal'],
    );
  });
});
