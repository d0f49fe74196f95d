/** Pools of every kind, each in the cluster that it belongs to, with names that tell them apart. */
import type { Block } from '../configuration/configuration.js';
import type { Hook, Installation, InstanceTag, Pool } from '../model/system.js';
import type { Origin } from '../source/span.js';
import { and } from '../value/logic.js';
import { entry, same, text } from '../value/read.js';
import { isUnknown, type Maybe, type Unknown, unknown } from '../value/value.js';
import { type GroupPool, groupPools, identityOf, ownHooks } from './autoscaling.js';
import { type KnownCluster, namedCluster, surroundingCluster } from './clusters.js';
import { type RecogniseContext, regionOf } from './context.js';
import { type GroupIdentity, propagated, type UnseenGroup, unseenGroups } from './groups.js';
import { type BlockPool, managedPools } from './managed.js';
import { supposedPool } from './nodepools.js';

export interface GroupedPools {
  readonly pools: readonly Pool[];
  /** How blocks beside the groups refer to them. */
  readonly groups: readonly GroupIdentity[];
  readonly hooks: readonly Hook[];
}

export const noPools: GroupedPools = { pools: [], groups: [], hooks: [] };

/** A copy of something for each cluster that it may be of; one where the text tells which. */
export interface Placed<T> {
  readonly cluster: KnownCluster;
  readonly item: T;
  /** Given where the cluster is only one of several that it may be. */
  readonly maybe?: Unknown;
}

export function placed<T>(
  item: T,
  what: string,
  own: KnownCluster | undefined,
  clusters: readonly KnownCluster[],
): readonly Placed<T>[] {
  if (own !== undefined) return [{ cluster: own, item }];
  const [only, second] = clusters;
  if (only !== undefined && second === undefined) return [{ cluster: only, item }];
  return clusters.map((cluster) => ({
    cluster,
    item,
    maybe: unknown('unread', `cluster of ${what}`, cluster.cluster.from),
  }));
}

/** Node groups, Fargate profiles and Auto Mode's own pools. */
export function blockPools(
  context: RecogniseContext,
  clusters: readonly KnownCluster[],
): GroupedPools {
  const pools: Pool[] = [];
  const groups: GroupIdentity[] = [];
  const hooks: Hook[] = [];
  const add = (found: BlockPool): readonly string[] =>
    placed(found, found.block.address, clusterOf(context, clusters, found), clusters).map(
      ({ cluster, maybe }) => {
        const id = freeId(pools, found.pool.name, cluster, found.block);
        const exists = maybe === undefined ? found.pool.exists : and([found.pool.exists, maybe]);
        pools.push({ ...found.pool, id, cluster: cluster.cluster.id, exists });
        return id;
      },
    );
  for (const found of managedPools(context))
    for (const id of add(found))
      if (found.pool.kind === 'ManagedNodeGroup')
        groups.push({ pool: id, within: `${found.block.address}.resources` });
  for (const found of groupPools(context))
    for (const id of add(found)) {
      groups.push(identityOf(found, id));
      hooks.push(...ownHooks(found, id));
    }
  for (const unseen of unseenGroups(context, groups)) {
    const [first] = unseen.blocks;
    const own = first && surroundingCluster(clusters, first.address);
    const title = unseenTitle(unseen.name);
    for (const { cluster, maybe } of placed(unseen, title, own, clusters)) {
      const id = freeId(pools, { value: title, from: unseen.name.from }, cluster, first);
      const pool = unseenPool(unseen, title, first?.from ?? unseen.name.from);
      pools.push({ ...pool, id, cluster: cluster.cluster.id, exists: maybe ?? true });
      groups.push({ pool: id, name: unseen.name });
    }
  }
  return { pools, groups, hooks };
}

/** `var.batch_asg_arn` rather than the expression that cuts the name out of it. */
const unseenTitle = (name: Maybe<string>): string =>
  isUnknown(name) ? (/^replace\((.+?), "/s.exec(name.term)?.[1] ?? name.term) : name.value;

/** A group that hooks or tags are put on, and that lives elsewhere. */
function unseenPool(
  { name, blocks }: UnseenGroup,
  title: string,
  from: Origin,
): Omit<Pool, 'id' | 'cluster' | 'exists'> {
  const open = (what: string): Unknown => unknown('unread', `${what} of the group ${title}`, from);
  const can = open('capacity types');
  return {
    name: { value: title, from: name.from },
    kind: 'SelfManagedNodeGroup',
    presence: 'supposed',
    can: { spot: can, 'on-demand': can, reserved: false },
    labels: open('labels'),
    taints: open('taints'),
    tags: blocks.flatMap((block) => ownTags(block, title)),
    capacityRebalance: false,
    nodeRepair: false,
    groupName: name,
    from: name.from,
  };
}

/** What is put on an unseen group from outside is taken to be among its own tags too. */
const ownTags = (block: Block, title: string): readonly InstanceTag[] =>
  propagated(entry(block.body, 'tag')).map((key) => ({
    key,
    from: block.from,
    assuming: {
      id: `own-tag:${title}`,
      says: `the group ${title} has the tag ${isUnknown(key) ? key.term : `"${key.value}"`} among its own tags, so that every instance carries it from its launch on`,
    },
  }));

const clusterOf = (
  context: RecogniseContext,
  clusters: readonly KnownCluster[],
  { cluster, block }: BlockPool | GroupPool,
): KnownCluster | undefined =>
  namedCluster(clusters, cluster, regionOf(context, block)) ??
  clusters.find(({ mentions }) => mentions.has(block.address)) ??
  surroundingCluster(clusters, block.address);

/** The name where it is free, else the name with its cluster, else with its address. */
export function freeId(
  taken: readonly Pool[],
  name: Maybe<string>,
  { cluster }: KnownCluster,
  block: Block | undefined,
): string {
  const own = isUnknown(name) ? name.term : name.value;
  const isFree = (id: string): boolean => !taken.some((pool) => pool.id === id);
  const inCluster = `${own} of ${cluster.id}`;
  const candidates = [own, inCluster, `${own} (${block?.address ?? taken.length})`];
  return candidates.find(isFree) ?? `${inCluster} (${taken.length})`;
}

/** NodePools that live elsewhere, for each cluster in which Karpenter runs and none is in sight. */
export function supposedPools(
  clusters: readonly KnownCluster[],
  installed: readonly Installation[],
  found: readonly Pool[],
): readonly Pool[] {
  const several = clusters.length > 1;
  return clusters.flatMap(({ cluster }) => {
    const karpenter = installed.find(
      ({ handler, cluster: id, exists }) =>
        handler === 'karpenter' && id === cluster.id && exists !== false,
    );
    const inSight = found.some(({ kind, cluster: id }) => kind === 'NodePool' && id === cluster.id);
    if (karpenter === undefined || inSight) return [];
    const pool = supposedPool(cluster.id, karpenter.from);
    return [several ? { ...pool, id: `${pool.id} of ${cluster.id}` } : pool];
  });
}

/** A cluster's name in what an object refers to: Karpenter's discovery tags carry it. */
export function discoveredCluster(
  clusters: readonly KnownCluster[],
  names: readonly Maybe<string>[],
): KnownCluster | undefined {
  const found = clusters.filter(({ cluster }) =>
    names.some((name) => same(cluster.name, name) === true),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** What the selectors of a node class look for, as the values of tags. */
export const discoveryNames = (spec: Parameters<typeof entry>[0]): readonly Maybe<string>[] =>
  ['subnetSelectorTerms', 'securityGroupSelectorTerms', 'subnetSelector', 'securityGroupSelector']
    .flatMap((key) => {
      const terms = entry(spec, key);
      if (terms === undefined || isUnknown(terms)) return [];
      return Array.isArray(terms.value) ? terms.value.map((term) => entry(term, 'tags')) : [terms];
    })
    .flatMap((tags) => {
      const value = text(entry(tags, 'karpenter.sh/discovery'));
      return value === undefined ? [] : [value];
    });
