/** What must be so for an installation to act at all, as far as the text tells it. */
import type { Condition, Installation, Pool } from '../model/system.js';
import { entry, same, text } from '../value/read.js';
import { isUnknown } from '../value/value.js';
import type { ChartRelease } from './charts.js';
import type { ClusterPlace } from './cluster.js';
import type { RecogniseContext } from './context.js';
import { hosting } from './hosts.js';
import { type Identity, identityOf } from './identity.js';
import { reach } from './provider.js';
import { publication } from './publication.js';
import type { QueueIdentity } from './queues.js';

export interface Surroundings {
  readonly context: RecogniseContext;
  readonly place: ClusterPlace;
  readonly pools: readonly Pool[];
  readonly queues: readonly QueueIdentity[];
}

/** The installation with its conditions; a DaemonSet finds its nodes by itself and needs no identity. */
export function conditioned(
  installation: Installation,
  release: ChartRelease,
  { context, place, pools, queues }: Surroundings,
): Installation {
  const deployed = installation.mode !== 'imds';
  const identity = deployed ? identityOf(context, release, queues) : undefined;
  const conditions = [
    moduleRelease(context, release),
    publication(context, release),
    // Values that are given alone, and what GitOps applies, go by no provider.
    isTerraform(context, release) ? reach(context, release, place) : undefined,
    told(installation, place),
    deployed ? hosting(context, release, installation, pools) : undefined,
    region(installation, place),
    identity && trust(identity, release, pools),
  ].filter((condition) => condition !== undefined);
  return {
    ...installation,
    conditions,
    ...(identity === undefined ? {} : { permits: identity.permits }),
  };
}

const isTerraform = (context: RecogniseContext, { address }: ChartRelease): boolean =>
  context.blockAt(address)?.labels[0] === 'helm_release';

/** Pod Identity needs its agent on the node, and Fargate has none (Amazon EKS User Guide pod-identities). */
function trust(
  { trust: said, associated }: Identity,
  { namespace }: ChartRelease,
  pools: readonly Pool[],
): Condition {
  if (!associated || namespace === undefined || isUnknown(namespace)) return said;
  const profile = pools.find(({ namespaces }) => namespaces?.includes(namespace.value));
  if (profile === undefined) return said;
  const says = `its pods run on Fargate by "${profile.id}", where EKS Pod Identity does not work`;
  return { name: 'identity', open: false, from: profile.from, says };
}

/** Karpenter works for the cluster that its values name. */
function told(installation: Installation, { cluster }: ClusterPlace): Condition | undefined {
  if (installation.handler !== 'karpenter') return undefined;
  const name = ['settings.clusterName', 'settings.aws.clusterName']
    .map((key) => text(installation.setting(key)))
    .find((value) => value !== undefined && (isUnknown(value) || value.value !== ''));
  const condition = { name: 'cluster' as const, from: name?.from ?? installation.from };
  if (name === undefined) {
    const says = `${installation.id} is told which cluster it works for`;
    return { ...condition, open: true, says, assuming: { id: `told:${installation.id}`, says } };
  }
  const open = same(name, cluster.name) !== false;
  const says = `it is told to work for ${isUnknown(name) ? name.term : name.value}`;
  return { ...condition, open, says };
}

/** NTH calls AWS where its values say; Karpenter where its node stands. */
function region(installation: Installation, { cluster }: ClusterPlace): Condition | undefined {
  if (installation.mode !== 'queue') return undefined;
  const given = text(installation.setting('awsRegion'));
  if (given === undefined || isUnknown(given) || given.value === '') return undefined;
  if (cluster.region === undefined || isUnknown(cluster.region)) return undefined;
  const open = same(given, cluster.region);
  return { name: 'region', open, from: given.from, says: `it calls AWS in ${given.value}` };
}

/** A release inside a registry module is what the module's own release makes of it: one that is pinned and known. */
function moduleRelease(
  context: RecogniseContext,
  { address }: ChartRelease,
): Condition | undefined {
  const call = context.configuration.blocks.find(
    (block) => block.type === 'module' && address.startsWith(`${block.address}.`),
  );
  const source = text(entry(call?.body, 'source'));
  const known = source && !isUnknown(source) && context.moduleReleases(source.value);
  if (call === undefined || !known) return undefined;
  const version = text(entry(call.body, 'version'));
  const written = version === undefined || isUnknown(version) ? undefined : version.value.trim();
  const condition = {
    name: 'chart' as const,
    open: true as const,
    from: version?.from ?? call.from,
  };
  if (written !== undefined && known.includes(written))
    return { ...condition, says: `it is made by release ${written} of ${call.address}` };
  const release = written === undefined ? 'the newest release' : `a release ${written}`;
  const says = `${release} of ${call.address} does as the newest one that is known`;
  return { ...condition, says, assuming: { id: `module:${call.address}`, says } };
}
