/** Completion: keys and words of the policy language, and inputs of the module release that is in use. */
import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver';
import type { ModuleInput } from '../../facts/module.js';
import { at } from '../../policy/schema.js';
import { elements, entry, text as textOf } from '../../value/read.js';
import { isList, isMap, isUnknown, type Value } from '../../value/value.js';
import { loadFacts } from '../facts.js';
import { placeSchema, policyValue } from './policy-schema.js';
import { callAt, inputText } from './terraform-calls.js';
import { terraformPlace } from './terraform-place.js';
import type { Judged } from './workspace.js';
import { yamlPlace } from './yaml-place.js';

/** The protocol's numbers. */
const KINDS = { property: 10, reference: 18, enumMember: 20 } as const;

export async function policyCompletion(
  file: string,
  text: string,
  offset: number,
): Promise<readonly CompletionItem[]> {
  const { path, where, word } = yamlPlace(text, offset);
  // A key without its colon is no YAML yet, and would hide what stands around it.
  const colon = where === 'key' && word !== '' ? ': ' : '';
  const policy = policyValue(file, text.slice(0, offset) + colon + text.slice(offset));
  if (path[0] === 'inputs' && path.length === 1 && where === 'key')
    return (await addonsInputs(policy)).map(inputItem(': '));
  const { properties, words } = placeSchema(policy, path);
  const names = namesFor(policy, path).map((name) => item(name, KINDS.reference));
  const inItem = /^\d+$/.test(path.at(-1) ?? '');
  if (where === 'value' || (inItem && properties.size === 0))
    return [...words.map((one) => item(one, KINDS.enumMember)), ...names];
  const written = keysOf(at(policy, path));
  return [
    ...names.map((name) => ({ ...name, insertText: `${name.label}: ` })),
    ...[...properties]
      .filter(([key]) => key === word || !written.has(key))
      .map(([key, { description }]) => ({
        ...item(key, KINDS.property),
        insertText: `${key}: `,
        ...(description === undefined ? {} : { documentation: description }),
      })),
  ];
}

export function terraformCompletion(
  { configurations }: Judged,
  { file, text, offset }: { readonly file: string; readonly text: string; readonly offset: number },
): readonly CompletionItem[] {
  const place = terraformPlace(text, offset);
  if (place === undefined || place.header[0] !== 'module') return [];
  const found = callAt(configurations, file, place.block);
  if (found === undefined) return [];
  const { call, release, inputs } = found;
  const [input, ...deeper] = place.path;
  if (place.where === 'value') {
    const type = inputs.find(({ name }) => name === input)?.type;
    const isFlag = deeper.length === 0 && type === 'bool';
    return isFlag ? ['true', 'false'].map((one) => item(one, KINDS.enumMember)) : [];
  }
  if (input === undefined)
    return inputs
      .filter(({ name }) => name === place.word || !call.arguments.has(name))
      .map(inputItem(' = '));
  const keys =
    deeper.length === (call.table.isMap(input) ? 1 : 0)
      ? call.table.keys(release, input)
      : undefined;
  return [...(keys ?? [])].map((key) => ({
    ...item(key, KINDS.property),
    insertText: `${key} = `,
  }));
}

const item = (label: string, kind: CompletionItemKind): CompletionItem => ({ label, kind });

const inputItem =
  (after: string) =>
  (input: ModuleInput): CompletionItem => ({
    ...item(input.name, KINDS.property),
    detail: inputText(input),
    insertText: `${input.name}${after}`,
  });

/** Inputs of the add-ons release that a policy names, or of the newest one. */
async function addonsInputs(policy: Value): Promise<readonly ModuleInput[]> {
  const { addons } = await loadFacts();
  const written = textOf(entry(policy, 'versions', 'addons'));
  const release = written === undefined || isUnknown(written) ? undefined : written.value;
  return addons.addonsInputs(release ?? addons.addonsReleases().at(-1) ?? '');
}

/** Names that a policy gives itself: pools and node classes. */
function namesFor(policy: Value, path: readonly string[]): readonly string[] {
  const [last, list] = [path.at(-1), path.at(-2)];
  if (last === 'nodeClass') return namesIn(entry(policy, 'nodeClasses'));
  const isPools = list === 'pools' && path[0] === 'interruption';
  if (
    isPools ||
    (path[0] === 'drain' && path.length === 2 && last === 'pools') ||
    last === 'runsOn'
  )
    return namesIn(entry(policy, 'capacity'));
  return [];
}

function namesIn(value: Value | undefined): readonly string[] {
  const list = elements(value);
  if (!isList(list as never)) return [];
  return (list as readonly Value[]).flatMap((one) => {
    const name = textOf(entry(one, 'name'));
    return name === undefined || isUnknown(name) ? [] : [name.value];
  });
}

const keysOf = (value: Value | undefined): ReadonlySet<string> =>
  new Set(value !== undefined && !isUnknown(value) && isMap(value.value) ? value.value.keys() : []);
