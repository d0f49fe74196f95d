/** The cluster of a repo in the words of a policy: where it is, what it runs, how nodes are let in. */
import { printExpression } from '../../terraform/syntax/print.js';
import { entry, text } from '../../value/read.js';
import { isUnknown, type Maybe, type Value } from '../../value/value.js';
import { fillIn, type Notes } from './notes.js';
import { canRefer } from './plain.js';
import type { AdoptSource } from './source.js';

export interface AdoptedCluster {
  readonly name: unknown;
  readonly region: string;
  readonly kubernetesVersion: unknown;
  readonly endpoint: unknown;
  readonly oidcProviderArn: unknown;
  readonly authenticationMode: string;
}

export function adoptCluster(source: AdoptSource, notes: Notes): AdoptedCluster {
  const { cluster, addons } = source;
  const argument = (name: string): unknown =>
    given(text(addons?.arguments.get(name))) ?? writtenArgument(source, name);
  return {
    name: nameOf(source, notes),
    region: regionOf(source, notes),
    kubernetesVersion: versionOf(source, notes),
    endpoint: argument('cluster_endpoint'),
    oidcProviderArn: argument('oidc_provider_arn'),
    authenticationMode: admissionOf(source, notes, cluster.from),
  };
}

/** What stands inside a module has no name outside; the call says how the root gets it. */
function writtenArgument({ addons, written }: AdoptSource, name: string): unknown {
  const label = /^module\.([\w-]+)(?:\[.*\])?$/.exec(addons?.address ?? '')?.[1];
  const root = written.modules.find(({ directory }) => directory === '.')?.module;
  const expression = root?.blocks
    .find(({ type, labels }) => type === 'module' && labels[0] === label)
    ?.body.attributes.find((one) => one.name === name)?.value;
  if (expression === undefined) return undefined;
  const term = printExpression(expression);
  return canRefer({ unknown: 'unread', term, from: { at: expression.at } })
    ? { terraform: term }
    : undefined;
}

/** A text, or a reference where the root can make one. */
const given = (value: Maybe<string> | undefined): unknown =>
  value === undefined
    ? undefined
    : isUnknown(value)
      ? canRefer(value)
        ? { terraform: value.term }
        : undefined
      : value.value;

function nameOf({ cluster }: AdoptSource, notes: Notes): unknown {
  const name = cluster.unnamed === true ? undefined : given(cluster.name);
  if (name !== undefined && name !== '') return name;
  fillIn(notes, ['cluster', 'name'], 'what the cluster is called', cluster.from);
  return 'cluster';
}

const ZONE = /^([a-z]{2}(?:-[a-z]+)+-\d+)[a-z]$/;

function regionOf({ cluster, written }: AdoptSource, notes: Notes): string {
  const { region } = cluster;
  if (region !== undefined && !isUnknown(region)) return region.value;
  const zones = new Set(
    textsIn(written.objects.map(({ body }) => body)).flatMap((zone) => ZONE.exec(zone)?.[1] ?? []),
  );
  const [only, second] = zones;
  if (only !== undefined && second === undefined) return only;
  fillIn(notes, ['cluster', 'region'], 'the region of the cluster', cluster.from);
  return 'us-east-1';
}

function textsIn(values: readonly Value[]): readonly string[] {
  return values.flatMap((value): readonly string[] => {
    if (isUnknown(value)) return [];
    const data = value.value;
    if (typeof data === 'string') return [data];
    if (Array.isArray(data)) return textsIn(data as readonly Value[]);
    return data instanceof Map ? textsIn([...data.values()] as readonly Value[]) : [];
  });
}

/** As the modules or the cluster's own block say it; else one that the chart of Karpenter supports. */
function versionOf(
  { cluster, written, addons, installations, facts }: AdoptSource,
  notes: Notes,
): unknown {
  const calls = written.calls.map((call) => call.arguments);
  const candidates = [
    addons?.arguments.get('cluster_version'),
    ...calls.flatMap((one) => [one.get('cluster_version'), one.get('kubernetes_version')]),
    ...written.blocks
      .filter(({ labels }) => labels[0] === 'aws_eks_cluster')
      .map(({ body }) => entry(body, 'version')),
  ];
  for (const candidate of candidates) {
    const value = text(candidate);
    if (value !== undefined && !isUnknown(value) && /^\d+\.\d+$/.test(value.value))
      return value.value;
  }
  fillIn(notes, ['cluster', 'kubernetesVersion'], "the cluster's Kubernetes version", cluster.from);
  const karpenter = installations.find(({ handler }) => handler === 'karpenter');
  const chart = karpenter?.releases.allowed.at(-1);
  return (chart && facts.karpenter.kubernetesRange(chart)?.max) ?? '1.33';
}

/** Access entries for nodes are made, or aws-auth is written; else somebody else does it. */
function admissionOf({ written }: AdoptSource, notes: Notes, _from: unknown): string {
  const isEntry = written.blocks.some(
    ({ type, labels }) => type === 'resource' && labels[0] === 'aws_eks_access_entry',
  );
  if (isEntry) return 'API';
  notes.comments.push({
    path: ['cluster', 'authenticationMode'],
    text: 'Nothing here admits the role of nodes: somebody else does.',
  });
  return 'external';
}
