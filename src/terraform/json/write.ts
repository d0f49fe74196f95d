/**
 * Blocks as Terraform's JSON syntax. Terraform reads some texts of its own
 * blocks as they stand and some names without `${`; here it is known which.
 */
import { type Json, toJson } from '../syntax/json.js';
import type { ModuleSource, SourceAttribute, SourceBlock, SourceBody } from '../syntax/module.js';

export type JsonBody = Readonly<Record<string, Json>>;

/** A module as one text: blocks by type and labels, in the order in which they are given. */
export function writeModule({ blocks }: ModuleSource): string {
  const tree: Tree = new Map();
  for (const block of blocks) {
    const path = [block.type, ...block.labels];
    put(tree, path, bodyJson(block.body, block.type), LISTED.has(block.type));
  }
  return `${JSON.stringify(plain(tree), null, 2)}\n`;
}

/** The JSON of a body, nested blocks among its attributes. */
export function bodyJson(body: SourceBody, type: string): JsonBody {
  const written = new Map<string, Json>();
  for (const attribute of body.attributes)
    written.set(attribute.name, attributeJson(attribute, type));
  for (const nested of body.blocks) addNested(written, nested);
  return Object.fromEntries(written);
}

/** Blocks that may occur more than once under the same labels. */
const LISTED = new Set(['provider', 'moved', 'import', 'removed']);
/** Nested blocks that occur once, so that they may stand without a list. */
const SINGLE = new Set(['required_providers', 'backend', 'lifecycle']);

type Tree = Map<string, Tree | Json>;

function put(
  tree: Tree,
  [key = '', ...rest]: readonly string[],
  body: Json,
  listed: boolean,
): void {
  if (rest.length > 0) {
    const inner = tree.get(key);
    const next: Tree = inner instanceof Map ? inner : new Map();
    tree.set(key, next);
    put(next, rest, body, listed);
    return;
  }
  const before = tree.get(key);
  if (listed) tree.set(key, [...(Array.isArray(before) ? before : []), body]);
  else
    tree.set(key, before === undefined ? body : { ...(before as JsonBody), ...(body as JsonBody) });
}

const plain = (node: Tree | Json): Json =>
  node instanceof Map
    ? Object.fromEntries([...node].map(([key, inner]) => [key, plain(inner)]))
    : node;

/** Arguments whose texts are no templates to Terraform, by the type of the block. */
const LITERAL: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  variable: new Set(['default', 'description', 'type']),
  output: new Set(['description']),
  module: new Set(['source', 'version']),
  terraform: 'all',
  required_providers: 'all',
  backend: 'all',
};

/** Arguments that hold addresses, which stand bare. */
const ADDRESSES = new Set(['depends_on', 'ignore_changes', 'replace_triggered_by', 'provider']);

function attributeJson({ name, value }: SourceAttribute, type: string): Json {
  const literal = LITERAL[type];
  if (value.kind === 'literal' && (literal === 'all' || literal?.has(name) === true))
    return value.value;
  if (type === 'moved' || ADDRESSES.has(name)) return bare(toJson(value));
  return toJson(value);
}

/** An address itself in place of its template. */
function bare(json: Json): Json {
  if (typeof json === 'string') return json.replace(/^\$\{(.*)\}$/s, '$1');
  return Array.isArray(json) ? json.map(bare) : json;
}

/** Labelled blocks nest by their labels, others gather in a list. */
function addNested(written: Map<string, Json>, { type, labels, body }: SourceBlock): void {
  const value = labels.reduceRight<Json>(
    (inner, label) => ({ [label]: inner }),
    bodyJson(body, type),
  );
  const before = written.get(type);
  written.set(type, SINGLE.has(type) ? value : [...(Array.isArray(before) ? before : []), value]);
}
