/** Kubernetes objects that Terraform applies: manifests as objects or as text, and charts that render objects as given. */
import type { Block, KubeObject } from '../configuration/configuration.js';
import { decodeText } from '../value/decode.js';
import { elements, entry, text } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';
import type { ChartRelease } from './charts.js';
import type { RecogniseContext } from './context.js';

/** An object with the block or release that carries it. */
export interface CarriedObject {
  readonly object: KubeObject;
  readonly block?: Block;
  readonly release?: ChartRelease;
}

const MANIFEST_TYPES = [
  'kubernetes_manifest',
  'kubectl_manifest',
  'kubectl_server_version',
  'k8s_manifest',
];

/** Objects of manifest resources, whichever provider applies them. */
export const manifestObjects = (context: RecogniseContext): readonly CarriedObject[] =>
  MANIFEST_TYPES.flatMap((type) => context.resources(type)).flatMap((block) =>
    [entry(block.body, 'manifest'), entry(block.body, 'yaml_body'), entry(block.body, 'content')]
      .flatMap((value) => (value === undefined ? [] : bodiesOf(value)))
      .flatMap((body) => objectOf(body, block))
      .map((object) => ({ object, block })),
  );

/** The structures of a value that is one, or the text of one or more. */
function bodiesOf(value: Value): readonly Value[] {
  const decoded = decodeText(value);
  if (decoded !== undefined) return [decoded];
  if (isUnknown(value)) return [];
  if (typeof value.value !== 'string') return [value];
  return readYaml(value.from.at.file, value.value).documents.map((document) => document.value);
}

function objectOf(body: Value, block?: Block): readonly KubeObject[] {
  const apiVersion = text(entry(body, 'apiVersion'));
  const kind = text(entry(body, 'kind'));
  if (apiVersion === undefined || kind === undefined) return [];
  if (isUnknown(apiVersion) || isUnknown(kind)) return [];
  return [
    {
      apiVersion: apiVersion.value,
      kind: kind.value,
      body,
      from: body.from,
      ...(block === undefined || block.exists === true ? {} : { exists: block.exists }),
    },
  ];
}

/** Charts that render what their values hold, by the keys that hold it. */
const RAW_CHARTS: Readonly<Record<string, readonly string[]>> = {
  'interlock-nodepools': ['objects'],
  raw: ['resources', 'templates'],
  'k8s-manifests': ['resources', 'manifests'],
  'raw-manifests': ['resources', 'manifests'],
};

/** Objects that a release of such a chart carries. */
export function releasedObjects(release: ChartRelease): readonly KubeObject[] {
  const { chart, values } = release;
  if (chart === undefined || isUnknown(chart)) return [];
  return (RAW_CHARTS[chart.value] ?? [])
    .flatMap((key) => {
      const items = elements(entry(values.root, key));
      return 'unknown' in items ? [] : items;
    })
    .flatMap(bodiesOf)
    .flatMap((body) => objectOf(body));
}

/** The same, with the release. */
export const carriedBy = (release: ChartRelease): readonly CarriedObject[] =>
  releasedObjects(release).map((object) => ({ object, release }));

/**
 * Objects once each: a file that Terraform applies may be given as a file too,
 * where every value has its exact place. A NodePool of Auto Mode is none of
 * Karpenter's, whatever its name: a tree may hold one of each.
 */
export function onlyOnce(objects: readonly CarriedObject[]): readonly CarriedObject[] {
  const seen = new Map<string, Set<string | undefined>>();
  return objects.filter(({ object }) => {
    const key = identity(object);
    if (key === undefined) return true;
    const group = classGroup(object);
    const groups = seen.get(key) ?? new Set();
    seen.set(key, groups);
    const isKnown = groups.has(group) || groups.has(undefined);
    if (groups.size > 0 && (isKnown || group === undefined)) return false;
    groups.add(group);
    return true;
  });
}

/** The API group of the node class that a NodePool refers to, where it is written. */
function classGroup({ body }: KubeObject): string | undefined {
  const group = text(entry(body, 'spec', 'template', 'spec', 'nodeClassRef', 'group'));
  return group === undefined || isUnknown(group) ? undefined : group.value;
}

function identity({ apiVersion, kind, body, cluster }: KubeObject): string | undefined {
  const name = text(entry(body, 'metadata', 'name'));
  const namespace = text(entry(body, 'metadata', 'namespace'));
  if (name === undefined || isUnknown(name)) return undefined;
  if (namespace !== undefined && isUnknown(namespace)) return undefined;
  return [apiVersion, kind, namespace?.value ?? '', name.value, cluster ?? ''].join('\n');
}
