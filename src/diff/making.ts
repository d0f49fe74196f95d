/**
 * What the nodes of a pool are made of and how they go: the objects or blocks
 * that say it, as leaves. A change of one of them may replace the nodes.
 */
import type { Block, KubeObject } from '../configuration/configuration.js';
import { nameOf, wordAt } from '../manifests/kube.js';
import type { Hook, Pool, System } from '../model/system.js';
import { elements, entry, text } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';
import { type Leaves, leavesOf, NO_LEAVES } from './leaves.js';

export interface PoolMaking {
  /** Settings by which its nodes are drained or live. */
  readonly drains: Leaves;
  /** What makes its nodes, by where it is said: `NodePool spec.template.…`. */
  readonly nodes: Leaves;
  /** An Auto Scaling group that replaces its instances when their template changes. */
  readonly refreshes: boolean;
}

export function makingOf(pool: Pool, system: System): PoolMaking {
  if (pool.kind === 'NodePool' || pool.kind === 'AutoMode') return ofNodePool(pool, system);
  const block = groupBlock(pool, system);
  const hooks = system.hooks.filter((hook) => hook.pool === pool.id && hook.exists !== false);
  return {
    drains: merged(switches(pool), hooked(hooks), under('update_config', block)),
    nodes: block === undefined ? NO_LEAVES : merged(nodesOf(block), templateOf(block, system)),
    refreshes: entry(block?.body, 'instance_refresh') !== undefined,
  };
}

const DRAIN =
  /^NodePool spec\.(?:disruption\.|template\.spec\.(?:terminationGracePeriod|expireAfter)$|ttlSeconds)/;

function ofNodePool(pool: Pool, system: System): PoolMaking {
  const object = system.as.objects.find((one) => isPool(one, pool));
  if (object === undefined) return { drains: NO_LEAVES, nodes: NO_LEAVES, refreshes: false };
  const own = leavesOf(entry(object.body, 'spec'), 'NodePool spec');
  const drains = [...own].filter(([path]) => DRAIN.test(path));
  return {
    drains: new Map(drains.map(([path, leaf]) => [shortPath(path), leaf])),
    nodes: merged(own, classLeaves(object, system)),
    refreshes: false,
  };
}

/** `expireAfter` and `disruption.budgets[0].nodes`, wherever the API version has them. */
const shortPath = (path: string): string =>
  path
    .replace(/^NodePool spec\.(?:template\.spec\.)?/, '')
    .replace(/^disruption\.expireAfter$/, 'expireAfter');

const isPool = ({ kind, body, cluster, ...object }: KubeObject, pool: Pool): boolean =>
  (kind === 'NodePool' || kind === 'Provisioner') &&
  (cluster === undefined || cluster === pool.cluster || pool.cluster === '') &&
  nameOf({ kind, body, ...object }) === (isUnknown(pool.name) ? pool.name.term : pool.name.value);

function classLeaves({ body }: KubeObject, system: System): Leaves {
  const spec = entry(body, 'spec', 'template', 'spec') ?? entry(body, 'spec');
  const name = wordAt(spec, 'nodeClassRef', 'name') ?? wordAt(spec, 'providerRef', 'name');
  const found = system.as.objects.find(
    (one) => /^(?:EC2NodeClass|NodeClass|AWSNodeTemplate)$/.test(one.kind) && nameOf(one) === name,
  );
  return found === undefined
    ? NO_LEAVES
    : leavesOf(entry(found.body, 'spec'), `${found.kind} spec`);
}

const GROUPS: readonly (readonly [type: string, name: string, prefix: string])[] = [
  ['aws_eks_node_group', 'node_group_name', 'node_group_name_prefix'],
  ['aws_autoscaling_group', 'name', 'name_prefix'],
];

/** The block of a group, by the name that the pool has from it. */
function groupBlock(pool: Pool, system: System): Block | undefined {
  const own = isUnknown(pool.name) ? pool.name.term : pool.name.value;
  return system.as.blocks.find(({ type, labels, address, body, exists }) => {
    const group = GROUPS.find(([name]) => type === 'resource' && labels[0] === name);
    if (group === undefined || exists === false) return false;
    const [, name, prefix] = group;
    const words = [wordAt(body, name), wordAt(body, prefix)?.replace(/[-_]$/, ''), address];
    return words.includes(own);
  });
}

const nodesOf = (block: Block): Leaves => leavesOf(block.body, block.labels[0] ?? '');

/** The launch template that a group refers to, where it is in sight. */
function templateOf(block: Block, system: System): Leaves {
  const references = [
    entry(first(entry(block.body, 'launch_template')), 'id'),
    entry(first(entry(block.body, 'launch_template')), 'name'),
  ];
  const address = references
    .map((value) => (value === undefined ? undefined : text(value)))
    .flatMap((value) => (value !== undefined && isUnknown(value) ? [value.term] : []))
    .map((term) => term.replace(/\.(?:id|name)$/, ''))[0];
  const template = address === undefined ? undefined : system.as.blockAt(address);
  return template === undefined ? NO_LEAVES : leavesOf(template.body, 'aws_launch_template');
}

const first = (value: Value | undefined): Value | undefined => {
  const items = elements(value);
  return 'unknown' in items ? undefined : items[0];
};

const switches = ({ kind, capacityRebalance, nodeRepair, from }: Pool): Leaves =>
  new Map(
    [
      // EKS rebalances its own groups whatever is said.
      ...(kind === 'SelfManagedNodeGroup'
        ? [['capacityRebalance', capacityRebalance] as const]
        : []),
      ...(kind === 'ManagedNodeGroup' ? [['nodeRepair', nodeRepair] as const] : []),
    ]
      .filter(([, value]) => value !== false)
      .map(([name, value]) => [
        name,
        { text: typeof value === 'boolean' ? String(value) : value.term, at: from.at },
      ]),
  );

const hooked = (hooks: readonly Hook[]): Leaves =>
  new Map(
    hooks.map(({ transition, timeout, from }) => [
      `${transition} hook`,
      {
        text:
          timeout === undefined
            ? 'present'
            : `${isUnknown(timeout) ? timeout.term : timeout.value} s`,
        at: from.at,
      },
    ]),
  );

const under = (name: string, block: Block | undefined): Leaves =>
  block === undefined ? NO_LEAVES : leavesOf(first(entry(block.body, name)), name);

const merged = (...parts: readonly Leaves[]): Leaves => new Map(parts.flatMap((part) => [...part]));
