/** The schema at a place of a policy that may not be finished: of kinds of pool that nothing tells apart, all. */
import { resolveNode, type SchemaNode, schemasAt } from '../../policy/schema.js';
import { known, type Value } from '../../value/value.js';
import { readYaml } from '../../value/yaml.js';

/** The policy as far as it can be read. */
export function policyValue(file: string, text: string): Value {
  const [document] = readYaml(file, text).documents;
  return document?.value ?? known(new Map(), { at: { file, start: 0, end: 0 } });
}

export interface PlaceSchema {
  readonly description?: string;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** Words that a value here may be. */
  readonly words: readonly string[];
}

export function placeSchema(policy: Value, path: readonly string[]): PlaceSchema {
  const nodes = schemasAt(policy, path);
  const description = nodes.find((node) => node.description !== undefined)?.description;
  const properties = nodes.flatMap((node) => Object.entries(node.properties ?? {}));
  return {
    ...(description === undefined ? {} : { description }),
    properties: new Map(properties.map(([key, property]) => [key, resolveNode(property)])),
    words: [...new Set(nodes.flatMap(wordsOf))],
  };
}

function wordsOf(node: SchemaNode): readonly string[] {
  if (node.const !== undefined) return [String(node.const)];
  if (node.enum !== undefined) return node.enum.map(String);
  return node.type === 'boolean' ? ['true', 'false'] : [];
}
