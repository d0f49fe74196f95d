/** Reads a body that the grammar cannot read as a whole, item by item: only what is broken is lost. */
import type { Finding } from '../../diagnostics/finding.js';
import { unescapeQuoted } from '../../value/quote.js';
import type { SourceBody } from '../syntax/module.js';
import { emptyBody, mergeBodies, readBody } from './body.js';
import { type Cst, childOf } from './cst.js';
import { diagnose } from './diagnose.js';
import { unreadableExpression } from './expression.js';
import { mend } from './mend.js';
import { type HclSource, unreadable } from './source.js';
import { attributeName, type BlockParts, blockParts, type Item, splitItems } from './split.js';

/** The tree of a text, or undefined where the grammar finds a fault in it. */
export type ParseTree = (text: string) => Cst | undefined;

/** Beyond these, a file is not told more about. */
const MAX_FINDINGS = 50;
const MAX_DEPTH = 20;

/** What can be read of `[start, end)` of the file's text. */
export function recoverBody(
  source: HclSource,
  range: Item,
  parse: ParseTree,
  depth = 0,
): SourceBody {
  const items = splitItems(source.text, range.start, range.end, depth === 0);
  return mergeBodies(
    items.map((item) => recoverItem(source, item, parse, depth)),
    source,
  );
}

function recoverItem(source: HclSource, item: Item, parse: ParseTree, depth: number): SourceBody {
  const text = source.text.slice(item.start, item.end);
  const tree = parse(text) ?? parse(mend(text));
  if (tree !== undefined) return readBody(childOf(tree, 'body'), itemSource(source, item, text));
  const block = blockParts(source.text, item);
  if (block !== undefined && depth < MAX_DEPTH)
    return recoverBlock(source, item, block, parse, depth);
  report(source, item, parse);
  const name = attributeName(source.text, item);
  return name === undefined ? emptyBody : brokenAttribute(source, name, item);
}

/** The text of one item, at its place in the file. */
const itemSource = (source: HclSource, item: Item, text: string): HclSource => ({
  text,
  place: (start, end) => source.place(item.start + start, item.start + end),
  findings: source.findings,
});

function recoverBlock(
  source: HclSource,
  item: Item,
  parts: BlockParts,
  parse: ParseTree,
  depth: number,
): SourceBody {
  const { type, labels, inner, closed } = parts;
  const before = source.findings.length;
  const body = recoverBody(source, inner, parse, depth + 1);
  const silent = source.findings.length === before;
  if (!closed && silent) {
    const brace = source.place(inner.start - 1, inner.start);
    push(
      source,
      unreadable(brace, '"{" is never closed', 'add "}" after the last line of this block'),
    );
  } else if (silent) report(source, item, parse);
  const at = source.place(type.start, labels.at(-1)?.end ?? type.end);
  const names = labels.map((label) => labelText(source.text.slice(label.start, label.end)));
  const name = source.text.slice(type.start, type.end);
  return { attributes: [], blocks: [{ type: name, labels: names, body, at }] };
}

const labelText = (text: string): string =>
  text.startsWith('"') ? (unescapeQuoted(text.slice(1, -1)) ?? text.slice(1, -1)) : text;

/** The attribute is there, whatever it holds. */
function brokenAttribute(source: HclSource, name: Item, item: Item): SourceBody {
  const attribute = {
    name: source.text.slice(name.start, name.end),
    key: source.place(name.start, name.end),
    value: unreadableExpression(source.place(name.end, item.end)),
  };
  return { attributes: [attribute], blocks: [] };
}

function report(source: HclSource, item: Item, parse: ParseTree): void {
  if (source.findings.length >= MAX_FINDINGS) return;
  const text = source.text.slice(item.start, item.end);
  const { start, end, message, help } = diagnose(text, (part) => isOneItem(parse(part)));
  push(source, unreadable(source.place(item.start + start, item.start + end), message, help));
}

/** Two attributes on one line are no way to go on. */
const isOneItem = (tree: Cst | undefined): boolean =>
  tree !== undefined && childOf(tree, 'body')?.children.length === 1;

function push(source: HclSource, finding: Finding): void {
  if (source.findings.length < MAX_FINDINGS) source.findings.push(finding);
}
