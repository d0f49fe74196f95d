/** Pods of Deployments and the like, which no list says the nodes of: spread evenly over the pools that can take them. */
import type { KubeObject } from '../configuration/configuration.js';
import { workloadsOf } from '../manifests/workloads.js';
import { fits } from '../model/fit.js';
import { keptBy, selectsPods } from '../model/pdb.js';
import type { PoolTiming } from '../model/pool-timing.js';
import { DEFAULT_GRACE, type Workload } from '../model/workload.js';
import { isUnknown } from '../value/value.js';
import { shareOf, type WrittenPods } from './populate.js';
import type { Collector } from './population.js';

interface Spread {
  readonly kind: number;
  readonly replicas: number;
  /** Pools that can take it. */
  readonly pools: readonly number[];
}

/** Undefined where nothing is written that runs pods on these pools. */
export function writtenPods(
  objects: readonly KubeObject[],
  pools: readonly PoolTiming[],
  into: Collector,
  take: (says: string) => void,
): WrittenPods | undefined {
  const { workloads, budgets } = workloadsOf(objects);
  const counted = workloads.flatMap((workload) => {
    const { replicas, daemon } = workload;
    return daemon || replicas === undefined || isUnknown(replicas) || replicas.value < 1
      ? []
      : [{ workload, replicas: replicas.value }];
  });
  const known = budgets.map((budget) => {
    const healthy = counted
      .filter(({ workload }) => selectsPods(budget, workload))
      .reduce((sum, { replicas }) => sum + replicas, 0);
    const { name } = budget;
    return { budget, index: into.budget({ name, healthy, desired: keptBy(budget, healthy) }) };
  });
  const spread = counted.flatMap(({ workload, replicas }): readonly Spread[] => {
    const own = pools.flatMap((pool, index) =>
      fits(workload, pool.shape) === true ? [index] : [],
    );
    if (own.length === 0) return [];
    const over = known.find(({ budget }) => selectsPods(budget, workload));
    return [{ kind: into.kind(kindOf(workload, over?.index)), replicas, pools: own }];
  });
  if (spread.length === 0) return undefined;
  if (!into.holds(spread.reduce((sum, { replicas }) => sum + replicas, 0))) return () => () => [];
  take('pods are spread evenly over the nodes of the Spot pools that can take them');
  return (pool, nodes) => {
    const here = spread.filter((one) => one.pools.includes(pool));
    if (here.length === 0) return undefined;
    return (node) =>
      here.flatMap(({ kind, replicas, pools: own }) => {
        const all = shareOf(replicas, own.indexOf(pool), own.length);
        return Array.from({ length: shareOf(all, node, nodes) }, () => kind);
      });
  };
}

const kindOf = (workload: Workload, budget: number | undefined) => ({
  name: workload.namespace === 'default' ? workload.name : `${workload.namespace}/${workload.name}`,
  grace: isUnknown(workload.grace) ? DEFAULT_GRACE : workload.grace.value,
  volume: workload.volumes.length > 0,
  protected: workload.protection.some(({ value }) => value !== 'false'),
  ...(budget !== undefined && { budget }),
});
