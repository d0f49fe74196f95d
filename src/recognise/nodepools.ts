/** Pools from Kubernetes objects: NodePools and Provisioners with the node classes that they refer to. */
import type { KubeObject } from '../configuration/configuration.js';
import type { Assumption, CapacityType, InstanceTag, Pool, Taint } from '../model/system.js';
import { and, not, or, type Tri } from '../value/logic.js';
import { elements, entries, entry, same, text } from '../value/read.js';
import { isUnknown, known, type Maybe, type Value } from '../value/value.js';

const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
const POOL_KINDS = new Set(['NodePool', 'Provisioner']);
const CLASS_KINDS = new Set(['EC2NodeClass', 'AWSNodeTemplate']);

/** Auto Mode's NodePools are the same kind and refer to a class of its own group. */
const AUTO_MODE_GROUP = 'eks.amazonaws.com';

/** A pool with the objects that it is made of. */
export interface FoundPool {
  readonly pool: Pool;
  readonly object: KubeObject;
  /** The reference to the node class, and the class where it is in sight. */
  readonly reference: Value | undefined;
  readonly nodeClass: KubeObject | undefined;
}

export function nodePoolsOf(objects: readonly KubeObject[], cluster: string): readonly FoundPool[] {
  const classes = objects.filter((object) => CLASS_KINDS.has(object.kind));
  return objects
    .filter(
      (object) => POOL_KINDS.has(object.kind) && object.apiVersion.startsWith('karpenter.sh/'),
    )
    .map((object) => nodePool(object, classes, cluster));
}

function nodePool(object: KubeObject, classes: readonly KubeObject[], cluster: string): FoundPool {
  const { body, from } = object;
  const name = text(entry(body, 'metadata', 'name')) ?? { value: '', from };
  const old = object.kind === 'Provisioner';
  const spec = old ? entry(body, 'spec') : entry(body, 'spec', 'template', 'spec');
  const metadata = old ? entry(body, 'spec') : entry(body, 'spec', 'template', 'metadata');
  const reference = entry(spec, old ? 'providerRef' : 'nodeClassRef');
  const group = text(entry(reference, 'group'));
  const auto = group !== undefined && !isUnknown(group) && group.value === AUTO_MODE_GROUP;
  const nodeClass = classes.find((candidate) => isClassOf(candidate, reference));
  const pool: Pool = {
    id: isUnknown(name) ? name.term : name.value,
    cluster,
    name,
    kind: auto ? 'AutoMode' : 'NodePool',
    presence: 'found',
    exists: object.exists ?? true,
    can: capacityOf(entry(spec, 'requirements'), old, reservations(nodeClass)),
    labels: labelsOf(entry(metadata, 'labels'), from),
    taints: taintsOf(entry(spec, 'taints'), from),
    ...tagsOf(nodeClass, reference),
    capacityRebalance: false,
    nodeRepair: false,
    // A name that a template is given may be written far from the object.
    from: name.from.at.file === from.at.file ? name.from : from,
  };
  return { pool, object, reference, nodeClass };
}

/** By name, and by the group and kind that a reference may name besides. */
function isClassOf(candidate: KubeObject, reference: Value | undefined): boolean {
  const own = text(entry(candidate.body, 'metadata', 'name'));
  const name = text(entry(reference, 'name'));
  if (own === undefined || name === undefined || same(own, name) !== true) return false;
  const says = (key: string, found: string): boolean => {
    const wanted = text(entry(reference, key));
    return wanted === undefined || isUnknown(wanted) || wanted.value === found;
  };
  return (
    says('kind', candidate.kind) &&
    says('group', candidate.apiVersion.split('/')[0] ?? '') &&
    says('apiVersion', candidate.apiVersion)
  );
}

/**
 * What the requirements let Karpenter launch. Without one on the capacity type
 * every type is allowed, save for a Provisioner, which defaults to on-demand
 * (aws/karpenter-provider-aws@v0.35.0 pkg/providers/instance/instance.go
 * getCapacityType; @v0.31.4 pkg/apis/v1alpha5/provisioner.go).
 */
function capacityOf(requirements: Value | undefined, old: boolean, reserves: Tri): Pool['can'] {
  const types: readonly CapacityType[] = ['spot', 'on-demand', 'reserved'];
  const items = elements(requirements);
  if ('unknown' in items) return { spot: items, 'on-demand': items, reserved: items };
  const own = items.filter((item) => {
    const key = text(entry(item, 'key'));
    return key !== undefined && !isUnknown(key) && key.value === CAPACITY_TYPE;
  });
  const can = (type: CapacityType): Tri => {
    if (own.length === 0) return old ? type === 'on-demand' : true;
    return own
      .map((item) => allows(item, type))
      .reduce((a, b) => (a === true ? b : a), true as Tri);
  };
  const all = Object.fromEntries(types.map((type) => [type, can(type)])) as Pool['can'];
  // Karpenter only launches into reservations that the node class selects.
  const named = or(own.map((item) => listed(item, 'reserved')));
  return { ...all, reserved: and([all.reserved, or([named, reserves])]) };
}

/** Whether a node class selects capacity reservations; one that is not in sight is taken to select none. */
function reservations(nodeClass: KubeObject | undefined): Tri {
  const terms = elements(entry(nodeClass?.body, 'spec', 'capacityReservationSelectorTerms'));
  return 'unknown' in terms ? terms : terms.length > 0;
}

const listed = (requirement: Value, type: CapacityType): Tri => {
  const operator = text(entry(requirement, 'operator'));
  const isIn = operator !== undefined && !isUnknown(operator) && operator.value === 'In';
  return isIn && allows(requirement, type);
};

function allows(requirement: Value, type: CapacityType): Tri {
  const operator = text(entry(requirement, 'operator'));
  if (operator === undefined) return true;
  if (isUnknown(operator)) return operator;
  const values = elements(entry(requirement, 'values'));
  const listed: Tri =
    'unknown' in values
      ? values
      : or(
          values.map((value): Tri => {
            const data = text(value);
            if (data === undefined) return false;
            return isUnknown(data) ? data : data.value === type;
          }),
        );
  switch (operator.value) {
    case 'In':
      return listed;
    case 'NotIn':
      return not(listed);
    case 'DoesNotExist':
      return false;
    default:
      return true;
  }
}

function labelsOf(value: Value | undefined, from: Pool['from']): Pool['labels'] {
  const map = entries(value);
  if ('unknown' in map) return map;
  const labels = new Map<string, string>();
  for (const [key, item] of map) {
    const data = text(item);
    if (data !== undefined && !isUnknown(data)) labels.set(key, data.value);
  }
  return { value: labels, from: value?.from ?? from };
}

function taintsOf(value: Value | undefined, from: Pool['from']): Pool['taints'] {
  const items = elements(value);
  if ('unknown' in items) return items;
  const part = (item: Value, key: string): string | undefined => {
    const data = text(entry(item, key));
    return data === undefined || isUnknown(data) ? undefined : data.value;
  };
  const taints = items.map((item): Taint => {
    const data = part(item, 'value');
    return {
      key: part(item, 'key') ?? '',
      effect: part(item, 'effect') ?? 'NoSchedule',
      ...(data === undefined ? {} : { value: data }),
    };
  });
  return { value: taints, from: value?.from ?? from };
}

/** Tags that the node class gives its instances. */
function tagsOf(
  nodeClass: KubeObject | undefined,
  reference: Value | undefined,
): Pick<Pool, 'tags' | 'otherTags'> {
  const name = text(entry(reference, 'name'));
  if (nodeClass === undefined) return { tags: [], otherTags: unseenClass(name) };
  const written = entries(entry(nodeClass.body, 'spec', 'tags'));
  if ('unknown' in written) return { tags: [{ key: written, from: written.from }] };
  const tags = [...written].map(
    ([key, item]): InstanceTag => ({
      key: { value: key, from: item.from },
      from: 'key' in item && item.key !== undefined ? { at: item.key } : item.from,
    }),
  );
  return { tags };
}

const unseenClass = (name: Maybe<string> | undefined): Assumption => ({
  id: 'node-class-tags',
  says:
    name === undefined || isUnknown(name)
      ? 'node classes outside these files carry no managed tag'
      : `the node class "${name.value}", which is outside these files, carries no managed tag`,
});

/** Karpenter is installed and no NodePool is in sight: somewhere there must be one. */
export function supposedPool(cluster: string, from: Pool['from']): Pool {
  const open = (what: string): Maybe<never> => ({
    unknown: 'unread',
    term: `${what} of the NodePools that live elsewhere`,
    from,
  });
  const can = open('capacity types') as Exclude<Tri, boolean>;
  return {
    id: 'NodePools elsewhere',
    cluster,
    name: known('NodePools elsewhere', from) as Maybe<string>,
    kind: 'NodePool',
    presence: 'supposed',
    exists: true,
    can: { spot: can, 'on-demand': can, reserved: false },
    labels: open('labels'),
    taints: open('taints'),
    tags: [],
    otherTags: unseenClass(undefined),
    capacityRebalance: false,
    nodeRepair: false,
    conditions: [
      {
        name: 'node-claim',
        open: true,
        from,
        says: 'they launch no reserved capacity',
        assuming: {
          id: 'no-reservations',
          says: 'NodePools that live elsewhere launch no reserved capacity',
        },
      },
    ],
    from,
  };
}
