/** Pools of a repo as entries of `capacity`, with the node classes and drain rules that belong to them. */
import type { KubeObject } from '../../configuration/configuration.js';
import type { Pool } from '../../model/system.js';
import { entry, isAbsent, number } from '../../value/read.js';
import { isMap, isUnknown, known, type Value } from '../../value/value.js';
import { groupBlock, groupReference } from './groups.js';
import { listOf, textIn } from './handlers.js';
import { fillIn, type Notes, uncarried } from './notes.js';
import { plainOf } from './plain.js';
import type { AdoptSource } from './source.js';

export interface AdoptedPool {
  readonly pool: Pool;
  /** Its name in the policy. */
  readonly name: string;
  readonly entry: object;
  readonly nodeClass?: { readonly name: string; readonly entry: object; readonly role?: string };
  readonly drain?: object;
}

export function adoptPools(source: AdoptSource, notes: Notes): readonly AdoptedPool[] {
  const taken = new Set<string>();
  for (const { kind, body, from } of source.written.objects)
    if (kind === 'Provisioner')
      uncarried(
        notes,
        `the Provisioner "${textIn(body, 'metadata', 'name') ?? ''}" is of an API that no policy compiles to`,
        from,
        { help: 'convert it first: interlock convert', severity: 'error' },
      );
  return source.pools.flatMap((pool) => {
    if (pool.presence === 'supposed') {
      tellSupposed(pool, notes);
      return [];
    }
    const name = nameOf(pool, taken, notes);
    taken.add(name);
    return pool.kind === 'NodePool'
      ? nodePool(source, notes, pool, name)
      : [group(source, notes, pool, name)];
  });
}

function tellSupposed({ kind, from }: Pool, notes: Notes): void {
  if (kind === 'NodePool')
    uncarried(notes, 'Karpenter is installed, and its NodePools are not in sight', from, {
      help: 'give their manifests too, or write them into "capacity"',
    });
  else
    uncarried(notes, `a ${kind} that is made elsewhere is referred to here`, from, {
      help: 'give its Terraform too, or write it into "capacity": its mix and its ARN',
    });
}

/** Names of a policy are those that Kubernetes takes. */
function nameOf(pool: Pool, taken: ReadonlySet<string>, notes: Notes): string {
  const written = isUnknown(pool.name) ? pool.id : pool.name.value;
  const base =
    written
      .toLowerCase()
      .replace(/[^a-z0-9.-]+/g, '-')
      .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
      .slice(0, 60) || 'pool';
  let name = base;
  for (let i = 2; taken.has(name); i++) name = `${base}-${i}`;
  if (name !== written && pool.kind === 'NodePool')
    uncarried(notes, `the NodePool "${written}" is "${name}" in the policy`, pool.from);
  return name;
}

function nodePool(
  source: AdoptSource,
  notes: Notes,
  pool: Pool,
  name: string,
): readonly AdoptedPool[] {
  const object = objectOf(source, pool);
  if (object?.kind !== 'NodePool') {
    if (object?.kind !== 'Provisioner')
      uncarried(notes, `what the NodePool "${pool.id}" says is not in sight`, pool.from, {
        help: 'write it into "capacity"',
      });
    return [];
  }
  const { body } = object;
  const template = entry(body, 'spec', 'template');
  const spec = entry(template, 'spec');
  const carry = (value: Value | undefined, what: string): unknown =>
    isAbsent(value) || value === undefined
      ? undefined
      : plainOf(notes, value, `${what} of "${name}"`);
  const nodeClass = adoptClass(source, notes, pool, entry(spec, 'nodeClassRef'));
  const requirements = listOf(entry(spec, 'requirements')).filter(
    (item) => textIn(item, 'key') !== CAPACITY_TYPE,
  );
  const drain = {
    expireAfter: carry(
      entry(spec, 'expireAfter') ?? entry(body, 'spec', 'disruption', 'expireAfter'),
      'expireAfter',
    ),
    terminationGracePeriod: carry(entry(spec, 'terminationGracePeriod'), 'terminationGracePeriod'),
    disruption: disruptionOf(entry(body, 'spec', 'disruption'), (value) =>
      carry(value, 'disruption'),
    ),
  };
  return [
    {
      pool,
      name,
      entry: {
        name,
        kind: 'NodePool',
        mix: mixOf(pool, notes),
        labels: carry(entry(template, 'metadata', 'labels'), 'labels'),
        annotations: carry(entry(template, 'metadata', 'annotations'), 'annotations'),
        taints: carry(entry(spec, 'taints'), 'taints'),
        startupTaints: carry(entry(spec, 'startupTaints'), 'startupTaints'),
        requirements:
          requirements.length === 0
            ? undefined
            : requirements.map((item) => plainOf(notes, item, `a requirement of "${name}"`)),
        limits: carry(entry(body, 'spec', 'limits'), 'limits'),
        weight: carry(entry(body, 'spec', 'weight'), 'weight'),
        nodeClass: nodeClass.name,
      },
      nodeClass,
      ...(Object.values(drain).some((value) => value !== undefined) ? { drain } : {}),
    },
  ];
}

const CAPACITY_TYPE = 'karpenter.sh/capacity-type';

/** The object whose name the pool's is. */
const objectOf = ({ written }: AdoptSource, { from }: Pool): KubeObject | undefined =>
  written.objects.find(({ body, from: own }) => {
    const name = entry(body, 'metadata', 'name');
    const at = (name ?? { from: own }).from.at;
    return at.file === from.at.file && at.start === from.at.start && at.end === from.at.end;
  });

/** Until v1beta1 the lifetime of a node stands among the disruption. */
function disruptionOf(value: Value | undefined, carry: (value: Value) => unknown): unknown {
  if (value === undefined || isUnknown(value) || !isMap(value.value)) return undefined;
  const rest = new Map([...value.value].filter(([key]) => key !== 'expireAfter'));
  return rest.size === 0 ? undefined : carry(known(rest, value.from));
}

function adoptClass(
  { written }: AdoptSource,
  notes: Notes,
  pool: Pool,
  reference: Value | undefined,
): NonNullable<AdoptedPool['nodeClass']> {
  const name = textIn(reference, 'name') ?? 'default';
  const object = written.objects.find(
    ({ kind, body }) => kind === 'EC2NodeClass' && textIn(body, 'metadata', 'name') === name,
  );
  const spec = entry(object?.body, 'spec');
  if (object === undefined || spec === undefined || isUnknown(spec) || !isMap(spec.value)) {
    uncarried(
      notes,
      `the node class "${name}" of "${pool.id}" is not in sight`,
      reference?.from ?? pool.from,
      {
        help: `give its manifest too, or write its spec into "nodeClasses"`,
        severity: 'error',
      },
    );
    return { name, entry: { name, spec: {} } };
  }
  const role = spec.value.get('role');
  const written_ = new Map([...spec.value].filter(([key]) => key !== 'role'));
  const roleName = role === undefined ? undefined : textIn(role);
  return {
    name,
    entry: { name, spec: plainOf(notes, known(written_, spec.from), `the node class "${name}"`) },
    ...(roleName === undefined ? {} : { role: roleName }),
  };
}

/** One type, or Spot with on-demand as the other; what is not known is taken for the type that needs no owner of notices. */
function mixOf({ can, id, from }: Pool, notes: Notes): object {
  if ([can.spot, can['on-demand'], can.reserved].some((tri) => tri !== true && tri !== false))
    uncarried(notes, `which capacity "${id}" may launch is not known`, from, {
      help: 'write its mix: { prefer: spot }, { spot: 100 } or { onDemand: 100 }',
    });
  if (can.spot !== false && can['on-demand'] !== false) return { prefer: 'spot' };
  if (can.spot !== false) return { spot: 100 };
  return can['on-demand'] === false && can.reserved !== false
    ? { reserved: 100 }
    : { onDemand: 100 };
}

function group(source: AdoptSource, notes: Notes, pool: Pool, name: string): AdoptedPool {
  const labels = isUnknown(pool.labels) ? undefined : pool.labels.value;
  const taints = isUnknown(pool.taints) ? undefined : pool.taints.value;
  const common = {
    name,
    kind: pool.kind,
    labels: labels === undefined || labels.size === 0 ? undefined : labels,
    taints: taints === undefined || taints.length === 0 ? undefined : taints,
  };
  switch (pool.kind) {
    case 'FargateProfile':
      return {
        pool,
        name,
        entry: {
          name,
          kind: pool.kind,
          selectors: pool.namespaces?.map((namespace) => ({ namespace })),
        },
      };
    case 'SelfManagedNodeGroup': {
      const reference = groupReference(source, pool);
      const path = ['capacity', source.pools.indexOf(pool)];
      if (reference === undefined)
        fillIn(
          notes,
          path,
          `how "${name}" is referred to: its Auto Scaling group by ARN`,
          pool.from,
        );
      return {
        pool,
        name,
        entry: {
          ...common,
          autoScalingGroup: reference ?? {
            terraform: `var.${name.replace(/[^a-z0-9]+/g, '_')}_autoscaling_group_arn`,
          },
          mix: groupMix(source, pool, notes),
          capacityRebalance:
            typeof pool.capacityRebalance === 'boolean' ? pool.capacityRebalance : undefined,
        },
        ...hookOf(source, pool),
      };
    }
    case 'ManagedNodeGroup':
      return {
        pool,
        name,
        entry: {
          ...common,
          mix: single(pool, notes),
          nodeRepair: pool.nodeRepair === true ? true : undefined,
        },
      };
    default:
      return { pool, name, entry: { ...common, mix: mixOf(pool, notes) } };
  }
}

/** A managed node group has one capacity type. */
function single(pool: Pool, notes: Notes): object {
  const mix = mixOf(pool, notes);
  return 'prefer' in mix ? { spot: 100 } : mix;
}

/** The shares of an Auto Scaling group, where its block says them; else what it can launch. */
function groupMix(source: AdoptSource, pool: Pool, notes: Notes): object {
  const shares = distributionOf(source, pool);
  if (shares !== undefined) return shares;
  const mix = mixOf(pool, notes);
  return 'prefer' in mix ? { onDemandBase: 1, spot: 100 } : mix;
}

function distributionOf(source: AdoptSource, pool: Pool): object | undefined {
  const block = groupBlock(source, pool);
  const [policy] = listOf(entry(block?.body, 'mixed_instances_policy'));
  const [distribution] = listOf(entry(policy, 'instances_distribution'));
  const share = (key: string): number | undefined => {
    const value = number(entry(distribution, key));
    return value === undefined || isUnknown(value) ? undefined : value.value;
  };
  const above = share('on_demand_percentage_above_base_capacity');
  if (above === undefined || pool.can.spot !== true) return undefined;
  const base = share('on_demand_base_capacity') ?? 0;
  return {
    onDemandBase: base > 0 ? base : undefined,
    spot: 100 - above,
    onDemand: above > 0 ? above : undefined,
  };
}

function hookOf({ system }: AdoptSource, pool: Pool): Pick<AdoptedPool, 'drain'> {
  const hook = system.hooks.find((one) => one.pool === pool.id && one.transition === 'terminating');
  const timeout = hook?.timeout;
  return timeout === undefined || isUnknown(timeout) || timeout.value === 300
    ? {}
    : { drain: { lifecycleHookTimeout: timeout.value } };
}
