/** Owners that a handler cannot be kept from, or cannot get at, because it does not tell pools apart. */
import type { Finding } from '../diagnostics/finding.js';
import type { EventKind } from '../facts/reactions.js';
import type { Intent, PoolIntent } from './intent.js';
import { nthSets, ownedByNth, possibleEvents } from './nth-sets.js';

type Reactions = typeof import('../facts/reactions.js');

export function checkReach(intent: Intent, reactions: Reactions): readonly Finding[] {
  const nodePools = intent.pools.filter(({ kind }) => kind === 'NodePool');
  return [
    ...reactions.OCCURRENCES.flatMap(({ event }) =>
      sharedByKarpenter(intent, reactions, event, nodePools),
    ),
    ...nodePools.flatMap((pool) => untaggable(intent, reactions, pool)),
    ...intent.pools.flatMap((pool) => ofAutoMode(intent, reactions, pool)),
    ...intent.pools.flatMap((pool) => tagged(intent, reactions, pool)),
  ];
}

/**
 * A group whose instances carry the tag of an NTH that is not to own it: NTH asks for nothing else.
 * Where another handler owns it, read-back finds the two; here nobody in the cluster does.
 */
function tagged(intent: Intent, reactions: Reactions, pool: PoolIntent): readonly Finding[] {
  if (intent.nth.mode.value !== 'queue' || pool.tags === undefined) return [];
  const tags = pool.tags;
  const set = nthSets(intent, reactions).find(
    ({ managedTag, pools }) => tags.has(managedTag) && !pools.includes(pool),
  );
  const event = possibleEvents(reactions, pool).find((one) => {
    const { owner, basis } = intent.owner(pool, one);
    return set?.events.includes(one) && OUTSIDE.has(owner) && basis !== 'fact';
  });
  if (set === undefined || event === undefined) return [];
  const { owner, from } = intent.owner(pool, event);
  return [
    {
      rule: 'unexpressible-owner',
      severity: 'error',
      message: `"${owner}" cannot own ${event} of "${pool.name.value}": its instances carry "${set.managedTag}", by which NTH knows the nodes that are its own`,
      at: from.at,
      pool: pool.name.value,
      event,
      help: 'take the tag out of its tags, or give the pool to nth',
    },
  ];
}

const OUTSIDE: ReadonlySet<string> = new Set(['none', 'external']);

/**
 * Karpenter is installed for NodePools; that it can see Auto Mode's nodes is an accident, and no
 * way to own them. NTH in queue mode knows nodes by a tag, which nothing here gives to Auto Mode's.
 */
function ofAutoMode(
  { owner, nth }: Intent,
  reactions: Reactions,
  pool: PoolIntent,
): readonly Finding[] {
  if (pool.kind !== 'AutoMode') return [];
  const isForeign = (one: EventKind): boolean => {
    const { owner: wanted } = owner(pool, one);
    return wanted === 'karpenter' || (wanted === 'nth' && nth.mode.value === 'queue');
  };
  const event = possibleEvents(reactions, pool).find(isForeign);
  if (event === undefined) return [];
  const { owner: wanted, from } = owner(pool, event);
  const because =
    wanted === 'nth'
      ? 'in queue mode NTH knows nodes by a tag, and no policy tags those of Auto Mode'
      : 'nodes of Auto Mode are for EKS';
  return [
    {
      rule: 'unexpressible-owner',
      severity: 'error',
      message: `"${wanted}" cannot own ${event} of "${pool.name.value}": ${because}`,
      at: from.at,
      pool: pool.name.value,
      event,
      help: 'leave Auto Mode to eks, or make the pool a NodePool',
    },
  ];
}

/** What Karpenter's queue gets, Karpenter answers for every NodePool: rules know events, not pools. */
function sharedByKarpenter(
  { karpenter, owner }: Intent,
  reactions: Reactions,
  event: EventKind,
  nodePools: readonly PoolIntent[],
): readonly Finding[] {
  const answers = reactions
    .reactionsFor({ handler: 'karpenter', pool: 'NodePool', event, version: karpenter.chart.value })
    .some(({ channel, reaction }) => channel === 'queue' && reaction !== 'observe');
  const befallen = nodePools.filter((pool) => possibleEvents(reactions, pool).includes(event));
  const first = befallen.find((pool) => owner(pool, event).owner === 'karpenter');
  if (!answers || first === undefined) return [];
  return befallen.flatMap((pool): readonly Finding[] => {
    const { owner: wanted, from } = owner(pool, event);
    if (wanted === 'karpenter') return [];
    return [
      {
        rule: 'unexpressible-owner',
        severity: 'error',
        message: `"${wanted}" cannot own ${event} of "${pool.name.value}": Karpenter answers it for "${first.name.value}", and its queue does not tell NodePools apart`,
        at: from.at,
        pool: pool.name.value,
        event,
        related: [{ at: owner(first, event).from.at, message: 'Karpenter owns it here' }],
        help: 'give the event of all NodePools to karpenter, or of none',
      },
    ];
  });
}

/** Old charts ask the Auto Scaling group for their tag, and instances of a NodePool have none. */
function untaggable(intent: Intent, reactions: Reactions, pool: PoolIntent): readonly Finding[] {
  const { nth } = intent;
  const { carrier, versions } = reactions.tagCheckOf(nth.chart.value);
  const [event] = ownedByNth(intent, reactions, pool);
  if (nth.mode.value !== 'queue' || carrier !== 'group' || event === undefined) return [];
  return [
    {
      rule: 'unexpressible-owner',
      severity: 'error',
      message: `"nth" cannot own ${event} of "${pool.name.value}": up to chart ${versions[1] ?? ''} it knows nodes by the tags of their Auto Scaling group, and a NodePool has none`,
      at: intent.owner(pool, event).from.at,
      pool: pool.name.value,
      event,
      related: [{ at: nth.chart.from.at, message: 'the chart is written here' }],
      help: 'use a later chart, or leave NodePools to karpenter',
    },
  ];
}
