/** HashiCorp's own parser gives the same literal values on every file that both accept. */
import { parse as oracle } from '@cdktf/hcl2json';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import type { Expression } from '../../../src/terraform/syntax/expression.js';
import type { SourceBlock, SourceBody } from '../../../src/terraform/syntax/module.js';
import { fixture, fixtureNames, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

/** What the oracle prints of an expression that is no literal is its text: only that it is one can be compared. */
const EXPRESSION = Symbol('expression');

/** A literal in which the oracle leaves escapes of interpolations is not compared either. */
function literals(e: Expression): unknown {
  if (e.kind === 'literal')
    return typeof e.value === 'string' && /[$%]\{/.test(e.value) ? EXPRESSION : e.value;
  if (e.kind === 'tuple') return e.items.map(literals);
  if (e.kind !== 'object') return EXPRESSION;
  const entries = e.entries.flatMap(({ key, value }) =>
    key.kind === 'literal' ? [[String(key.value), literals(value)] as const] : [],
  );
  return Object.fromEntries(entries);
}

interface Oracle {
  [name: string]: unknown;
}

function compare(ours: unknown, theirs: unknown, where: string): void {
  if (ours === EXPRESSION) expect(typeof theirs, where).toBe('string');
  else if (Array.isArray(ours)) {
    expect(theirs, where).toHaveLength(ours.length);
    for (const [i, item] of ours.entries())
      compare(item, (theirs as unknown[])[i], `${where}[${i}]`);
  } else if (ours !== null && typeof ours === 'object') {
    for (const [key, item] of Object.entries(ours))
      compare(item, (theirs as Oracle)[key], `${where}.${key}`);
  } else expect(theirs, where).toBe(ours);
}

function compareBody(body: SourceBody, theirs: Oracle, where: string): void {
  for (const { name, value } of body.attributes) {
    expect(theirs, where).toHaveProperty([name]);
    compare(literals(value), theirs[name], `${where}.${name}`);
  }
  const byHeader = new Map<string, SourceBlock[]>();
  for (const block of body.blocks) {
    const header = JSON.stringify([block.type, ...block.labels]);
    byHeader.set(header, [...(byHeader.get(header) ?? []), block]);
  }
  for (const [header, blocks] of byHeader) {
    const path = JSON.parse(header) as string[];
    const found = path.reduce<unknown>((at, step) => (at as Oracle)[step], theirs) as Oracle[];
    expect(found, `${where} ${header}`).toHaveLength(blocks.length);
    for (const [i, block] of blocks.entries())
      compareBody(block.body, found[i] ?? {}, `${where} ${header}`);
  }
}

describe('the same values as the oracle', () => {
  it.each(fixtureNames().filter((name) => name.endsWith('.tf')))('%s', async (name) => {
    const text = fixture(name);
    const { body, findings } = parser.parseBody(name, text);
    expect(findings).toEqual([]);
    compareBody(body, await oracle(name, text), name);
  });

  it('also with the line ends of Windows and a byte order mark', async () => {
    const text = `\uFEFF${fixture('expressions.tf').replaceAll('\n', '\r\n')}`;
    const { body, findings } = parser.parseBody('expressions.tf', text);
    expect(findings).toEqual([]);
    compareBody(body, await oracle('expressions.tf', text.slice(1)), 'expressions.tf');
  });
});
