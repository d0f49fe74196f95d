/** What the tests of the Terraform reader share: the parser, made once per file, and values as plain data. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Block } from '../../src/configuration/configuration.js';
import {
  type Evaluation,
  type EvaluationInput,
  evaluateModule,
} from '../../src/terraform/evaluate/evaluate.js';
import { createHclParser, type HclParser } from '../../src/terraform/hcl/parser.js';
import { plain } from '../../src/value/read.js';
import type { Unknown, Value } from '../../src/value/value.js';

const require = createRequire(import.meta.url);
const wasm = (name: string): Uint8Array => readFileSync(require.resolve(name));

export const loadParser = (): Promise<HclParser> =>
  createHclParser({
    engine: wasm('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: wasm('@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm'),
  });

const FIXTURES = new URL('../fixtures/hcl/', import.meta.url);

export const fixtureNames = (): readonly string[] => readdirSync(FIXTURES).sort();
export const fixture = (name: string): string => readFileSync(new URL(name, FIXTURES), 'utf8');

/** Evaluates HCL text as a root module. */
export function evaluateText(
  parser: HclParser,
  text: string,
  input: Omit<EvaluationInput, 'root'> = {},
): Evaluation {
  const { module, findings } = parser.parse('main.tf', text);
  if (findings.length > 0)
    throw new Error(`the test's text does not parse: ${findings[0]?.message}`);
  return evaluateModule({ root: module, readTemplate: parser.parseTemplate, ...input });
}

/** Plain data; unknown parts become what `show` makes of them, their terms in angle brackets by default. */
export const data = (
  value: Value | undefined,
  show: (part: Unknown) => unknown = ({ term }) => `<${term}>`,
): unknown => value && plain(value, show);

export const blockAt = (blocks: readonly Block[], address: string): Block => {
  const found = blocks.find((block) => block.address === address);
  if (found === undefined) throw new Error(`no block ${address}`);
  return found;
};
