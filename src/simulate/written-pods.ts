/** Pods of Deployments and the like, which no list says the nodes of: spread evenly over the pools that can take them. */
import type { KubeObject } from '../configuration/configuration.js';
import { workloadsOf } from '../manifests/workloads.js';
import { fits } from '../model/fit.js';
import { keptBy, selectsPods } from '../model/pdb.js';
import type { PoolTiming } from '../model/pool-timing.js';
import { DEFAULT_GRACE, type Workload } from '../model/workload.js';
import { isUnknown } from '../value/value.js';
import { budgetOver, type Placing } from './placed-nodes.js';
import { shareOf, type WrittenPods } from './populate.js';
import type { Drains } from './standing.js';
import type { PodKind } from './wave.js';

interface Spread {
  readonly kind: number;
  /** Pods in all; absent for one on each node. */
  readonly replicas?: number;
  /** Pools that can take it. */
  readonly pools: readonly number[];
}

/** Undefined where nothing is written that runs pods on these pools. */
export function writtenPods(
  objects: readonly KubeObject[],
  pools: readonly PoolTiming[],
  { into, take, drains }: Placing,
): WrittenPods | undefined {
  const { workloads, budgets } = workloadsOf(objects);
  for (const { daemon, replicas, kind, name } of workloads)
    if (!daemon && kind !== 'CronJob' && (replicas === undefined || isUnknown(replicas)))
      take(`"${name}" is left out: nothing says how many pods it has`);
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
    if (own.length === 0) {
      take(`"${workload.name}" is left out: no Spot pool of the policy takes its pods for certain`);
      return [];
    }
    const over = known.filter(({ budget }) => selectsPods(budget, workload));
    const budget = budgetOver(
      over.map(({ budget: { name } }) => name),
      () => over[0]?.index,
      into,
    );
    return [{ kind: into.kind(kindOf(workload, drains, budget)), replicas, pools: own }];
  });
  if (spread.length === 0) return undefined;
  if (!into.holds(spread.reduce((sum, { replicas = 0 }) => sum + replicas, 0)))
    return () => () => [];
  const daemons = daemonsOf(workloads, pools, { into, take, drains });
  take('pods are spread evenly over the nodes of the Spot pools that can take them');
  return (pool, nodes) => {
    const here = spread.filter((one) => one.pools.includes(pool));
    if (here.length === 0) return undefined;
    const all = [...here, ...daemons.filter((one) => one.pools.includes(pool))];
    return (node) =>
      all.flatMap(({ kind, replicas, pools: own }) => {
        if (replicas === undefined) return [kind];
        const share = shareOf(replicas, own.indexOf(pool), own.length);
        return Array.from({ length: shareOf(share, node, nodes) }, () => kind);
      });
  };
}

/** DaemonSets whose pods Karpenter evicts, one on each node. */
const daemonsOf = (
  workloads: readonly Workload[],
  pools: readonly PoolTiming[],
  { into, drains }: Placing,
): readonly Spread[] =>
  workloads
    .filter((workload) => workload.daemon && drains.standing(workload).tolerates !== true)
    .flatMap((workload) => {
      const own = pools.flatMap((pool, index) =>
        drains.byKarpenter(index) && fits(workload, pool.shape) === true ? [index] : [],
      );
      return own.length === 0 ? [] : [{ kind: into.kind(kindOf(workload, drains)), pools: own }];
    });

const kindOf = (workload: Workload, drains: Drains, budget?: number): PodKind => ({
  name: workload.namespace === 'default' ? workload.name : `${workload.namespace}/${workload.name}`,
  grace: isUnknown(workload.grace) ? DEFAULT_GRACE : workload.grace.value,
  volume: workload.volumes.length > 0,
  protected: workload.protection.some(({ value }) => value !== 'false'),
  ...drains.standing(workload),
  ...(budget !== undefined && { budget }),
});
