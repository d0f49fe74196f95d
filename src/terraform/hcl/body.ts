/** The grammar's bodies, attributes and blocks as ours, with the checks that the grammar leaves out. */
import { cover } from '../../source/span.js';
import type { SourceAttribute, SourceBlock, SourceBody } from '../syntax/module.js';
import { type Cst, childOf } from './cst.js';
import { readExpression } from './expression.js';
import { readQuoted } from './literal.js';
import { type HclSource, placeOf, textOf, unreadable } from './source.js';

/** Blocks nested deeper than this are not read. */
const MAX_DEPTH = 100;

export const emptyBody: SourceBody = { attributes: [], blocks: [] };

/** Reads a `body` node; absent where the braces are empty. */
export function readBody(node: Cst | undefined, source: HclSource, depth = 0): SourceBody {
  if (node === undefined) return emptyBody;
  const attributes: SourceAttribute[] = [];
  const blocks: SourceBlock[] = [];
  let previous: Cst | undefined;
  for (const child of node.children) {
    checkNewLine(previous, child, source);
    previous = child;
    if (child.type === 'attribute') attributes.push(readAttribute(child, source));
    else if (child.type === 'block') blocks.push(readBlock(child, source, depth));
  }
  return { attributes: withoutDuplicates(attributes, source), blocks };
}

/** HCL ends an attribute or block with its line; the grammar does not mind. */
function checkNewLine(previous: Cst | undefined, next: Cst, source: HclSource): void {
  if (previous === undefined || source.text.slice(previous.end, next.start).includes('\n')) return;
  const name = placeOf(source, next.children[0] ?? next);
  source.findings.push(unreadable(name, 'a new line is expected before this'));
}

/** Several bodies as one. */
export const mergeBodies = (bodies: readonly SourceBody[], source: HclSource): SourceBody => ({
  attributes: withoutDuplicates(
    bodies.flatMap(({ attributes }) => attributes),
    source,
  ),
  blocks: bodies.flatMap(({ blocks }) => blocks),
});

function readAttribute(node: Cst, source: HclSource): SourceAttribute {
  const name = childOf(node, 'identifier') ?? node;
  const value = childOf(node, 'expression') ?? node;
  return {
    name: textOf(source, name),
    key: placeOf(source, name),
    value: readExpression(value, source),
  };
}

function withoutDuplicates(
  attributes: readonly SourceAttribute[],
  source: HclSource,
): readonly SourceAttribute[] {
  const first = new Map<string, SourceAttribute>();
  for (const attribute of attributes) {
    const before = first.get(attribute.name);
    if (before === undefined) first.set(attribute.name, attribute);
    else
      source.findings.push({
        ...unreadable(
          attribute.key,
          `"${attribute.name}" is set twice in one block`,
          'keep one of the two',
        ),
        related: [{ at: before.key, message: 'it is set here first' }],
      });
  }
  return [...first.values()];
}

function readBlock(node: Cst, source: HclSource, depth: number): SourceBlock {
  const header = node.children.filter(({ type }) => type === 'identifier' || type === 'string_lit');
  const [type, ...labels] = header;
  const start = placeOf(source, type ?? node);
  const at = cover(start, placeOf(source, header.at(-1) ?? node));
  if (depth >= MAX_DEPTH)
    source.findings.push(unreadable(at, 'this block is nested too deeply to be read'));
  return {
    type: type === undefined ? '' : textOf(source, type),
    labels: labels.map((label) => labelText(label, source)),
    body: depth >= MAX_DEPTH ? emptyBody : readBody(childOf(node, 'body'), source, depth + 1),
    at,
  };
}

/** The text of a label, quoted or bare. */
export function labelText(label: Cst, source: HclSource): string {
  if (label.type !== 'string_lit') return textOf(source, label);
  const text = readQuoted(label, source);
  return text.kind === 'literal' ? String(text.value) : '';
}
