/** Pools that EKS runs itself: managed node groups, Fargate profiles, the node pools that Auto Mode comes with. */
import type { Block } from '../configuration/configuration.js';
import type { CapacityType, InstanceTag, Pool, Taint } from '../model/system.js';
import { isUndecided, type Tri } from '../value/logic.js';
import { elements, entries, entry, flag, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import type { RecogniseContext } from './context.js';
import { kubeletData } from './kubelet.js';
import { instanceTags, templateOf } from './launch.js';

/** A pool as its block shows it; which cluster it is of is for the caller to say. */
export interface BlockPool {
  readonly block: Block;
  /** As the block names its cluster. */
  readonly cluster: Maybe<string> | undefined;
  readonly pool: Omit<Pool, 'cluster' | 'id'>;
}

export function managedPools(context: RecogniseContext): readonly BlockPool[] {
  return [
    ...context.resources('aws_eks_node_group').map((block) => nodeGroup(context, block)),
    ...context.resources('aws_eks_fargate_profile').map(fargate),
    ...context.resources('aws_eks_cluster').flatMap(autoMode),
  ];
}

/** What a pool is called: its name, what its name begins with, or its address. */
export function titleOf(block: Block, name: string, prefix: string): Maybe<string> {
  const own = isAbsent(entry(block.body, name)) ? undefined : text(entry(block.body, name));
  if (own !== undefined && !isUnknown(own)) return own;
  const start = entry(block.body, prefix);
  const written = text(start);
  if (written !== undefined && !isUnknown(written) && written.value !== '')
    // What the prefix is made of says where the name was written.
    return { value: written.value.replace(/[-_]$/, ''), from: (start?.parts?.[0] ?? written).from };
  return { value: block.address, from: block.from };
}

function nodeGroup(context: RecogniseContext, block: Block): BlockPool {
  const { body } = block;
  const name = titleOf(block, 'node_group_name', 'node_group_name_prefix');
  const template = templateOf(context, entry(body, 'launch_template'));
  const kubelet = kubeletData(entry(template?.body, 'user_data'));
  return {
    block,
    cluster: text(entry(body, 'cluster_name')),
    pool: {
      name,
      kind: 'ManagedNodeGroup',
      presence: 'found',
      exists: block.exists,
      can: managedCapacity(entry(body, 'capacity_type')),
      labels: labelsOf(entry(body, 'labels'), kubelet.labels, name),
      taints: taintsOf(entry(body, 'taint'), kubelet.taints, name),
      tags: template === undefined ? [] : instanceTags(template),
      ...(template === undefined && !isAbsent(entry(body, 'launch_template'))
        ? { otherTags: unseenTemplate(name) }
        : {}),
      capacityRebalance: true,
      nodeRepair: repairOf(entry(body, 'node_repair_config')),
      from: name.from,
    },
  };
}

const unseenTemplate = (name: Maybe<string>): NonNullable<Pool['otherTags']> => ({
  id: `template-tags:${isUnknown(name) ? name.term : name.value}`,
  says: `the launch template of "${isUnknown(name) ? name.term : name.value}", which is not in sight, carries no managed tag`,
});

/** On-demand unless it says otherwise; a capacity block is reserved capacity. */
function managedCapacity(value: Value | undefined): Pool['can'] {
  const type = isAbsent(value) ? undefined : text(value);
  if (type !== undefined && isUnknown(type))
    return { spot: type, 'on-demand': type, reserved: type };
  const only = (one: CapacityType): Pool['can'] => ({
    spot: one === 'spot',
    'on-demand': one === 'on-demand',
    reserved: one === 'reserved',
  });
  switch (type?.value.toUpperCase()) {
    case 'SPOT':
      return only('spot');
    case 'CAPACITY_BLOCK':
      return only('reserved');
    default:
      return only('on-demand');
  }
}

function repairOf(value: Value | undefined): Tri {
  const configs = elements(value);
  if ('unknown' in configs) return configs;
  const enabled = flag(entry(configs[0], 'enabled'));
  return enabled !== undefined && isUndecided(enabled) ? enabled : enabled === true;
}

export function labelsOf(
  written: Value | undefined,
  more: ReadonlyMap<string, string>,
  name: Maybe<string>,
): Pool['labels'] {
  const map = entries(isAbsent(written) ? undefined : written);
  if ('unknown' in map) return map;
  const labels = new Map(more);
  for (const [key, item] of map) {
    const value = text(item);
    if (value !== undefined && !isUnknown(value)) labels.set(key, value.value);
  }
  return { value: labels, from: written?.from ?? name.from };
}

/** EKS writes its effects in capitals, `NO_SCHEDULE`; Kubernetes writes `NoSchedule`. */
const EFFECTS: Readonly<Record<string, string>> = {
  NO_SCHEDULE: 'NoSchedule',
  NO_EXECUTE: 'NoExecute',
  PREFER_NO_SCHEDULE: 'PreferNoSchedule',
};

function taintsOf(
  written: Value | undefined,
  more: readonly Taint[],
  name: Maybe<string>,
): Pool['taints'] {
  const items = elements(written);
  if ('unknown' in items) return items;
  const open = items.find(isUnknown);
  if (open !== undefined && isUnknown(open)) return open;
  const word = (item: Value, key: string): string | undefined => {
    const value = text(entry(item, key));
    return value === undefined || isUnknown(value) ? undefined : value.value;
  };
  const taints = items.map((item): Taint => {
    const value = word(item, 'value');
    const effect = word(item, 'effect') ?? 'NoSchedule';
    return {
      key: word(item, 'key') ?? '',
      effect: EFFECTS[effect] ?? effect,
      ...(value === undefined ? {} : { value }),
    };
  });
  return { value: [...taints, ...more], from: written?.from ?? name.from };
}

function fargate(block: Block): BlockPool {
  const name = titleOf(block, 'fargate_profile_name', 'fargate_profile_name_prefix');
  const selectors = elements(entry(block.body, 'selector'));
  const namespaces = 'unknown' in selectors ? [] : selectors.flatMap(namespaceOf);
  return {
    block,
    cluster: text(entry(block.body, 'cluster_name')),
    pool: {
      name,
      kind: 'FargateProfile',
      presence: 'found',
      exists: block.exists,
      can: { spot: false, 'on-demand': true, reserved: false },
      labels: { value: new Map(), from: name.from },
      taints: { value: [], from: name.from },
      tags: [],
      capacityRebalance: false,
      nodeRepair: false,
      namespaces,
      from: name.from,
    },
  };
}

const namespaceOf = (selector: Value): readonly string[] => {
  const namespace = text(entry(selector, 'namespace'));
  return namespace === undefined || isUnknown(namespace) ? [] : [namespace.value];
};

/**
 * The two pools that EKS brings: on-demand both, and the one for systems is
 * tainted (EKS user guide, set-builtin-node-pools).
 */
function autoMode(block: Block): readonly BlockPool[] {
  const configs = elements(entry(block.body, 'compute_config'));
  const config = 'unknown' in configs ? undefined : configs[0];
  const enabled = flag(entry(config, 'enabled')) ?? false;
  if (config === undefined || enabled === false) return [];
  const names = elements(entry(config, 'node_pools'));
  if ('unknown' in names) return [];
  return names.flatMap((item) => {
    const name = text(item);
    return name === undefined || isUnknown(name) ? [] : [builtIn(block, name, enabled)];
  });
}

function builtIn(block: Block, name: Maybe<string>, enabled: Tri): BlockPool {
  const isSystem = !isUnknown(name) && name.value === 'system';
  const taints: readonly Taint[] = isSystem
    ? [{ key: 'CriticalAddonsOnly', effect: 'NoSchedule' }]
    : [];
  const tags: readonly InstanceTag[] = [];
  return {
    block,
    cluster: text(entry(block.body, 'name')),
    pool: {
      name,
      kind: 'AutoMode',
      presence: 'found',
      exists: enabled === true ? block.exists : enabled,
      can: { spot: false, 'on-demand': true, reserved: false },
      labels: { value: new Map(), from: name.from },
      taints: { value: taints, from: name.from },
      tags,
      capacityRebalance: false,
      nodeRepair: true,
      from: name.from,
    },
  };
}
