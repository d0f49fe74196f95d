/**
 * Nodes, pods and budgets of a cluster as `kubectl get nodes,pods,pdb,pvc -A -o json`
 * prints them. Lists are long: only what a drain is about is kept, without places.
 */
import type { KubeObject } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import { readYamlFile } from '../manifests/read.js';
import { originAt, span } from '../source/span.js';
import { fromData } from '../value/value.js';
import { tooDeep } from '../value/yaml.js';

export interface ReadObjects {
  readonly objects: readonly KubeObject[];
  readonly findings: readonly Finding[];
}

export function readObjects(file: string, text: string): ReadObjects {
  const items = /^\s*\{/.test(text) && tooDeep(text) === undefined ? jsonItems(text) : undefined;
  if (items === undefined) {
    const { objects, findings } = readYamlFile(file, text);
    return { objects, findings: objects.length === 0 ? [...findings, nothing(file)] : findings };
  }
  const from = originAt(span(file, 0, 0));
  const objects = items.flatMap((item): readonly KubeObject[] => {
    const { apiVersion, kind } = item;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
    return [{ apiVersion, kind, body: fromData(kept(item), from), from }];
  });
  return { objects, findings: objects.length === 0 ? [nothing(file)] : [] };
}

const nothing = (file: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: 'there is neither a scenario nor a Kubernetes object in it',
  at: span(file, 0, 0),
  help: 'give a file of kind InterruptionScenario, or what "kubectl get nodes,pods,pdb,pvc -A -o json" prints',
});

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list, or the one object; undefined for a text that is no JSON, of which YAML says what is wrong. */
function jsonItems(text: string): readonly Json[] | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(data)) return undefined;
  const list = data.items;
  if (!Array.isArray(list)) return [data];
  const kind = String(data.kind ?? '').replace(/List$/, '');
  return list.filter(isRecord).map((item) => ({
    ...(kind === '' ? {} : { kind, apiVersion: data.apiVersion }),
    ...item,
  }));
}

/** Containers, conditions and managed fields are most of a list and none of its use here. */
function kept({ apiVersion, kind, metadata, spec, status, ...rest }: Json): Json {
  const { managedFields, ...meta } = isRecord(metadata) ? metadata : {};
  if (kind === 'Node') return { apiVersion, kind, metadata: meta };
  if (kind !== 'Pod') return { apiVersion, kind, metadata: meta, spec, status, ...rest };
  const { containers, initContainers, ephemeralContainers, ...pod } = isRecord(spec) ? spec : {};
  const phase = isRecord(status) ? status.phase : undefined;
  return { apiVersion, kind, metadata: meta, spec: pod, status: { phase } };
}
