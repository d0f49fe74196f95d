/** EKS and Auto Scaling act on their own pools without being installed. */
import type { Installation, Pool } from '../model/system.js';

/** One installation of each for every cluster that has pools of theirs. */
export function implicit(pools: readonly Pool[]): readonly Installation[] {
  const clusters = [...new Set(pools.map(({ cluster }) => cluster))];
  return clusters.flatMap((cluster) => {
    const own = pools.filter((pool) => pool.cluster === cluster);
    return [
      ...native(
        'eks',
        own.find(({ kind }) => kind === 'ManagedNodeGroup' || kind === 'AutoMode'),
      ),
      ...native(
        'asg',
        own.find(
          ({ kind, capacityRebalance }) =>
            kind === 'SelfManagedNodeGroup' && capacityRebalance !== false,
        ),
      ),
    ];
  });
}

const native = (handler: 'eks' | 'asg', pool: Pool | undefined): readonly Installation[] =>
  pool === undefined
    ? []
    : [
        {
          id: handler,
          handler,
          cluster: pool.cluster,
          exists: true,
          releases: { allowed: [], beyondFacts: false, written: undefined },
          setting: () => undefined,
          from: pool.from,
        },
      ];
