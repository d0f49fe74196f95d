/** The pools on which a handler's own pods can run: a handler without a node handles nothing. */
import type { Condition, Installation, Pool } from '../model/system.js';
import { entry, number } from '../value/read.js';
import { fromData, isUnknown, known } from '../value/value.js';
import type { ChartRelease } from './charts.js';
import type { RecogniseContext } from './context.js';
import { type Demand, mayRunOn } from './placement.js';
import { mergeValues, type ValueTree } from './values.js';

const PLACEMENT = ['nodeSelector', 'affinity', 'tolerations'];

export function hosting(
  { facts }: RecogniseContext,
  release: ChartRelease,
  { handler, releases, setting }: Installation,
  pools: readonly Pool[],
): Condition {
  const replicas = number(setting('replicas'));
  const condition = (open: boolean, says: string): Condition => ({
    name: 'host',
    open,
    from: replicas?.from ?? release.from,
    says,
  });
  if (replicas !== undefined && !isUnknown(replicas) && replicas.value === 0)
    return condition(false, 'it has no replicas');
  const version = releases.allowed.at(-1) ?? '';
  const defaults =
    handler === 'karpenter' ? facts.karpenter.chartValues(version) : facts.nth.nthValues(version);
  const demand = demandOf(withDefaults(release.values, defaults));
  const hosts = pools.filter((pool) => isHost(pool, demand, release));
  if (hosts.length > 0)
    return condition(true, `its pods can run on ${hosts.map(({ id }) => id).join(', ')}`);
  const says = 'its pods find a node outside of the pools in sight';
  return {
    ...condition(true, says),
    assuming: { id: `host:${release.address}`, says: `${release.address}: ${says}` },
  };
}

/** A Fargate profile takes the pods of its namespaces, whatever nodes they ask for. */
function isHost(pool: Pool, demand: Demand, { namespace }: ChartRelease): boolean {
  if (pool.kind !== 'FargateProfile') return mayRunOn(demand, pool) !== false;
  if (namespace === undefined || isUnknown(namespace)) return true;
  return pool.namespaces?.includes(namespace.value) === true;
}

/** Values of which nothing is known may ask for anything. */
const demandOf = ({ root, rest }: ValueTree): Demand => ({
  selector: rest ?? entry(root, 'nodeSelector'),
  affinity: rest ?? entry(root, 'affinity'),
  tolerations: rest ?? entry(root, 'tolerations'),
});

/** Helm merges objects with the chart's own values by key and replaces lists. */
function withDefaults(
  values: ValueTree,
  defaults: ReadonlyMap<string, { readonly default?: unknown }>,
): ValueTree {
  const { from } = values.root;
  const own = PLACEMENT.flatMap((key) => {
    const value = defaults.get(key)?.default;
    return value === undefined ? [] : [[key, fromData(value, from)] as const];
  });
  const merged = mergeValues({ root: known(new Map(own), from) }, values.root);
  return values.rest === undefined ? merged : { ...merged, rest: values.rest };
}
