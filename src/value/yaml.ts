/**
 * YAML text to values that keep their places. Aliases and merge keys are
 * resolved within bounds; problems of the text come back as findings.
 */
import {
  type Alias,
  type Document,
  isAlias,
  isScalar,
  isSeq,
  isMap as isYamlMap,
  Lexer,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from 'yaml';
import type { Finding } from '../diagnostics/finding.js';
import { type Origin, originAt, type Span, span } from '../source/span.js';
import { type Known, known, unknown, type Value } from './value.js';

export interface YamlDocument {
  readonly value: Value;
  readonly at: Span;
}

export interface YamlResult {
  readonly documents: readonly YamlDocument[];
  readonly findings: readonly Finding[];
}

/** Bounds against alias bombs and texts nested so deep that a recursive reader would overflow. */
const MAX_NODES = 500_000;
const MAX_DEPTH = 200;
/** Deeper flow or block nesting than this is refused before the YAML library, which recurses, sees it. */
const MAX_BRACKETS = 400;

/** Reads every document of a YAML (or JSON) text. Empty documents are left out. */
export function readYaml(file: string, source: string): YamlResult {
  const deep = tooDeep(source);
  if (deep !== undefined)
    return {
      documents: [],
      findings: [
        unreadable(span(file, deep, deep + 1), 'the text is nested too deeply to be read'),
      ],
    };
  const parsed = parseAllDocuments(source, {
    uniqueKeys: true,
    merge: true,
    version: '1.2',
    logLevel: 'silent',
    prettyErrors: false,
    strict: true,
  });
  const findings: Finding[] = [];
  const documents: YamlDocument[] = [];
  for (const document of Array.isArray(parsed) ? parsed : []) {
    // One mistake often breaks several rules of the grammar at one place: the first says it best.
    const errors = new Map(document.errors.toReversed().map((error) => [error.pos[0], error]));
    const problems = [...errors.values()].reverse().map((one) => yamlProblem(file, source, one));
    findings.push(...firstOf(problems));
    if (document.contents === null) continue;
    const reader = new YamlReader({ file, text: source }, document, findings);
    const value = reader.value(document.contents as Node, 0);
    const [start, end] = (document.contents as Node).range ?? [0, 0, 0];
    if (!isEmptyScalar(document.contents as Node))
      documents.push({ value, at: span(file, start, end) });
  }
  return { documents, findings };
}

/** What comes after the first few mostly follows from them, and hides them. */
const MOST_PROBLEMS = 5;

function firstOf(problems: readonly Finding[]): readonly Finding[] {
  const more = problems.length - MOST_PROBLEMS;
  const shown = problems.slice(0, MOST_PROBLEMS);
  const last = shown.pop();
  if (last === undefined || more <= 0) return problems;
  return [...shown, { ...last, help: `mend these first: ${more} more follow in this text` }];
}

const isEmptyScalar = (node: Node): boolean =>
  isScalar(node) && node.value === null && (node.source === '' || node.source === undefined);

/** The offset at which flow brackets or indentation nest deeper than is safe to recurse into. */
export function tooDeep(source: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 91 || c === 123) depth++;
    else if ((c === 93 || c === 125) && depth > 0) depth--;
    if (depth > MAX_BRACKETS) {
      if (nestsTooDeep(source)) return i;
      break;
    }
  }
  const line = /^((?:[ ]|- ){1600})/m.exec(source);
  return line?.index;
}

/** Counts the brackets that are syntax, not those in texts; the lexer does not recurse. */
function nestsTooDeep(source: string): boolean {
  let depth = 0;
  let before = '';
  for (const token of new Lexer().lex(source)) {
    const isText = before === SCALAR;
    if (!isText && (token === '[' || token === '{')) depth++;
    else if (!isText && (token === ']' || token === '}') && depth > 0) depth--;
    if (depth > MAX_BRACKETS) return true;
    before = token;
  }
  return false;
}

/** What the lexer puts before the text of a scalar (eemeli/yaml@v2.9.1 src/parse/cst.ts). */
const SCALAR = '\u001f';

function yamlProblem(
  file: string,
  source: string,
  error: { code: string; message: string; pos: [number, number] },
): Finding {
  const [start, end] = error.pos;
  const at = span(
    file,
    Math.min(start, source.length),
    Math.min(Math.max(end, start), source.length),
  );
  const message = error.message.split('\n')[0] ?? error.code;
  return unreadable(at, `the YAML cannot be read: ${lowerFirst(message).replace(/\.$/, '')}`);
}

const lowerFirst = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1);

const unreadable = (at: Span, message: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message,
  at,
});

class YamlReader {
  private nodes = 0;
  private readonly open = new Set<Node>();
  private targets: ReadonlyMap<Alias, Node> | undefined;

  constructor(
    private readonly source: { readonly file: string; readonly text: string },
    private readonly document: Document.Parsed | Document,
    private readonly findings: Finding[],
  ) {}

  value(node: Node | null | undefined, depth: number, key?: Span): Value {
    const from = this.origin(node, key);
    if (node === null || node === undefined) return known(null, from, key);
    if (++this.nodes > MAX_NODES || depth > MAX_DEPTH || this.open.has(node))
      return this.refuse(node, from);
    if (isAlias(node)) return this.alias(node, depth, from, key);
    if (isScalar(node)) return known(scalarData(node.value), from, key);
    this.open.add(node);
    const result = isYamlMap(node)
      ? known(this.entries(node, depth), from, key)
      : isSeq(node)
        ? known(
            node.items.map((item) => this.value(item as Node | null, depth + 1)),
            from,
            key,
          )
        : known(null, from, key);
    this.open.delete(node);
    return result;
  }

  private alias(node: Alias, depth: number, from: Origin, key?: Span): Value {
    this.targets ??= targetsOf(this.document);
    const target = this.targets.get(node);
    if (target === undefined) return known(null, from, key);
    const value = this.value(target, depth + 1, key);
    return { ...value, from: { ...value.from, at: from.at, via: value.from } };
  }

  private entries(node: YAMLMap, depth: number): ReadonlyMap<string, Value> {
    const own = new Map<string, Value>();
    const merged = new Map<string, Value>();
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      if (isScalar(pair.key) && pair.key.value === '<<' && pair.key.type === 'PLAIN')
        this.merge(pair.value, depth, merged);
      else {
        const keySpan = this.origin(pair.key).at;
        own.set(this.keyText(pair.key), this.value(pair.value, depth + 1, keySpan));
      }
    }
    for (const [name, value] of merged) if (!own.has(name)) own.set(name, value);
    return own;
  }

  private merge(node: Node | null, depth: number, into: Map<string, Value>): void {
    const value = this.value(node, depth + 1);
    const sources = 'value' in value && Array.isArray(value.value) ? value.value : [value];
    for (const source of sources as readonly Value[]) {
      if (!('value' in source) || !(source.value instanceof Map)) continue;
      for (const [name, item] of source.value as ReadonlyMap<string, Known>)
        if (!into.has(name)) into.set(name, item);
    }
  }

  private refuse(node: Node, from: Origin): Value {
    if (this.nodes <= MAX_NODES + 1 || this.open.has(node))
      this.findings.push(
        unreadable(from.at, 'aliases or nesting make this document too large to be read'),
      );
    this.nodes = MAX_NODES + 2;
    return unknown('limit', 'yaml', from);
  }

  /** A key that is a collection is as it is written. */
  private keyText(key: Node | null): string {
    if (isScalar(key)) return String(key.value);
    const range = key?.range;
    return range ? this.source.text.slice(range[0], range[1]) : '';
  }

  private origin(node: Node | null | undefined, key?: Span): Origin {
    const range = node?.range;
    if (range === undefined || range === null) return originAt(key ?? span(this.source.file, 0, 0));
    return originAt(span(this.source.file, range[0], range[1]));
  }
}

/** What each alias stands for: the last node before it with its anchor. Found once: asking an alias walks the document. */
function targetsOf(document: Document.Parsed | Document): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document as Document, {
    Alias: (_, node) => {
      const target = anchors.get(node.source);
      if (target !== undefined) targets.set(node, target);
    },
    Value: (_, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/** Dates and other typed scalars of custom tags do not occur in the core schema; big integers become numbers. */
function scalarData(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (value === null || value === undefined) return null;
  return String(value);
}
