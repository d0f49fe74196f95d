/** Values given to variables: `.tfvars` and `.tfvars.json`. Both hold literal values only. */
import type { Finding } from '../diagnostics/finding.js';
import { originAt } from '../source/span.js';
import { known, type Value } from '../value/value.js';
import { evaluateConstant } from './evaluate/constant.js';
import type { HclParser } from './hcl/parser.js';
import { type JsonNode, readJson } from './json/text.js';

export interface Tfvars {
  readonly variables: ReadonlyMap<string, Value>;
  readonly findings: readonly Finding[];
}

/** Reads a `.tfvars` file. */
export function readTfvars(parser: HclParser, file: string, text: string): Tfvars {
  const { body, findings } = parser.parseBody(file, text);
  const blocks = body.blocks.map(({ type, at }) =>
    wrong(at, `a block "${type}" gives no variable a value`),
  );
  const variables = body.attributes.map(
    ({ name, key, value }) => [name, withKey(evaluateConstant(value), key)] as const,
  );
  return { variables: new Map(variables), findings: [...findings, ...blocks] };
}

/** Reads a `.tfvars.json` file. Texts are texts: nothing in them is interpolated. */
export function readTfvarsJson(file: string, text: string): Tfvars {
  const { value, findings } = readJson(file, text);
  if (value === undefined) return { variables: new Map(), findings };
  if (value.kind !== 'object')
    return {
      variables: new Map(),
      findings: [...findings, wrong(value.at, 'an object of variables is expected')],
    };
  const variables = value.entries
    .filter(({ name }) => name !== '//')
    .map(({ name, key, value: node }) => [name, withKey(jsonValue(node), key)] as const);
  return { variables: new Map(variables), findings };
}

/** A JSON tree as a value. */
export function jsonValue(node: JsonNode): Value {
  const from = originAt(node.at);
  switch (node.kind) {
    case 'scalar':
      return known(node.value, from);
    case 'array':
      return known(node.items.map(jsonValue), from);
    case 'object':
      return known(
        new Map(
          node.entries.map(
            ({ name, key, value }) => [name, withKey(jsonValue(value), key)] as const,
          ),
        ),
        from,
      );
  }
}

const withKey = (value: Value, key: Finding['at']): Value =>
  'unknown' in value ? value : { ...value, key };

const wrong = (at: Finding['at'], message: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message,
  at,
});
