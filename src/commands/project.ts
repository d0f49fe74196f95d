/**
 * `interlock.yaml`: what a tree of files does not say by itself. Which folders
 * are roots, which manifests belong to which root and cluster, the versions to
 * assume, what to leave out, and how much a rule weighs here.
 */
import type { Finding, Severity } from '../diagnostics/finding.js';
import type { AssumedVersions } from '../recognise/context.js';
import { elements, entries, entry, text } from '../value/read.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';
import type { SourceFile } from './file-kinds.js';
import { directoryOf, normalise } from './files.js';

export interface ProjectRoot {
  /** Normalised, from the working directory. */
  readonly path: string;
  /** Files and folders, with the name of the cluster they are for where one is said. */
  readonly manifests: readonly { readonly path: string; readonly cluster?: string }[];
  readonly variables: readonly string[];
  readonly assume: AssumedVersions;
}

export interface Project {
  readonly file: string;
  readonly roots: readonly ProjectRoot[];
  readonly exclude: readonly string[];
  readonly assume: AssumedVersions;
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
}

const KEYS = new Set(['roots', 'exclude', 'assume', 'severities']);
const ROOT_KEYS = new Set(['path', 'manifests', 'variables', 'assume']);
const VERSIONS = ['karpenter', 'nth', 'kubernetes', 'addons'] as const;

export function readProject({ file, text: source }: SourceFile): {
  readonly project: Project;
  readonly findings: readonly Finding[];
} {
  const { documents, findings: problems } = readYaml(file, source);
  const findings = [...problems];
  const value = documents[0]?.value;
  const base = directoryOf(file);
  checkKeys(value, KEYS, findings);
  const roots = items(entry(value, 'roots')).map((root): ProjectRoot => {
    checkKeys(root, ROOT_KEYS, findings);
    return {
      path: under(base, string(entry(root, 'path')) ?? '.'),
      manifests: manifestsOf(entry(root, 'manifests'), base),
      variables: strings(entry(root, 'variables')).map((path) => under(base, path)),
      assume: versionsOf(entry(root, 'assume')),
    };
  });
  return {
    project: {
      file,
      roots,
      exclude: strings(entry(value, 'exclude')).map((glob) => under(base, glob)),
      assume: versionsOf(entry(value, 'assume')),
      severities: severitiesOf(entry(value, 'severities'), findings),
    },
    findings,
  };
}

const under = (base: string, path: string): string => normalise(`${base}/${path}`);

/** A list of paths, or lists by the name of a cluster. */
function manifestsOf(value: Value | undefined, base: string): ProjectRoot['manifests'] {
  if (value !== undefined && !isUnknown(value) && isMap(value.value))
    return [...value.value].flatMap(([cluster, paths]) =>
      strings(paths).map((path) => ({ path: under(base, path), cluster })),
    );
  return strings(value).map((path) => ({ path: under(base, path) }));
}

function versionsOf(value: Value | undefined): AssumedVersions {
  const found = VERSIONS.map((name) => [name, string(entry(value, name))] as const);
  return Object.fromEntries(found.filter(([, version]) => version !== undefined));
}

const SEVERITIES = new Set<string>(['error', 'warning', 'note', 'off']);

function severitiesOf(value: Value | undefined, findings: Finding[]): Project['severities'] {
  const map = entries(value);
  const result = new Map<string, Severity | 'off'>();
  if (isUnknown(map as Value)) return result;
  for (const [rule, item] of map as ReadonlyMap<string, Value>) {
    const severity = string(item);
    if (severity !== undefined && SEVERITIES.has(severity))
      result.set(rule, severity as Severity | 'off');
    else findings.push(wrong(item, 'a severity is error, warning, note or off'));
  }
  return result;
}

function checkKeys(
  value: Value | undefined,
  allowed: ReadonlySet<string>,
  findings: Finding[],
): void {
  if (value === undefined) return;
  if (isUnknown(value) || !isMap(value.value)) {
    findings.push(wrong(value, `an object is expected, with ${[...allowed].join(', ')}`));
    return;
  }
  for (const [key, item] of value.value)
    if (!allowed.has(key))
      findings.push(wrong(item, `"${key}" is none of ${[...allowed].join(', ')}`));
}

const wrong = (value: Value, message: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message,
  at: ('key' in value ? value.key : undefined) ?? value.from.at,
});

const items = (value: Value | undefined): readonly Value[] => {
  const list = elements(value);
  return isList(list as never) ? (list as readonly Value[]) : [];
};

const string = (value: Value | undefined): string | undefined => {
  const found = text(value);
  return found === undefined || isUnknown(found) ? undefined : found.value;
};

const strings = (value: Value | undefined): readonly string[] =>
  items(value).flatMap((item) => string(item) ?? []);
