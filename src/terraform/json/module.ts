/**
 * `.tf.json` to modules. JSON does not tell blocks from attributes, so a schema
 * of Terraform's own blocks does; in resources, blocks stay attributes.
 */
import type { Finding } from '../../diagnostics/finding.js';
import { cover, type Span } from '../../source/span.js';
import type { ModuleSource, SourceAttribute, SourceBlock, SourceBody } from '../syntax/module.js';
import type { TemplateReader } from '../syntax/reader.js';
import { type JsonExpressions, jsonExpressions } from './expression.js';
import { BLOCKS, type BlockSchema } from './schema.js';
import { type JsonEntry, type JsonNode, readJson } from './text.js';

export interface JsonModule {
  readonly module: ModuleSource;
  readonly findings: readonly Finding[];
}

/** Reads a `.tf.json` file. Texts that are more than a reference need `read`; without it they are findings. */
export function readJsonModule(file: string, text: string, read?: TemplateReader): JsonModule {
  const { value, findings: problems } = readJson(file, text);
  const findings = [...problems];
  if (value === undefined) return { module: { blocks: [] }, findings };
  const reader: Reader = {
    expressions: jsonExpressions(read, (at) =>
      findings.push(unreadable(at, 'this template cannot be read')),
    ),
    findings,
  };
  const blocks = objectsIn(value, reader).flatMap((entries) =>
    entries.flatMap((entry) => topLevelBlocks(entry, reader)),
  );
  return { module: { blocks }, findings };
}

interface Reader {
  readonly expressions: JsonExpressions;
  readonly findings: Finding[];
}

function topLevelBlocks(entry: JsonEntry, reader: Reader): readonly SourceBlock[] {
  const schema = BLOCKS[entry.name];
  if (entry.name === '//') return [];
  if (schema !== undefined) return blocksOf(entry, schema, reader);
  reader.findings.push(
    unreadable(entry.key, `"${entry.name}" is no kind of block that Terraform has`),
  );
  return [];
}

/** The blocks under a type: one object per label, then one object, or a list of them. */
const blocksOf = (
  { name, key, value }: JsonEntry,
  schema: BlockSchema,
  reader: Reader,
): readonly SourceBlock[] => labelled({ type: name, labels: [], at: key }, value, schema, reader);

interface Header {
  readonly type: string;
  readonly labels: readonly string[];
  readonly at: Span;
}

function labelled(
  header: Header,
  node: JsonNode,
  schema: BlockSchema,
  reader: Reader,
): readonly SourceBlock[] {
  const objects = objectsIn(node, reader);
  if (header.labels.length >= schema.labels)
    return objects.map((entries) => ({ ...header, body: bodyOf(entries, schema, reader) }));
  return objects.flatMap((entries) =>
    entries.flatMap(({ name, key, value }) => {
      if (name === '//') return [];
      const at = header.labels.length === 0 ? key : cover(header.at, key);
      return labelled({ ...header, labels: [...header.labels, name], at }, value, schema, reader);
    }),
  );
}

/** An object, or the objects of a list; null is a block that is not there. */
function objectsIn(node: JsonNode, reader: Reader): readonly (readonly JsonEntry[])[] {
  if (node.kind === 'object') return [node.entries];
  if (node.kind === 'array') return node.items.flatMap((item) => objectsIn(item, reader));
  if (node.value !== null)
    reader.findings.push(unreadable(node.at, 'an object is expected here, or a list of objects'));
  return [];
}

function bodyOf(entries: readonly JsonEntry[], schema: BlockSchema, reader: Reader): SourceBody {
  const attributes: SourceAttribute[] = [];
  const blocks: SourceBlock[] = [];
  for (const entry of entries) {
    const inner = schema.blocks?.[entry.name];
    if (entry.name === '//') continue;
    if (inner !== undefined) for (const block of blocksOf(entry, inner, reader)) blocks.push(block);
    else attributes.push(attributeOf(entry, schema, reader));
  }
  return { attributes, blocks };
}

function attributeOf(
  { name, key, value }: JsonEntry,
  schema: BlockSchema,
  { expressions }: Reader,
): SourceAttribute {
  const kind =
    schema.attributes === 'literal' ? 'literal' : (schema.attributes?.[name] ?? 'expression');
  return { name, key, value: expressions[kind](value) };
}

const unreadable = (at: Span, message: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message,
  at,
});
