/** The pools that a policy describes, as the model sees them: node groups are asserted, not created. */
import type { Assumption, InstanceTag, Pool } from '../model/system.js';
import type { Intent, PoolIntent } from './intent.js';
import { partsOf } from './mix.js';
import { managedTagOf } from './nth-sets.js';

type Reactions = typeof import('../facts/reactions.js');

/** Node groups, Fargate profiles and Auto Mode pools of a policy. NodePools are found in what was compiled. */
export const declaredPools = (
  intent: Intent,
  reactions: Reactions,
): readonly (Omit<Pool, 'cluster'> & { readonly intent: PoolIntent })[] =>
  intent.pools
    .filter((pool) => pool.kind !== 'NodePool')
    .flatMap((pool) => partsOf(pool).map((part) => ({ pool, ...part })))
    .map(({ pool, name, capacityTypes }) => ({
      id: name,
      name: { ...pool.name, value: name },
      kind: pool.kind,
      presence: 'declared',
      exists: true,
      can: {
        spot: capacityTypes.includes('spot'),
        'on-demand': capacityTypes.includes('on-demand'),
        reserved: capacityTypes.includes('reserved'),
      },
      labels: { value: pool.labels, from: pool.from },
      taints: { value: pool.taints, from: pool.from },
      ...tagsOf(intent, reactions, pool),
      capacityRebalance: pool.capacityRebalance?.value ?? false,
      nodeRepair: pool.nodeRepair?.value ?? false,
      from: pool.name.from,
      intent: pool,
    }));

/**
 * A group that NTH owns must carry the managed tag from the launch of each
 * instance. Where the policy does not say its tags that is taken for granted,
 * and the proof says so.
 */
function tagsOf(
  intent: Intent,
  reactions: Reactions,
  pool: PoolIntent,
): Pick<Pool, 'tags' | 'otherTags'> {
  if (pool.tags !== undefined)
    return {
      tags: [...pool.tags.keys()].map(
        (key): InstanceTag => ({ key: { value: key, from: pool.from }, from: pool.from }),
      ),
    };
  const tag = managedTagOf(intent, reactions, pool);
  const { managedTag } = intent.nth;
  if (tag === undefined) return { tags: [], otherTags: noTag(pool.name.value, managedTag.value) };
  const key = { value: tag, from: managedTag.from };
  return { tags: [{ key, from: pool.from, assuming: ownTag(pool.name.value, tag) }] };
}

const noTag = (pool: string, tag: string): Assumption => ({
  id: `no-tag:${pool}`,
  says: `the instances of "${pool}" do not carry the tag "${tag}"`,
});

const ownTag = (pool: string, tag: string): Assumption => ({
  id: `own-tag:${pool}`,
  says: `the group "${pool}" has the tag "${tag}" among its own tags, so that every instance carries it from its launch on`,
});
