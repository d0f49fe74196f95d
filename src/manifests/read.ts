/**
 * YAML text to Kubernetes objects and Helm values, every leaf at its place.
 * Characters that parsers swallow are reported and read as the blanks they look
 * like; templates of Helm are left unread.
 */
import type { HelmValues, KubeObject } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import { span } from '../source/span.js';
import { entry, text as textOf } from '../value/read.js';
import { isList, isMap, isUnknown, type Known, type Value } from '../value/value.js';
import { readYaml, type YamlDocument } from '../value/yaml.js';
import { suspects } from './characters.js';
import { placeholders, secretLeaves } from './leaves.js';
import { mend, movedSpan, movedValue } from './mend.js';
import { suspectFindings } from './suspect-findings.js';
import { templateStart } from './template.js';

export interface YamlFile {
  readonly objects: readonly KubeObject[];
  /** The first document that is neither an object nor a part of one. */
  readonly values?: HelmValues;
  readonly findings: readonly Finding[];
  /** Why nothing in it was read, where that is no fault of its author. */
  readonly unread?: 'template';
}

/** Longer texts are refused: a parser would take minutes over them. */
const MOST = 20_000_000;

/** Reads every document of a file. Findings never stop the documents that can still be read. */
export function readYamlFile(file: string, text: string): YamlFile {
  if (text.length > MOST) return { objects: [], findings: [tooLong(file)] };
  const template = templateStart(text);
  if (template !== undefined)
    return { objects: [], findings: [unreadTemplate(file, template)], unread: 'template' };
  const found = suspects(file, text);
  const mended = mend(
    text,
    found.map(({ edit }) => edit),
  );
  const { documents, findings } = readYaml(file, mended.text);
  const moved = (value: Value): Value => (found.length === 0 ? value : movedValue(value, mended));
  const parts = documents.flatMap(unfolded).map(moved);
  const objects = parts.flatMap(objectOf);
  const values = objects.length > 0 ? undefined : parts.find(isValues);
  return {
    objects,
    ...(values && { values: { file, body: placeholders(values), from: values.from } }),
    findings: [
      ...suspectFindings(text, found),
      ...findings.map((finding) => ({ ...finding, at: movedSpan(finding.at, mended) })),
    ],
  };
}

/** The items of a list of objects, each with the kind and version that a typed list leaves out. */
function unfolded({ value }: YamlDocument): readonly Value[] {
  const kind = wordAt(value, 'kind');
  const items = entry(value, 'items');
  if (kind === undefined || !kind.endsWith('List')) return [value];
  if (items === undefined || isUnknown(items) || !isList(items.value)) return [value];
  if (kind === 'List') return items.value;
  const common = new Map<string, Value>();
  const apiVersion = entry(value, 'apiVersion');
  const own = entry(value, 'kind');
  if (apiVersion !== undefined) common.set('apiVersion', apiVersion);
  if (own !== undefined)
    common.set('kind', { ...own, value: kind.slice(0, -'List'.length) } as Known);
  return items.value.map((item) =>
    isUnknown(item) || !isMap(item.value)
      ? item
      : { ...item, value: new Map([...common, ...item.value]) },
  );
}

function objectOf(body: Value): readonly KubeObject[] {
  const apiVersion = wordAt(body, 'apiVersion');
  const kind = wordAt(body, 'kind');
  if (apiVersion === undefined || kind === undefined) return [];
  const read = kind === 'Secret' ? secretLeaves(body) : placeholders(body);
  return [{ apiVersion, kind, body: read, from: body.from }];
}

const isValues = (body: Value): body is Known =>
  !isUnknown(body) &&
  isMap(body.value) &&
  body.value.size > 0 &&
  !body.value.has('apiVersion') &&
  !body.value.has('kind');

function wordAt(body: Value, key: string): string | undefined {
  const word = textOf(entry(body, key));
  return word === undefined || isUnknown(word) || word.value === '' ? undefined : word.value;
}

const unreadTemplate = (file: string, at: number): Finding => ({
  rule: 'unreadable-file',
  severity: 'note',
  message: 'a Helm template: it is not read, and nothing is said about what it makes',
  at: span(file, at, at + 2),
  help: 'give what "helm template" makes of it to have that judged',
});

const tooLong = (file: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: `the file is longer than ${MOST} characters: it is not read`,
  at: span(file, 0, 0),
});
