/**
 * The clusters of a configuration, and which of them a thing belongs to. Two
 * mentions are two clusters only where the text tells them apart: different
 * names, regions, or arguments of calls that every cluster has once.
 */
import type { KubeObject } from '../configuration/configuration.js';
import type { Cluster } from '../model/system.js';
import type { Origin } from '../source/span.js';
import { same } from '../value/read.js';
import { isUnknown, type Maybe, unknown } from '../value/value.js';
import { modulesAbove } from './addresses.js';
import type { ChartRelease } from './charts.js';
import type { ClusterPlace } from './cluster.js';
import { type RecogniseContext, regionOf } from './context.js';
import { accessed, type Kind, type Mention, mentionsOf } from './mentions.js';

export interface KnownCluster extends ClusterPlace {
  /** Every value by which it is named. */
  readonly names: readonly Maybe<string>[];
  /** Every value that is its endpoint. */
  readonly endpoints: readonly Maybe<string>[];
  /** Addresses of blocks that are the cluster or are given it. */
  readonly mentions: ReadonlySet<string>;
}

/** At least one: what stands nowhere stands in the one cluster that there is. */
export function clustersOf(
  context: RecogniseContext,
  releases: readonly ChartRelease[],
  nowhere: Origin,
): readonly KnownCluster[] {
  const drafts: Draft[] = [];
  for (const mention of mentionsOf(context, releases)) place(drafts, mention);
  if (drafts.length === 0) for (const mention of accessed(context)) place(drafts, mention);
  if (drafts.length === 0) drafts.push(unnamed(context, nowhere));
  return drafts.map((draft, index) => clusterOf(draft, drafts.slice(0, index)));
}

interface Draft {
  readonly name: Maybe<string>;
  /** Other names by which it was mentioned. */
  readonly aliases: Maybe<string>[];
  readonly region: Maybe<string> | undefined;
  readonly endpoints: Maybe<string>[];
  readonly kinds: Set<Kind>;
  readonly mentions: Set<string>;
  readonly from: Origin;
  /** It is called something only because it has to be. */
  readonly unnamed?: true;
}

/** Adds a mention to the cluster that it is of, or as a cluster of its own. */
function place(drafts: Draft[], mention: Mention): void {
  const { kind, name } = mention;
  const own = find(drafts, mention);
  if (own !== undefined) {
    if (mention.at !== undefined) own.mentions.add(mention.at);
    if (mention.endpoint !== undefined) own.endpoints.push(mention.endpoint);
    if (name !== undefined) own.aliases.push(name);
    own.kinds.add(kind);
    return;
  }
  // Tags are the last to be heard: groups are of clusters that something else names.
  if (kind === 'tag' && drafts.some(({ kinds }) => !kinds.has('tag'))) return;
  // A part whose cluster nobody else names is a part of some cluster that is known, or of one elsewhere.
  if (name === undefined || (kind === 'part' && isUnknown(name) && drafts.length > 0)) return;
  drafts.push({
    name,
    aliases: kind === 'cluster' || kind === 'data' ? identities(mention) : [],
    region: mention.region,
    endpoints: mention.endpoint === undefined ? [] : [mention.endpoint],
    kinds: new Set([kind]),
    mentions: new Set(mention.at === undefined ? [] : [mention.at]),
    from: mention.from,
  });
}

/** The id of a cluster is its name. */
const identities = ({ at, from }: Mention): Maybe<string>[] =>
  at === undefined ? [] : ['id', 'name'].map((key) => unknown('apply', `${at}.${key}`, from));

function find(drafts: readonly Draft[], mention: Mention): Draft | undefined {
  const { kind, name, endpoint } = mention;
  const near = drafts.filter((draft) => sameRegion(draft.region, mention.region));
  const named = near.find((draft) =>
    [draft.name, ...draft.aliases].some((own) => name !== undefined && same(own, name) === true),
  );
  if (named !== undefined) return named;
  const reached = near.find((draft) =>
    draft.endpoints.some((known) => endpoint !== undefined && same(known, endpoint) === true),
  );
  if (reached !== undefined) return reached;
  const possible = near.filter((draft) => name === undefined || same(draft.name, name) !== false);
  const [only, second] = possible;
  // What names its cluster in another way than the only one that it can be of is still of that one.
  return second === undefined && only !== undefined && !only.kinds.has(kind) ? only : undefined;
}

/** Only two regions that are known can differ. */
const sameRegion = (a: Maybe<string> | undefined, b: Maybe<string> | undefined): boolean =>
  a === undefined || b === undefined || same(a, b) !== false;

function unnamed(context: RecogniseContext, from: Origin): Draft {
  const { region } = context;
  return {
    name: unknown('unread', 'name of the cluster', from),
    aliases: [],
    region: commonRegion(context) ?? (region === undefined ? undefined : { value: region, from }),
    endpoints: [],
    kinds: new Set(),
    mentions: new Set(),
    from,
    unnamed: true,
  };
}

/** The region in which all groups are, or else all queues. */
function commonRegion(context: RecogniseContext): Maybe<string> | undefined {
  for (const type of ['aws_autoscaling_group', 'aws_sqs_queue']) {
    const [first, ...others] = context.resources(type).map((block) => regionOf(context, block));
    if (first === undefined) continue;
    return others.every((other) => other !== undefined && same(first, other) === true)
      ? first
      : unknown('unread', 'region of the cluster', first.from);
  }
  return undefined;
}

function clusterOf(draft: Draft, before: readonly Draft[]): KnownCluster {
  const { name, region, from } = draft;
  const id = draft.unnamed ? 'cluster' : isUnknown(name) ? name.term : name.value;
  const taken = before.some((other) => same(other.name, name) === true);
  const where =
    region === undefined ? String(before.length) : isUnknown(region) ? region.term : region.value;
  const cluster: Cluster = {
    id: taken ? `${id} in ${where}` : id,
    name,
    ...(draft.unnamed && { unnamed: true }),
    ...(region === undefined ? {} : { region }),
    blindSpots: [],
    from,
  };
  const { aliases, endpoints, mentions } = draft;
  const [endpoint] = endpoints;
  return {
    cluster,
    ...(endpoint === undefined ? {} : { endpoint }),
    names: [name, ...aliases],
    endpoints,
    mentions,
  };
}

/** By name: the cluster that has it, in the region where several have. */
export function namedCluster(
  clusters: readonly KnownCluster[],
  name: Maybe<string> | undefined,
  region?: Maybe<string>,
): KnownCluster | undefined {
  if (clusters.length === 1) return clusters[0];
  if (name === undefined) return undefined;
  const named = clusters.filter(({ names }) => names.some((own) => same(own, name) === true));
  return named.find(({ cluster }) => sameRegion(cluster.region, region)) ?? named[0];
}

/** By place: the cluster that an enclosing module is given, or that stands in the same module. */
export function surroundingCluster(
  clusters: readonly KnownCluster[],
  address: string,
): KnownCluster | undefined {
  for (const module of modulesAbove(address)) {
    const given = clusters.filter(({ mentions }) => mentions.has(module));
    if (given.length === 1) return given[0];
    const inside = clusters.filter(({ mentions }) =>
      [...mentions].some((mention) => mention.startsWith(`${module}.`)),
    );
    if (inside.length === 1) return inside[0];
  }
  return undefined;
}

/** The cluster of an object that stands in a file: the one that somebody said, or the only one. */
export function objectCluster(
  clusters: readonly KnownCluster[],
  object: KubeObject,
): KnownCluster | undefined {
  const { cluster: name } = object;
  if (name === undefined) return clusters.length === 1 ? clusters[0] : undefined;
  return clusters.find(({ cluster }) => !isUnknown(cluster.name) && cluster.name.value === name);
}
