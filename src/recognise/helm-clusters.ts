/** The cluster that a Helm release goes to: by its provider, the module it stands in, or what its chart is told. */
import type { Block } from '../configuration/configuration.js';
import { elements, entry, isAbsent, same, text } from '../value/read.js';
import { isUnknown, type Maybe } from '../value/value.js';
import type { ChartRelease } from './charts.js';
import { type KnownCluster, namedCluster, surroundingCluster } from './clusters.js';
import type { RecogniseContext } from './context.js';
import { toldCluster } from './mentions.js';
import { providerOf } from './providers.js';

/** Undefined where the text does not tell. */
export function releaseCluster(
  context: RecogniseContext,
  clusters: readonly KnownCluster[],
  release: ChartRelease,
): KnownCluster | undefined {
  if (clusters.length === 1) return clusters[0];
  if (release.cluster !== undefined) return byWord(clusters, release.cluster);
  const block = context.blockAt(release.address);
  const reached = block && providerCluster(context, clusters, block, 'helm');
  return (
    reached ??
    surroundingCluster(clusters, release.address) ??
    namedCluster(clusters, toldCluster(release))
  );
}

/** Providers that reach the Kubernetes API, by the first word of the types of their resources. */
const REACHING: Readonly<Record<string, string>> = {
  kubernetes: 'kubernetes',
  kubectl: 'kubectl',
  k8s: 'k8s',
};

/** The cluster of an object that a block applies. */
export function blockCluster(
  context: RecogniseContext,
  clusters: readonly KnownCluster[],
  block: Block,
): KnownCluster | undefined {
  if (clusters.length === 1) return clusters[0];
  const provider = REACHING[(block.labels[0] ?? '').split('_')[0] ?? ''];
  const reached = provider && providerCluster(context, clusters, block, provider);
  return reached || surroundingCluster(clusters, block.address);
}

export const byWord = (clusters: readonly KnownCluster[], name: string): KnownCluster | undefined =>
  clusters.find(({ cluster }) => !isUnknown(cluster.name) && cluster.name.value === name);

/** By the endpoint or the cluster's name in the provider's configuration. */
function providerCluster(
  context: RecogniseContext,
  clusters: readonly KnownCluster[],
  block: Block,
  type: string,
): KnownCluster | undefined {
  const provider = providerOf(context.blockAt, block, type);
  if (provider === undefined) return undefined;
  const nested = elements(entry(provider.body, 'kubernetes'));
  const access = type === 'helm' ? ('unknown' in nested ? nested : nested[0]) : provider.body;
  const host = isAbsent(entry(access, 'host')) ? undefined : text(entry(access, 'host'));
  const reached = host && reachedBy(context, clusters, host);
  if (reached !== undefined) return reached;
  const exec = elements(entry(access, 'exec'));
  const args = 'unknown' in exec ? [] : elements(entry(exec[0], 'args'));
  if ('unknown' in args) return undefined;
  const named = args.flatMap((arg) => text(arg) ?? []);
  const found = clusters.filter(({ cluster }) =>
    named.some((name) => same(cluster.name, name) === true),
  );
  return found.length === 1 ? found[0] : undefined;
}

function reachedBy(
  context: RecogniseContext,
  clusters: readonly KnownCluster[],
  host: Maybe<string>,
): KnownCluster | undefined {
  const own = clusters.find(({ endpoints }) =>
    endpoints.some((endpoint) => same(endpoint, host) === true),
  );
  if (own !== undefined || !isUnknown(host)) return own;
  const address = /^(.+)\.endpoint$/s.exec(host.term)?.[1];
  const block = address === undefined ? undefined : context.blockAt(address);
  const name = block && text(entry(block.body, 'name'));
  return name === undefined ? undefined : namedCluster(clusters, name);
}
