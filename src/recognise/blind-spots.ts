/**
 * What was not read although it may belong to a cluster: modules that get it,
 * and Applications that install what lies elsewhere. With one of them, the
 * absence of a handler or of a pool is unknown.
 */
import type { Block, KubeObject } from '../configuration/configuration.js';
import type { Cluster, Installation, Pool } from '../model/system.js';
import { entries, isAbsent, text } from '../value/read.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';
import { appsOfApps } from './applications.js';
import { type KnownCluster, objectCluster } from './clusters.js';
import type { RecogniseContext } from './context.js';
import type { ReadCall } from './written.js';

type BlindSpot = Cluster['blindSpots'][number];

/** Modules that put no handler on a cluster and no node in it, by the beginning of their names. */
const HARMLESS = [
  'terraform-aws-modules/',
  'aws-ia/eks-blueprints-teams/',
  'cloudposse/label/',
  'cloudposse/vpc/',
];
/** Modules of the same owners that may. */
const NOT_HARMLESS = /^terraform-aws-modules\/(?:eks|autoscaling|eventbridge|sqs)\//;

type UnreadCall = Pick<ReadCall, 'address' | 'source'>;

/** The blind spots of a cluster. */
export function blindSpotsOf(
  context: RecogniseContext,
  { cluster, mentions, endpoint }: KnownCluster,
  clusters: readonly KnownCluster[],
  unread: readonly UnreadCall[],
  objects: readonly KubeObject[],
): readonly BlindSpot[] {
  const modules = context.configuration.blocks.flatMap((block): readonly BlindSpot[] => {
    if (block.type !== 'module' || block.exists === false) return [];
    const call = unread.find(({ address }) => isInstance(block.address, address));
    if (call === undefined || isHarmless(call.source)) return [];
    if (!mentions.has(block.address) && !getsCluster(block, cluster, endpoint)) return [];
    const source = call.source === undefined ? '' : ` ("${call.source}")`;
    return [
      {
        says: `what ${block.address}${source} does with the cluster`,
        from: block.from,
      },
    ];
  });
  const applications = appsOfApps(objects)
    .filter(({ object }) => objectCluster(clusters, object)?.cluster === cluster)
    .map(({ says, object }) => ({ says, from: object.from }));
  return [...modules, ...applications];
}

/** NodePools need a Karpenter: where none is in sight it is installed elsewhere, with settings of its own. */
export function unseenKarpenter(
  { cluster }: KnownCluster,
  pools: readonly Pool[],
  installed: readonly Installation[],
): readonly BlindSpot[] {
  const first = pools.find(({ kind, cluster: id }) => kind === 'NodePool' && id === cluster.id);
  const isInSight = installed.some(
    ({ handler, cluster: id }) => handler === 'karpenter' && id === cluster.id,
  );
  if (first === undefined || isInSight) return [];
  return [{ says: 'the Karpenter of these NodePools (installed elsewhere)', from: first.from }];
}

const isInstance = (address: string, call: string): boolean =>
  address === call || address.startsWith(`${call}[`);

const isHarmless = (source: string | undefined): boolean =>
  source !== undefined &&
  HARMLESS.some((start) => source.startsWith(start)) &&
  !NOT_HARMLESS.test(source);

/** Attributes by which a module is given a cluster, besides its name. */
const OF_CLUSTER =
  /(?:\baws_eks_cluster\.|\.cluster_(?:name|id|endpoint|certificate_authority_data|oidc_issuer_url)$|\.oidc_provider(?:_arn)?$|\.eks_cluster_(?:id|endpoint)$)/;

/** Whether an argument refers to the cluster, or says its name where a cluster's name is asked for. */
function getsCluster(block: Block, { name }: Cluster, endpoint: KnownCluster['endpoint']): boolean {
  const given = entries(block.body);
  if (isUnknown(given as Value)) return false;
  return [...(given as ReadonlyMap<string, Value>)].some(([key, value]) => {
    if (['source', 'version', 'providers', 'depends_on'].includes(key)) return false;
    const asksForCluster = /cluster|eks/i.test(key);
    return leaves(value).some((leaf) => {
      if (isUnknown(leaf)) {
        if (isUnknown(name) && leaf.term === name.term) return true;
        if (endpoint !== undefined && isUnknown(endpoint) && leaf.term === endpoint.term)
          return true;
        return OF_CLUSTER.test(leaf.term);
      }
      const written = isAbsent(leaf) ? undefined : text(leaf);
      return (
        asksForCluster &&
        written !== undefined &&
        !isUnknown(written) &&
        !isUnknown(name) &&
        written.value === name.value
      );
    });
  });
}

function leaves(value: Value): readonly Value[] {
  if (isUnknown(value)) return [value];
  if (isList(value.value)) return value.value.flatMap(leaves);
  if (isMap(value.value)) return [...value.value.values()].flatMap(leaves);
  return [value];
}
