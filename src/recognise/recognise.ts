/** The one door to the model: a configuration, whatever text it came from, as one system. */
import type { Configuration, KubeObject } from '../configuration/configuration.js';
import type { Cluster, EventRule, Installation, Poll, Pool, System } from '../model/system.js';
import { isAbsent, text } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';
import { type ChartRelease, helmRelease } from './charts.js';
import { clusterPlace, type SaidOfCluster } from './cluster.js';
import { conditioned } from './conditions.js';
import {
  type AssumedVersions,
  type ModuleReleases,
  type RecogniseContext,
  type RecogniseFacts,
  recogniseContext,
} from './context.js';
import { type GroupIdentity, type GroupReference, groupTagsOf, hooksOf } from './groups.js';
import { installationsOf } from './installations.js';
import { nodePoolsOf, supposedPool } from './nodepools.js';
import { releasedObjects } from './objects.js';
import { findQueue, type QueueIdentity, queuesOf } from './queues.js';
import { type Karpenter, karpenterOf, ready } from './readiness.js';
import { feedsOf, rulesOf } from './rules.js';

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
  readonly cluster?: SaidOfCluster;
  readonly moduleReleases?: ModuleReleases;
}

export function recognise(input: RecogniseInput): System {
  const { configuration, declared, facts, assume } = input;
  const context = recogniseContext(configuration, facts, assume ?? {}, input.moduleReleases);
  const releases = context.resources('helm_release').map(helmRelease);
  const place = clusterPlace(context, releases, input.cluster ?? {});
  const { cluster } = place;
  const installed = releases.flatMap((release) =>
    installationsOf(context, release, cluster.id).map((installation) => ({
      release,
      installation,
    })),
  );
  const queues = queuesOf(context);
  const rules = rulesOf(context);
  const groups = declared.map(({ pool, group }): GroupIdentity => ({ ...group, pool: pool.id }));
  const tags = groupTagsOf(context, groups);
  const bare = installed.map(({ installation }) => installation);
  const karpenter = bare.find(({ handler }) => handler === 'karpenter');
  const setup = karpenterOf(context, cluster, releases, karpenter?.releases.allowed.at(-1));
  const found = foundPools(configuration.objects, releases, cluster.id, setup);
  const pools = poolsOf(declared, found, bare, cluster, tags);
  const surroundings = { context, place, pools, queues };
  const made = installed.map(({ release, installation }) =>
    conditioned(installation, release, surroundings),
  );
  return {
    clusters: [cluster],
    pools,
    installations: [...made, ...implicit(pools, cluster)],
    queues: queues.map(({ queue }) => queue),
    rules,
    feeds: feedsOf(context, rules, queues),
    polls: bare.flatMap((installation) => pollsOf(context, installation, queues, rules)),
    hooks: hooksOf(context, groups),
  };
}

/** Pools from objects of their own and from those that releases carry, with what they need where Karpenter is in sight. */
function foundPools(
  objects: readonly KubeObject[],
  releases: readonly ChartRelease[],
  cluster: string,
  karpenter: Karpenter | undefined,
): readonly Pool[] {
  const carried = releases.flatMap((release) =>
    releasedObjects(release).map((object) => ({ object, release })),
  );
  const carriers = new Map(carried.map(({ object, release }) => [object, release]));
  const all = [...objects, ...carried.map(({ object }) => object)];
  return nodePoolsOf(all, cluster).map((found) =>
    karpenter === undefined ? found.pool : ready(found, carriers.get(found.object), karpenter),
  );
}

function poolsOf(
  declared: readonly DeclaredPool[],
  found: readonly Pool[],
  installed: readonly Installation[],
  cluster: Cluster,
  tags: ReturnType<typeof groupTagsOf>,
): readonly Pool[] {
  const pools: Pool[] = declared.map(({ pool, group }) => ({
    ...pool,
    cluster: cluster.id,
    ...groupNameOf(group),
    tags: [...pool.tags, ...(tags.get(pool.id) ?? [])],
  }));
  const karpenter = installed.find(({ handler }) => handler === 'karpenter');
  const nodePools = found.filter((pool) => pool.kind === 'NodePool');
  const supposed =
    karpenter !== undefined && karpenter.exists !== false && nodePools.length === 0
      ? [supposedPool(cluster.id, karpenter.from)]
      : [];
  return [...found, ...supposed, ...pools];
}

/** The name of a group, also out of an ARN that is written. */
function groupNameOf({ name, arn }: GroupReference): Pick<Pool, 'groupName'> {
  if (name !== undefined) return { groupName: name };
  if (arn === undefined || isUnknown(arn)) return {};
  const cut = arn.value.split('autoScalingGroupName/')[1];
  return cut === undefined ? {} : { groupName: { value: cut, from: arn.from } };
}

/** EKS and Auto Scaling act on their own pools without being installed. */
function implicit(pools: readonly Pool[], cluster: Cluster): readonly Installation[] {
  const made: Installation[] = [];
  const add = (handler: 'eks' | 'asg', pool: Pool | undefined): void => {
    if (pool === undefined) return;
    made.push({
      id: handler,
      handler,
      cluster: cluster.id,
      exists: true,
      releases: { allowed: [], beyondFacts: false, written: undefined },
      setting: () => undefined,
      from: pool.from,
    });
  };
  add(
    'eks',
    pools.find(({ kind }) => kind === 'ManagedNodeGroup' || kind === 'AutoMode'),
  );
  add(
    'asg',
    pools.find(
      ({ kind, capacityRebalance }) =>
        kind === 'SelfManagedNodeGroup' && capacityRebalance !== false,
    ),
  );
  return made;
}

/** The queue that an installation reads, by the value that names it. */
function pollsOf(
  context: RecogniseContext,
  installation: Installation,
  queues: readonly QueueIdentity[],
  rules: readonly EventRule[],
): readonly Poll[] {
  if (installation.mode === 'imds') return [];
  const value = queueValue(context, installation);
  const named = value === undefined || isAbsent(value) ? undefined : text(value);
  if (named === undefined || (!isUnknown(named) && named.value === '')) return [];
  const found = findQueue(queues, named);
  if (found !== undefined)
    return [
      {
        installation: installation.id,
        queue: found.queue.queue.id,
        open: found.is,
        from: named.from,
      },
    ];
  const inSight = queues.length > 0 || rules.length > 0;
  const name = isUnknown(named) ? named.term : named.value;
  return [
    {
      installation: installation.id,
      queue: name,
      open: inSight ? (isUnknown(named) ? named : false) : true,
      from: named.from,
      ...(inSight
        ? {}
        : {
            assuming: {
              id: 'queue-elsewhere',
              says: `the queue ${name} exists and receives what upstream's own rules send`,
            },
          }),
    },
  ];
}

function queueValue(context: RecogniseContext, installation: Installation): Value | undefined {
  if (installation.handler === 'nth') return installation.setting('queueURL');
  const newest = installation.releases.allowed.at(-1) ?? '';
  for (const key of context.facts.karpenter.queueSettings(newest)) {
    const value = installation.setting(key);
    if (value !== undefined && !isAbsent(value) && !(!isUnknown(value) && value.value === ''))
      return value;
  }
  return undefined;
}
