/**
 * Blocks as HCL for people to read and paste, laid out as `terraform fmt` does:
 * long lists and objects over several lines, `=` in one column where lines follow
 * each other (hashicorp/hcl@v2.23.0 hclwrite/format.go).
 */
import { isBareName, quote } from '../../value/quote.js';
import type { Expression } from '../syntax/expression.js';
import type { SourceBlock, SourceBody } from '../syntax/module.js';
import { printExpression } from '../syntax/print.js';

/** Blocks one after the other, an empty line between them. */
export const writeBlocks = (blocks: readonly SourceBlock[]): string =>
  blocks.map((block) => `${blockLines(block, '').join('\n')}\n`).join('\n');

const STEP = '  ';
/** A list or object that makes its line longer than this is laid out over several. */
const WIDTH = 100;

function blockLines({ type, labels, body }: SourceBlock, indent: string): readonly string[] {
  const head = [type, ...labels.map(quote)].join(' ');
  const inner = bodyLines(body, indent + STEP);
  return inner.length === 0
    ? [`${indent}${head} {}`]
    : [`${indent}${head} {`, ...inner, `${indent}}`];
}

function bodyLines({ attributes, blocks }: SourceBody, indent: string): readonly string[] {
  const entries = attributes.map(({ name, value }): Entry => ({ name, value }));
  const lines = [...entryLines(entries, indent)];
  for (const block of blocks) {
    if (lines.length > 0) lines.push('');
    lines.push(...blockLines(block, indent));
  }
  return lines;
}

interface Entry {
  readonly name: string;
  readonly value: Expression;
}

/** Entries that stand on one line each have their `=` in one column until one takes several lines. */
function entryLines(entries: readonly Entry[], indent: string): readonly string[] {
  const lines: string[] = [];
  let run: (readonly [string, string])[] = [];
  const close = (): void => {
    const width = Math.max(0, ...run.map(([name]) => [...name].length));
    for (const [name, text] of run) lines.push(`${indent}${name.padEnd(width)} = ${text}`);
    run = [];
  };
  for (const { name, value } of entries) {
    const [first = '', ...rest] = expressionLines(value, indent, name.length + 3);
    if (rest.length === 0) run.push([name, first]);
    else {
      close();
      lines.push(`${indent}${name} = ${first}`, ...rest);
    }
  }
  close();
  return lines;
}

/** The first line without its indent, the others with it. */
function expressionLines(e: Expression, indent: string, before: number): readonly string[] {
  const line = printExpression(e);
  if (indent.length + before + line.length <= WIDTH) return [line];
  const inner = indent + STEP;
  if (e.kind === 'object' && e.entries.length > 0)
    return [
      '{',
      ...entryLines(
        e.entries.map(({ key, value }) => ({ name: keyText(key), value })),
        inner,
      ),
      `${indent}}`,
    ];
  if (e.kind === 'tuple' && e.items.length > 0)
    return [
      '[',
      ...e.items.flatMap((item) => {
        const [first = '', ...rest] = expressionLines(item, inner, 1);
        return rest.length === 0
          ? [`${inner}${first},`]
          : [`${inner}${first}`, ...rest.slice(0, -1), `${rest.at(-1)},`];
      }),
      `${indent}]`,
    ];
  return [line];
}

const keyText = (key: Expression): string =>
  key.kind === 'literal' && typeof key.value === 'string' && isBareName(key.value)
    ? key.value
    : key.kind === 'literal'
      ? quote(String(key.value))
      : `(${printExpression(key)})`;
