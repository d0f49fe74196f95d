/**
 * What the policy says of node groups that Terraform writes elsewhere, in the
 * form in which terraform-aws-modules/eks/aws takes it: tags, Capacity
 * Rebalancing, the shares of Spot and on-demand, how many nodes an update or a
 * refresh takes at once, how long instances live, and auto repair.
 */

import type { PoolIntent } from '../../policy/intent.js';
import { partsOf, type Share } from '../../policy/mix.js';
import { managedTagOf } from '../../policy/nth-sets.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import { entry } from '../../value/read.js';
import type { CompileContext } from '../context.js';
import { lifetimeOf, refreshOf, updateOf } from '../drain-rules.js';
import type { Attributes } from '../plan.js';

/** By the input of terraform-aws-modules/eks/aws. */
export function nodeGroupMaps(context: CompileContext): Attributes {
  return {
    eks_managed_node_groups: groups(context, 'ManagedNodeGroup', managed),
    self_managed_node_groups: groups(context, 'SelfManagedNodeGroup', selfManaged),
  };
}

type Entries = Readonly<Record<string, Expression | undefined>>;
type Describe = (context: CompileContext, pool: PoolIntent, part: Part) => Entries;
type Part = Pick<Share, 'capacityTypes'>;

function groups(
  context: CompileContext,
  kind: PoolIntent['kind'],
  describe: Describe,
): Expression | undefined {
  const made = context.intent.pools
    .filter((pool) => pool.kind === kind)
    .flatMap((pool) => partsOf(pool).map((part) => ({ pool, part })))
    .map(({ pool, part }) => {
      const all = { tags: tags(context, pool), ...describe(context, pool, part) };
      const entries = Object.entries(all).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value] as const],
      );
      return [part.name, make.object(entries, pool.name.from.at)] as const;
    });
  return made.length === 0 ? undefined : make.object(made, context.at);
}

/** The tag by which NTH knows the instances, among the group's own, so that it reaches each at its launch. */
function tags({ intent, facts }: CompileContext, pool: PoolIntent): Expression | undefined {
  const tag = managedTagOf(intent, facts.reactions, pool);
  const all = {
    ...(pool.tags === undefined ? {} : Object.fromEntries(pool.tags)),
    ...(tag === undefined ? {} : { [tag]: 'true' }),
  };
  return Object.keys(all).length === 0 ? undefined : make.fromData(all, pool.name.from.at);
}

function managed({ intent }: CompileContext, pool: PoolIntent, part: Part): Entries {
  const { at } = pool.mix.from;
  const update = entry(intent.drain, 'pools', pool.name.value, 'updateConfig');
  const types = { spot: 'SPOT', 'on-demand': 'ON_DEMAND', reserved: 'CAPACITY_BLOCK' };
  const [type] = part.capacityTypes;
  return {
    capacity_type: type && make.literal(types[type], at),
    node_repair_config:
      pool.nodeRepair && make.fromData({ enabled: pool.nodeRepair.value }, pool.nodeRepair.from.at),
    update_config: update && make.fromData(updateOf(update), update.from.at),
  };
}

function selfManaged({ intent }: CompileContext, pool: PoolIntent): Entries {
  const { mix, capacityRebalance } = pool;
  const { at } = mix.from;
  const mixed = mix.spot > 0 || mix.onDemandBase > 0;
  const rules = entry(intent.drain, 'pools', pool.name.value);
  const [refresh, expire] = [entry(rules, 'instanceRefresh'), entry(rules, 'expireAfter')];
  const lifetime = expire && lifetimeOf(expire);
  return {
    capacity_rebalance:
      capacityRebalance && make.literal(capacityRebalance.value, capacityRebalance.from.at),
    // Without it a launch template takes any reservation that is open, and on-demand where there is none.
    capacity_reservation_specification:
      mix.reserved > 0
        ? make.fromData({ capacity_reservation_preference: 'capacity-reservations-only' }, at)
        : undefined,
    use_mixed_instances_policy: mixed ? make.literal(true, at) : undefined,
    mixed_instances_policy: mixed
      ? make.fromData({ instances_distribution: distribution(mix) }, at)
      : undefined,
    instance_refresh:
      refresh &&
      make.fromData({ strategy: 'Rolling', preferences: refreshOf(refresh) }, refresh.from.at),
    max_instance_lifetime:
      expire && lifetime !== undefined ? make.literal(lifetime, expire.from.at) : undefined,
  };
}

/** Shares as Auto Scaling has them; Spot from the pools that are least likely to be reclaimed at a fair price. */
const distribution = ({ onDemand, onDemandBase }: PoolIntent['mix']): object => ({
  on_demand_base_capacity: onDemandBase,
  on_demand_percentage_above_base_capacity: onDemand,
  spot_allocation_strategy: 'price-capacity-optimized',
});
