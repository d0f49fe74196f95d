/**
 * HCL text to modules by tree-sitter's grammar. The engine and the grammar are
 * wasm that the caller hands in; the parser made of them is the only state.
 */
import { Language, Parser } from 'web-tree-sitter';
import type { Finding, Outcome } from '../../diagnostics/finding.js';
import type { Span } from '../../source/span.js';
import * as build from '../syntax/build.js';
import type { Expression } from '../syntax/expression.js';
import type { ModuleSource, SourceBody } from '../syntax/module.js';
import { emptyBody, readBody } from './body.js';
import { type Cst, childOf, readTree } from './cst.js';
import { diagnose, printable } from './diagnose.js';
import { readExpression } from './expression.js';
import { mend, withoutSigilRuns } from './mend.js';
import { type ParseTree, recoverBody } from './recover.js';
import { skim } from './skim.js';
import { embeddedSource, fileSource, type HclSource, unreadable } from './source.js';
import { assemble } from './template.js';
import { templateTokens } from './template-tokens.js';

export interface HclWasm {
  /** web-tree-sitter.wasm */
  readonly engine: Uint8Array;
  /** tree-sitter-hcl.wasm */
  readonly grammar: Uint8Array;
}

export interface HclParser {
  /** A `.tf` or `.tofu` file. What cannot be read is a finding, and the rest is read all the same. */
  parse(
    file: string,
    text: string,
  ): { readonly module: ModuleSource; readonly findings: readonly Finding[] };
  /** A file of attributes, such as `.tfvars`. */
  parseBody(
    file: string,
    text: string,
  ): { readonly body: SourceBody; readonly findings: readonly Finding[] };
  /** One expression that stands at `at`. */
  parseExpression(text: string, at: Span): Outcome<Expression>;
  /** The text of a template as it stands in a template file or in JSON; undefined where it cannot be read. */
  parseTemplate(text: string, at: Span): Expression | undefined;
}

/** Longer texts are refused: nobody writes them by hand. */
const MAX_LENGTH = 8_000_000;

/** Loads the grammar; everything after that is synchronous. */
export async function createHclParser(wasm: HclWasm): Promise<HclParser> {
  await Parser.init({ wasmBinary: wasm.engine.slice().buffer });
  const language = await Language.load(wasm.grammar);
  const parser = new Parser();
  parser.setLanguage(language);

  const parseTree = (text: string): Cst | undefined => {
    const tree = parser.parse(withoutSigilRuns(text));
    if (tree === null) return undefined;
    const root = tree.rootNode.hasError ? undefined : readTree(tree);
    tree.delete();
    return root;
  };

  const parseBody = (file: string, text: string) => {
    const findings: Finding[] = [];
    const base = text.startsWith('\uFEFF') ? 1 : 0;
    const source = fileSource(file, text.slice(base), base, findings);
    return { body: readFile(source, parseTree), findings };
  };

  return {
    parseBody,
    parse(file, text) {
      const { body, findings } = parseBody(file, text);
      const stray = findings.length === 0 ? strayAttributes(body) : [];
      return { module: { blocks: body.blocks }, findings: [...findings, ...stray] };
    },
    parseExpression: (text, at) => readWrapped(text, at, parseTree),
    parseTemplate: (text, at) => readTemplateText(text, at, parseTree),
  };
}

function readFile(source: HclSource, parse: ParseTree): SourceBody {
  const { text } = source;
  if (text.length > MAX_LENGTH) {
    source.findings.push(unreadable(source.place(0, 1), 'this file is too large to be read'));
    return emptyBody;
  }
  const tree = parse(text);
  const object = tree && childOf(tree, 'object');
  if (object !== undefined) {
    const at = source.place(object.start, object.start + 1);
    source.findings.push(
      unreadable(
        at,
        'a block or an attribute is expected, not an object',
        'JSON belongs into a file whose name ends in ".json"',
      ),
    );
    return emptyBody;
  }
  if (tree !== undefined) {
    checkSpaces(source);
    return readBody(childOf(tree, 'body'), source);
  }
  return recoverBody(source, { start: 0, end: text.length }, parse);
}

/** The grammar takes every kind of space; HCL takes only those that keyboards make. */
function checkSpaces(source: HclSource): void {
  const { text } = source;
  if (!/[^\S \t\r\n]/.test(text)) return;
  for (const { kind, start, end } of skim(text, 0, text.length)) {
    if (kind !== 'stray') continue;
    const shown = printable(text.slice(start, end));
    source.findings.push(unreadable(source.place(start, end), `"${shown}" is no space in HCL`));
  }
}

/** Attributes at the top level of a module: Terraform refuses them. */
const strayAttributes = ({ attributes }: SourceBody): readonly Finding[] =>
  attributes.map(({ name, key }) =>
    unreadable(key, `"${name}" is set outside of any block`, 'a module consists of blocks'),
  );

/** An expression is read as the value of an attribute, in parentheses so that it may span lines. */
function readWrapped(text: string, at: Span, parse: ParseTree): Outcome<Expression> {
  const before = 'x=(';
  const whole = `${before}${text}\n)`;
  const findings: Finding[] = [];
  const source = embeddedSource(whole, at, before.length, text.length, findings);
  const node = onlyExpression(
    text.length > MAX_LENGTH ? undefined : (parse(whole) ?? parse(mend(whole))),
  );
  const inner = node && childOf(node, 'expression');
  // Text that closes our parenthesis itself makes more than the one expression in it.
  if (inner === undefined || node?.children.length !== 3) {
    const { start, end, message, help } = diagnose(
      text,
      (part) => parse(`${before}${part}\n)`) !== undefined,
    );
    const place = source.place(before.length + start, before.length + end);
    return { findings: [unreadable(place, message, help)] };
  }
  const value = readExpression(inner, source);
  return { value, findings };
}

/** The text of a template is read as a heredoc, whose content needs no escapes. */
function readTemplateText(text: string, at: Span, parse: ParseTree): Expression | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const word = unusedWord(text);
  const before = `x=<<${word}\n`;
  const whole = `${before}${text}\n${word}\n`;
  const tree = onlyExpression(parse(whole) ?? parse(mend(whole)));
  const template = tree?.children[0]?.children[0];
  if (tree?.children.length !== 1 || template?.type !== 'heredoc_template') return undefined;
  const findings: Finding[] = [];
  const source = embeddedSource(whole, at, before.length, text.length, findings);
  const content = [before.length, before.length + text.length] as const;
  const tokens = templateTokens(template, content, 'lines', source, (node) =>
    node === undefined ? build.literal('', at) : readExpression(node, source),
  );
  return findings.length === 0 ? assemble(tokens, at, source) : undefined;
}

/** The expression of the one attribute that a text is. */
function onlyExpression(tree: Cst | undefined): Cst | undefined {
  const items = tree && childOf(tree, 'body')?.children;
  const [attribute] = items ?? [];
  return items?.length === 1 && attribute?.type === 'attribute'
    ? childOf(attribute, 'expression')
    : undefined;
}

/** A word that ends no line of the text. */
function unusedWord(text: string): string {
  let word = 'END';
  while (text.includes(word)) word += '_';
  return word;
}
