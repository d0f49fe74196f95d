/** Self-managed node groups: Auto Scaling groups whose instances join a cluster of EKS. */
import type { Block } from '../configuration/configuration.js';
import type { Hook, InstanceTag, Pool } from '../model/system.js';
import { not, or, type Tri, test } from '../value/logic.js';
import { elements, entry, flag, isAbsent, number, text } from '../value/read.js';
import { isUnknown, type Maybe, unknown, type Value } from '../value/value.js';
import type { RecogniseContext } from './context.js';
import type { GroupIdentity, GroupReference } from './groups.js';
import { kubeletData } from './kubelet.js';
import { instanceTags, launchBlock, templateOf } from './launch.js';
import { type BlockPool, labelsOf, titleOf } from './managed.js';

export interface GroupPool extends BlockPool {
  readonly group: GroupReference;
}

/** Groups that belong to a cluster by what they carry, or by what handlers put on them. */
export function groupPools(context: RecogniseContext): readonly GroupPool[] {
  return context.resources('aws_autoscaling_group').flatMap((block) => {
    const found = groupPool(context, block);
    return found === undefined ? [] : [found];
  });
}

function groupPool(context: RecogniseContext, block: Block): GroupPool | undefined {
  const { body } = block;
  const launch = launchOf(context, body);
  const kubelet = kubeletData(
    entry(launch?.body, 'user_data') ?? entry(launch?.body, 'user_data_base64'),
  );
  const tags = [...groupTags(block), ...(launch === undefined ? [] : instanceTags(launch))];
  const group = referenceOf(block);
  if (!kubelet.joins && !tags.some(isClusterTag) && !isHandled(context, block)) return undefined;
  const name = titleOf(block, 'name', 'name_prefix');
  const own = isAbsent(entry(body, 'name')) ? undefined : text(entry(body, 'name'));
  return {
    block,
    group,
    cluster: clusterTag(tags),
    pool: {
      name,
      kind: 'SelfManagedNodeGroup',
      presence: 'found',
      exists: block.exists,
      can: capacityOf(body, launch),
      labels: kubelet.unknown ?? labelsOf(undefined, kubelet.labels, name),
      taints: kubelet.unknown ?? { value: kubelet.taints, from: launch?.from ?? name.from },
      tags,
      capacityRebalance: flag(entry(body, 'capacity_rebalance')) ?? false,
      nodeRepair: false,
      // A name that AWS makes is known by reference only.
      groupName: own ?? unknown('apply', `${block.address}.name`, block.from),
      from: name.from,
    },
  };
}

/** How other blocks refer to a group: by name, which is its id, or by ARN. */
export function referenceOf(block: Block): GroupReference {
  const unknownOf = (attribute: string): Maybe<string> => ({
    unknown: 'apply',
    term: `${block.address}.${attribute}`,
    from: block.from,
  });
  const own = isAbsent(entry(block.body, 'name')) ? undefined : text(entry(block.body, 'name'));
  return {
    name: own ?? unknownOf('name'),
    aliases: [unknownOf('name'), unknownOf('id')],
    arn: unknownOf('arn'),
    address: block.address,
  };
}

const CLUSTER_TAG = /^(?:kubernetes\.io|k8s\.io)\/cluster(?:-autoscaler)?\//;

/** Tags that are only known as a whole are written out in its term. */
const isClusterTag = ({ key }: InstanceTag): boolean =>
  isUnknown(key)
    ? CLUSTER_TAG.test(key.prefix ?? '') || /"(?:kubernetes|k8s)\.io\/cluster\//.test(key.term)
    : CLUSTER_TAG.test(key.value) || /^eks:|^alpha\.eksctl\.io\//.test(key.value);

/** The cluster that a tag names in its key. */
function clusterTag(tags: readonly InstanceTag[]): Maybe<string> | undefined {
  for (const { key } of tags) {
    if (isUnknown(key)) {
      const [start, name, more] = key.parts ?? [];
      const begins =
        start !== undefined &&
        !isUnknown(start) &&
        /^(?:kubernetes\.io|k8s\.io)\/cluster\/$/.test(String(start.value));
      if (begins && name !== undefined && isUnknown(name) && more === undefined) return name;
      continue;
    }
    const name = /^(?:kubernetes\.io|k8s\.io)\/cluster\/(.+)$/.exec(key.value)?.[1];
    if (name !== undefined) return { value: name, from: key.from };
  }
  return undefined;
}

/** NTH's hook or its tag is on the group: somebody takes it for a group of nodes. */
function isHandled(context: RecogniseContext, block: Block): boolean {
  const named = ['name', 'id', 'arn'].map((attribute) => `${block.address}.${attribute}`);
  const own = text(entry(block.body, 'name'));
  return [
    ...context.resources('aws_autoscaling_lifecycle_hook'),
    ...context.resources('aws_autoscaling_group_tag'),
  ].some((other) => {
    const name = text(entry(other.body, 'autoscaling_group_name'));
    if (name === undefined) return false;
    if (isUnknown(name)) return named.some((term) => name.term.includes(term));
    return own !== undefined && !isUnknown(own) && own.value === name.value;
  });
}

function launchOf(context: RecogniseContext, body: Value): Block | undefined {
  const direct = templateOf(context, entry(body, 'launch_template'));
  if (direct !== undefined) return direct;
  const policy = first(entry(body, 'mixed_instances_policy'));
  const specification = entry(
    first(entry(policy, 'launch_template')),
    'launch_template_specification',
  );
  const mixed = templateOf(context, specification);
  if (mixed !== undefined) return mixed;
  const configuration = isAbsent(entry(body, 'launch_configuration'))
    ? undefined
    : text(entry(body, 'launch_configuration'));
  return configuration && launchBlock(context, 'aws_launch_configuration', configuration);
}

const first = (value: Value | undefined): Value | undefined => {
  const items = elements(value);
  return 'unknown' in items ? items : items[0];
};

/** Tags of the group itself; those that are not propagated never reach an instance. */
function groupTags(block: Block): readonly InstanceTag[] {
  const written = [entry(block.body, 'tag'), entry(block.body, 'tags')];
  return written.flatMap((value): readonly InstanceTag[] => {
    const items = elements(isAbsent(value) ? undefined : value);
    if ('unknown' in items) return [{ key: items, from: block.from }];
    return items.map((item): InstanceTag => {
      if (isUnknown(item)) return { key: item, from: item.from };
      const key = text(entry(item, 'key')) ?? { value: '', from: item.from };
      const propagates = flag(entry(item, 'propagate_at_launch'));
      return { key, from: key.from, ...(propagates === false ? { only: 'group' as const } : {}) };
    });
  });
}

/** Spot by the policy's shares, by the template's market, or by the price of a launch configuration. */
function capacityOf(body: Value, launch: Block | undefined): Pool['can'] {
  const policy = first(entry(body, 'mixed_instances_policy'));
  if (policy !== undefined) return mixedCapacity(policy);
  const market = text(entry(first(entry(launch?.body, 'instance_market_options')), 'market_type'));
  const price = text(entry(launch?.body, 'spot_price'));
  const spot: Tri = or([
    market === undefined ? false : test(market, (type) => type === 'spot'),
    price === undefined ? false : test(price, (amount) => amount !== ''),
  ]);
  const block = market === undefined ? false : test(market, (type) => type === 'capacity-block');
  return { spot, 'on-demand': not(or([spot, block])), reserved: block };
}

/** Without a word on it, all capacity above the base of zero is on-demand (provider default 100). */
function mixedCapacity(policy: Value): Pool['can'] {
  if (isUnknown(policy)) return { spot: policy, 'on-demand': policy, reserved: false };
  const distribution = first(entry(policy, 'instances_distribution'));
  const above = number(entry(distribution, 'on_demand_percentage_above_base_capacity'));
  const base = number(entry(distribution, 'on_demand_base_capacity'));
  const spot = above === undefined ? false : test(above, (share) => share < 100);
  const onDemand = or([
    above === undefined ? true : test(above, (share) => share > 0),
    base === undefined ? false : test(base, (count) => count > 0),
  ]);
  return { spot, 'on-demand': onDemand, reserved: false };
}

/** Hooks that a group brings itself. */
export function ownHooks({ block }: GroupPool, pool: string): readonly Hook[] {
  const hooks = elements(entry(block.body, 'initial_lifecycle_hook'));
  if ('unknown' in hooks) return [];
  return hooks.map((hook) => {
    const transition = text(entry(hook, 'lifecycle_transition'));
    const timeout = number(entry(hook, 'heartbeat_timeout'));
    const name = text(entry(hook, 'name'));
    return {
      id:
        name === undefined || isUnknown(name)
          ? `${block.address} hook`
          : `${block.address} hook ${name.value}`,
      pool,
      transition:
        transition !== undefined && !isUnknown(transition) && transition.value.endsWith('LAUNCHING')
          ? ('launching' as const)
          : ('terminating' as const),
      ...(timeout === undefined ? {} : { timeout }),
      exists: isUnknown(hook) ? hook : block.exists,
      from: hook.from,
    };
  });
}

export const identityOf = ({ group }: GroupPool, pool: string): GroupIdentity => ({
  ...group,
  pool,
});
