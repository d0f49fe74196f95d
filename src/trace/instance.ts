/**
 * Whether the event can be about a node of the pool, and whether AWS sends it.
 * That it happened is given: what is not known of the pool does not speak
 * against it, what is known may.
 */
import type { Occurrence } from '../facts/reactions.js';
import type { Pool, System } from '../model/system.js';
import { or } from '../value/logic.js';
import { isUnknown } from '../value/value.js';
import type { TracedEvent } from './event.js';
import type { Hop } from './hop.js';

export function instanceHops(
  event: TracedEvent,
  pool: Pool,
  occurrence: Occurrence | undefined,
): readonly Hop[] {
  const group = groupHop(event, pool);
  return occurrence === undefined ? group : [befalls(pool, occurrence), ...group];
}

function befalls(pool: Pool, { event, pools, needs, source }: Occurrence): Hop {
  const hop = (passes: boolean, says: string): Hop => ({
    step: 'instance',
    node: pool.id,
    passes,
    says,
    from: pool.from,
    fact: source,
  });
  if (pool.exists === false) return hop(false, 'there is no such pool');
  if (!pools.includes(pool.kind)) return hop(false, `no ${event} befalls a ${pool.kind}`);
  if (needs === undefined) return hop(true, `any instance of a ${pool.kind} can have it`);
  const can = pool.can[needs];
  if (can === false)
    return hop(
      false,
      `the pool has no ${needs} capacity, so that the event is not about its nodes`,
    );
  return can === true
    ? hop(true, `the pool has ${needs} capacity`)
    : hop(
        true,
        `the node is ${needs} capacity, as the event shows; the text of the pool leaves it open`,
      );
}

/** An event of Auto Scaling names its group. */
function groupHop({ group, at }: TracedEvent, { groupName, id }: Pool): readonly Hop[] {
  if (group === undefined || groupName === undefined || isUnknown(groupName)) return [];
  const passes = groupName.value === group;
  return [
    {
      step: 'instance',
      node: id,
      passes,
      says: passes
        ? `its group is the pool's, "${group}"`
        : `its group is "${group}", the pool's is "${groupName.value}"`,
      from: at('detail', 'AutoScalingGroupName'),
    },
  ];
}

/** Auto Scaling sends a lifecycle action only where the group has a hook; EKS puts one on its own groups. */
export function hookHops(system: System, { kind }: TracedEvent, pool: Pool): readonly Hop[] {
  if (kind !== 'asg-termination' && kind !== 'asg-launch') return [];
  if (pool.kind === 'ManagedNodeGroup')
    return [
      {
        step: 'hook',
        node: pool.id,
        passes: true,
        says: 'EKS itself puts lifecycle hooks on the group, and Auto Scaling waits for them',
        from: pool.from,
        fact: 'aws-ia/terraform-aws-eks-blueprints pull request 1370',
      },
    ];
  const transition = kind === 'asg-termination' ? 'terminating' : 'launching';
  const own = system.hooks.filter(
    (hook) => hook.pool === pool.id && hook.transition === transition,
  );
  const open = or(own.map(({ exists }) => exists));
  const first = own.find(({ exists }) => exists === true) ?? own[0];
  return [
    {
      step: 'hook',
      node: first?.id ?? pool.id,
      passes: open,
      says:
        first === undefined
          ? `the group has no ${transition} lifecycle hook, so that Auto Scaling waits for nobody and sends nothing`
          : `Auto Scaling waits for ${first.id} and sends the event`,
      from: first?.from ?? pool.from,
    },
  ];
}
