/** The text of a plan as it may be shown: the same length and lines, with stars for what may be a secret. */
import type { Span } from '../../source/span.js';
import { type JsonNode, readJson } from '../json/text.js';
import { entriesOf, isTrue, itemsOf, nodeAt } from './document.js';

/** What is not a plan is hidden as a whole: nothing tells what in it is secret. */
export function maskedPlan(file: string, text: string): string {
  const { value } = readJson(file, text);
  const spans = value === undefined ? [{ file, start: 0, end: text.length }] : secretsOf(value);
  let shown = '';
  let end = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.start < end) continue;
    shown += text.slice(end, span.start) + text.slice(span.start, span.end).replace(/\S/g, '*');
    end = span.end;
  }
  return shown + text.slice(end);
}

/** Parts that no judgement points into. */
const ASIDE = ['resource_changes', 'resource_drift', 'output_changes', 'variables', 'checks'];

function secretsOf(document: JsonNode): readonly Span[] {
  const modules = [
    nodeAt(document, 'planned_values'),
    nodeAt(document, 'values'),
    nodeAt(document, 'prior_state', 'values'),
  ];
  return [
    ...ASIDE.flatMap((name) => nodeAt(document, name)?.at ?? []),
    ...modules.flatMap((values) => [
      ...(nodeAt(values, 'outputs') === undefined ? [] : [spanOf(nodeAt(values, 'outputs'))]),
      ...inModule(nodeAt(values, 'root_module')),
    ]),
    ...entriesOf(nodeAt(document, 'configuration', 'provider_config')).flatMap(({ value }) =>
      entriesOf(nodeAt(value, 'expressions')).flatMap((argument) =>
        argument.name === 'region' ? [] : [argument.value.at],
      ),
    ),
    ...defaults(nodeAt(document, 'configuration', 'root_module')),
  ].filter((span) => span !== undefined);
}

/** Defaults of variables that are declared sensitive. */
const defaults = (module: JsonNode | undefined): readonly Span[] => [
  ...entriesOf(nodeAt(module, 'variables')).flatMap(({ value }) =>
    isTrue(nodeAt(value, 'sensitive')) ? (nodeAt(value, 'default')?.at ?? []) : [],
  ),
  ...entriesOf(nodeAt(module, 'module_calls')).flatMap(({ value }) =>
    defaults(nodeAt(value, 'module')),
  ),
];

const spanOf = (node: JsonNode | undefined): Span | undefined => node?.at;

const inModule = (module: JsonNode | undefined): readonly Span[] => [
  ...itemsOf(nodeAt(module, 'resources')).flatMap((resource) =>
    sensitive(nodeAt(resource, 'values'), nodeAt(resource, 'sensitive_values')),
  ),
  ...itemsOf(nodeAt(module, 'child_modules')).flatMap(inModule),
];

function sensitive(value: JsonNode | undefined, marks: JsonNode | undefined): readonly Span[] {
  if (value === undefined || marks === undefined) return [];
  if (isTrue(marks)) return [value.at];
  if (marks.kind === 'object')
    return marks.entries.flatMap(({ name, value: mark }) => sensitive(nodeAt(value, name), mark));
  return itemsOf(marks).flatMap((mark, index) => sensitive(itemsOf(value)[index], mark));
}
