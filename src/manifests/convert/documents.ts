/** The documents of a file as nodes that can be changed, and back to text: what is not changed keeps its bytes. */
import {
  type Document,
  isMap,
  isSeq,
  type Node,
  parseDocument,
  type YAMLMap,
  Document as YamlDocument,
} from 'yaml';
import type { Finding } from '../../diagnostics/finding.js';
import { type Span, span } from '../../source/span.js';
import { readYaml } from '../../value/yaml.js';
import { suspects } from '../characters.js';
import { type Mended, mend } from '../mend.js';
import { suspectFindings } from '../suspect-findings.js';
import { templateStart } from '../template.js';
import { stretches } from '../tokens.js';
import { type Chunk, chunksOf } from './chunks.js';
import { inlined, textAt } from './nodes.js';
import type { NodeEdit } from './pods.js';
import type { Place } from './report.js';

export interface OpenDocument {
  readonly chunk: Chunk;
  readonly document: Document;
  readonly place: Place;
  /** It is written anew. */
  changed: boolean;
  readonly edits: NodeEdit[];
  /** Objects to be written after it. */
  readonly added: YAMLMap[];
}

export interface OpenFile {
  readonly file: string;
  readonly original: string;
  readonly documents: readonly (OpenDocument | Chunk)[];
  readonly findings: readonly Finding[];
}

/** One object of a document: the document itself, or an item of a list. */
export interface OpenObject {
  readonly owner: OpenDocument;
  readonly root: YAMLMap;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly add: (object: YAMLMap) => void;
}

export const isOpen = (one: OpenDocument | Chunk): one is OpenDocument => 'document' in one;

export function openFile(file: string, original: string): OpenFile {
  const found = suspects(file, original);
  const template = templateStart(original) !== undefined;
  const mended = mend(
    original,
    found.map(({ edit }) => edit),
  );
  const chunks = chunksOf(mended.text);
  return {
    file,
    original,
    documents: template ? chunks : chunks.map((chunk) => openDocument(file, chunk, mended)),
    findings: suspectFindings(original, found).map((finding) => ({
      ...finding,
      severity: 'note',
      help: 'it is mended in what is written',
    })),
  };
}

/** A document that cannot be read stays as it is; reading the file says why. */
function openDocument(file: string, chunk: Chunk, mended: Mended): OpenDocument | Chunk {
  // The reader knows what is too deep or too large to be taken apart.
  if (!/karpenter/.test(chunk.text) || readYaml(file, chunk.text).findings.length > 0) return chunk;
  const document = parseDocument(chunk.text, { logLevel: 'silent', prettyErrors: false });
  if (document.errors.length > 0 || !isMap(document.contents)) return chunk;
  const at = (offset: number): number => mended.original(chunk.start + offset);
  const whole = span(file, at(0), at(Math.min(1, chunk.text.length)));
  const place = (node: Node | null | undefined): Span =>
    node?.range ? span(file, at(node.range[0]), at(node.range[1])) : whole;
  return { chunk, document, place, changed: false, edits: [], added: [] };
}

/** The objects of a document, those of a list one by one. */
export function objectsIn(owner: OpenDocument): readonly OpenObject[] {
  const root = owner.document.contents;
  if (!isMap(root)) return [];
  const items = textAt(root, 'kind') === 'List' ? root.get('items', true) : undefined;
  if (isSeq(items))
    return items.items
      .filter(isMap)
      .flatMap((item) => objectOf(owner, item, (added) => items.items.push(added)));
  return objectOf(owner, root, (added) => owner.added.push(added));
}

function objectOf(
  owner: OpenDocument,
  root: YAMLMap,
  add: OpenObject['add'],
): readonly OpenObject[] {
  const apiVersion = textAt(root, 'apiVersion');
  const kind = textAt(root, 'kind');
  if (apiVersion === undefined || kind === undefined) return [];
  const metadata = root.get('metadata', true);
  const name = isMap(metadata) ? (textAt(metadata, 'name') ?? '') : '';
  return [{ owner, root, apiVersion, kind, name, add }];
}

/** Makes a document fit to be taken apart; false for one that cannot be. */
export function prepare(owner: OpenDocument): boolean {
  owner.changed ||= inlined(owner.document);
  return owner.changed;
}

export function fileText({ original, documents }: OpenFile): string {
  const touched = documents.some((one) => isOpen(one) && (one.changed || one.edits.length > 0));
  if (!touched) return original;
  return documents
    .map((one) => (isOpen(one) ? documentText(one) : one.separator + one.text))
    .join('');
}

function documentText({ chunk, document, changed, edits, added }: OpenDocument): string {
  const own = changed ? written(document, chunk.text) : edited(chunk.text, edits);
  const others = added.map((object) => `---\n${written(object, chunk.text)}`);
  const end = others.length > 0 && !own.endsWith('\n') ? '\n' : '';
  return chunk.separator + own + end + lineEnds(others.join(''), chunk.text);
}

function edited(text: string, edits: readonly NodeEdit[]): string {
  return [...edits]
    .sort((a, b) => (b.node.range?.[0] ?? 0) - (a.node.range?.[0] ?? 0))
    .reduce((result, { node, text: by }) => {
      const [start = 0, end = 0] = node.range ?? [];
      const quote = /["']/.exec(result.charAt(start))?.[0] ?? '';
      return result.slice(0, start) + quote + by + quote + result.slice(end);
    }, text);
}

/** In the manner of the text that it comes from: indentation, lists, line ends. */
function written(value: Document | YAMLMap, source: string): string {
  const options = {
    lineWidth: 0,
    flowCollectionPadding: true,
    indent: indentOf(source),
    indentSeq: !/^( *)[^\s#-][^\n]*:[^\S\n]*(?:#[^\n]*)?\n\1- /m.test(source),
  };
  const text = isMap(value) ? documentOf(value).toString(options) : value.toString(options);
  const tail = /\s*$/.exec(source)?.[0] ?? '';
  const own = unpadded(text.trimEnd(), source);
  return lineEnds(own + (tail.includes('\n') ? tail : '\n'), source);
}

const lineEnds = (text: string, source: string): string =>
  source.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;

function indentOf(source: string): number {
  let least = 9;
  for (const [, blanks = ''] of source.matchAll(/^( +)[^\s#]/gm))
    least = Math.min(least, blanks.length);
  return least > 8 ? 2 : least;
}

function documentOf(contents: YAMLMap): Document {
  const document = new YamlDocument();
  document.contents = contents;
  return document;
}

/** Brackets hold their contents as tightly as those of the source do. */
function unpadded(text: string, source: string): string {
  const tight = ['[', '{'].filter((open) => !source.includes(`${open} `));
  const closing: readonly string[] = tight.map((open) => (open === '[' ? ']' : '}'));
  const all = stretches(text);
  return all
    .filter(({ kind, indentation }, i) => {
      if (kind !== 'blank' || indentation === true) return true;
      const [before, after] = [all[i - 1], all[i + 1]];
      const opens = before?.kind === 'mark' && tight.includes(before.text);
      const closes = after?.kind === 'mark' && closing.includes(after.text);
      return !opens && !closes;
    })
    .map((stretch) => stretch.text)
    .join('');
}
