/** The one door to the model: a configuration, whatever text it came from, as one system. */
import type { Configuration } from '../configuration/configuration.js';
import type { Installation, Pool, System } from '../model/system.js';
import { and } from '../value/logic.js';
import { entry } from '../value/read.js';
import { isUnknown } from '../value/value.js';
import { applicationReleases } from './applications.js';
import { blindSpotsOf, unseenKarpenter } from './blind-spots.js';
import { atVersion, type ChartRelease, helmRelease } from './charts.js';
import { clusterPlace, firstOrigin, type SaidOfCluster } from './cluster.js';
import { clustersOf, type KnownCluster, objectCluster } from './clusters.js';
import { conditioned } from './conditions.js';
import {
  type AssumedVersions,
  type ModuleReleases,
  type RecogniseContext,
  type RecogniseFacts,
  recogniseContext,
} from './context.js';
import { type GroupReference, groupTagsOf, hooksOf } from './groups.js';
import { blockCluster, releaseCluster } from './helm-clusters.js';
import { implicit } from './implicit.js';
import { installationsOf } from './installations.js';
import { nodePoolsOf } from './nodepools.js';
import { type CarriedObject, carriedBy, manifestObjects, onlyOnce } from './objects.js';
import { withOwnTags } from './own-tags.js';
import { pollsOf } from './polls.js';
import {
  blockPools,
  discoveredCluster,
  discoveryNames,
  freeId,
  noPools,
  type Placed,
  placed,
  supposedPools,
} from './pools.js';
import { queuesOf } from './queues.js';
import { karpenterOf, ready } from './readiness.js';
import { feedsOf, rulesOf } from './rules.js';
import { valuesReleases } from './values-files.js';
import { noSources, type Sources, writtenOf } from './written.js';

/** A pool that a policy names and the configuration only refers to, with how it refers to its Auto Scaling group. */
export interface DeclaredPool {
  readonly pool: Omit<Pool, 'cluster'>;
  readonly group: GroupReference;
}

export interface RecogniseInput {
  readonly configuration: Configuration;
  readonly declared: readonly DeclaredPool[];
  readonly facts: RecogniseFacts;
  readonly assume?: AssumedVersions;
  /** What a policy says of its one cluster; without it there may be several. */
  readonly cluster?: SaidOfCluster;
  readonly moduleReleases?: ModuleReleases;
  /** The text behind the configuration, and how its calls of modules were read. */
  readonly sources?: Sources;
}

export function recognise(input: RecogniseInput): System {
  const { configuration, facts, assume } = input;
  const context = recogniseContext(configuration, facts, assume ?? {}, input.moduleReleases);
  const { objects, releases: written } = contents(context);
  const releases = written.map((release) => atVersion(release, context));
  const clusters = knownClusters(input, context, releases);
  const placedReleases = releases.flatMap((release) =>
    placed(release, release.address, releaseCluster(context, clusters, release), clusters),
  );
  const installed = placedReleases.flatMap((one) => installationsIn(context, one));
  const bare = installed.map(({ installation }) => installation);
  // A policy says which groups there are; the root that it compiles to only refers to them.
  const byBlocks = isOfPolicy(input) ? noPools : blockPools(context, clusters);
  const declared = declaredPools(input, clusters);
  const groups = [
    ...byBlocks.groups,
    ...declared.map(({ pool, group }) => ({ ...group, pool: pool.id })),
  ];
  const tags = groupTagsOf(context, groups);
  const withTags = [...declared.map(({ pool }) => pool), ...byBlocks.pools].map((pool) => ({
    ...pool,
    tags: [...pool.tags, ...(tags.get(pool.id) ?? [])],
  }));
  const found = objectPools(context, clusters, objects, placedReleases, bare, withTags);
  const launched = [...found, ...supposedPools(clusters, bare, found)].map((pool) =>
    withOwnTags(pool, clusters.find(({ cluster }) => cluster.id === pool.cluster)?.cluster),
  );
  const pools = [...launched, ...withTags];
  const queues = queuesOf(context);
  const rules = rulesOf(context);
  const made = installed.map(({ installation, release, cluster }) => {
    const own = pools.filter((pool) => pool.cluster === cluster.cluster.id);
    return conditioned(installation, release, { context, place: cluster, pools: own, queues });
  });
  const all = objects.map(({ object }) => object);
  const { sources = noSources } = input;
  const unread = sources.calls.filter(({ read }) => read === 'unread');
  return {
    clusters: clusters.map((known) => ({
      ...known.cluster,
      blindSpots: isOfPolicy(input)
        ? []
        : [
            ...blindSpotsOf(context, known, clusters, unread, all),
            ...unseenKarpenter(known, pools, bare),
          ],
    })),
    pools,
    installations: [...made, ...implicit(pools)],
    queues: queues.map(({ queue }) => queue),
    rules,
    feeds: feedsOf(context, rules, queues),
    polls: installed.flatMap(({ installation, cluster }) =>
      pollsOf(context, installation, cluster, queues, rules),
    ),
    hooks: [...hooksOf(context, groups), ...byBlocks.hooks],
    as: writtenOf(context, all, placedReleases, sources),
  };
}

interface Contents {
  readonly objects: readonly CarriedObject[];
  readonly releases: readonly ChartRelease[];
}

/** Objects and releases from every text that may hold them. */
function contents(context: RecogniseContext): Contents {
  const { configuration } = context;
  const written = configuration.objects.map((object): CarriedObject => ({ object }));
  const applied = onlyOnce([...written, ...manifestObjects(context)]);
  const helm = context.resources('helm_release').map(helmRelease);
  const gitOps = applied.flatMap((one) => applicationReleases(one, configuration.helmValues));
  const releases = [...helm, ...gitOps];
  return {
    objects: onlyOnce([...applied, ...releases.flatMap(carriedBy)]),
    releases: [...releases, ...valuesReleases(configuration.helmValues, releases)],
  };
}

const isOfPolicy = ({ cluster, declared }: RecogniseInput): boolean =>
  cluster !== undefined || declared.length > 0;

function knownClusters(
  input: RecogniseInput,
  context: RecogniseContext,
  releases: readonly ChartRelease[],
): readonly KnownCluster[] {
  if (!isOfPolicy(input)) return clustersOf(context, releases, firstOrigin(input.configuration));
  const place = clusterPlace(context, releases, input.cluster ?? {});
  return [{ ...place, names: [place.cluster.name], endpoints: [], mentions: new Set() }];
}

interface Installed {
  readonly installation: Installation;
  readonly release: ChartRelease;
  readonly cluster: KnownCluster;
}

function installationsIn(
  context: RecogniseContext,
  { item: release, cluster, maybe }: Placed<ChartRelease>,
): readonly Installed[] {
  return installationsOf(context, release, cluster.cluster.id).map((installation) => ({
    installation:
      maybe === undefined
        ? installation
        : { ...installation, exists: and([installation.exists, maybe]) },
    release,
    cluster,
  }));
}

interface PoolOfPolicy {
  readonly pool: Pool;
  readonly group: GroupReference;
}

const declaredPools = (
  { declared }: RecogniseInput,
  [first]: readonly KnownCluster[],
): readonly PoolOfPolicy[] =>
  declared.map(({ pool, group }) => ({
    pool: { ...pool, cluster: first?.cluster.id ?? '', ...groupNameOf(group) },
    group,
  }));

/** The name of a group, also out of an ARN that is written. */
function groupNameOf({ name, arn }: GroupReference): Pick<Pool, 'groupName'> {
  if (name !== undefined) return { groupName: name };
  if (arn === undefined || isUnknown(arn)) return {};
  const cut = arn.value.split('autoScalingGroupName/')[1];
  return cut === undefined ? {} : { groupName: { value: cut, from: arn.from } };
}

/** NodePools, each in its cluster, with what they need where Karpenter is in sight there. */
function objectPools(
  context: RecogniseContext,
  clusters: readonly KnownCluster[],
  objects: readonly CarriedObject[],
  releases: readonly Placed<ChartRelease>[],
  installed: readonly Installation[],
  others: readonly Pool[],
): readonly Pool[] {
  const carriers = new Map(objects.map((one) => [one.object, one] as const));
  const bare = objects.map(({ object }) => object);
  const made: Pool[] = [];
  for (const found of nodePoolsOf(bare, '')) {
    const carrier = carriers.get(found.object);
    const said =
      found.nodeClass === undefined ? [] : discoveryNames(entry(found.nodeClass.body, 'spec'));
    const own =
      objectCluster(clusters, found.object) ??
      carrierCluster(context, clusters, carrier) ??
      discoveredCluster(clusters, said);
    for (const { cluster, maybe } of placed(found, `NodePool ${found.pool.id}`, own, clusters)) {
      const id = freeId([...others, ...made], found.pool.name, cluster, carrier?.block);
      const pool = { ...found.pool, id, cluster: cluster.cluster.id };
      const karpenter = installed.find(
        (one) => one.handler === 'karpenter' && one.cluster === cluster.cluster.id,
      );
      const setup = karpenterOf(
        context,
        cluster.cluster,
        releases.filter((one) => one.cluster === cluster).map(({ item }) => item),
        karpenter?.releases.allowed.at(-1),
      );
      const complete =
        setup === undefined ? pool : ready({ ...found, pool }, carrier?.release, setup);
      made.push(
        maybe === undefined ? complete : { ...complete, exists: and([complete.exists, maybe]) },
      );
    }
  }
  return made;
}

function carrierCluster(
  context: RecogniseContext,
  clusters: readonly KnownCluster[],
  carrier: CarriedObject | undefined,
): KnownCluster | undefined {
  if (carrier?.block !== undefined) return blockCluster(context, clusters, carrier.block);
  return carrier?.release === undefined
    ? undefined
    : releaseCluster(context, clusters, carrier.release);
}
