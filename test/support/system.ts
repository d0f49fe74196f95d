/**
 * Systems as the model sees them, made directly: pools, installations and the
 * wiring between them, without any Terraform. What is not said is the plainest
 * thing that works.
 */
import { parsePattern } from '../../src/eventbridge/pattern.js';
import type { EventKind, NthMode, PoolKind } from '../../src/facts/reactions.js';
import type {
  CapacityType,
  EventRule,
  Feed,
  Hook,
  Installation,
  InstanceTag,
  Placement,
  Poll,
  Pool,
  Queue,
  Releases,
  System,
} from '../../src/model/system.js';
import { nothingWritten } from '../../src/model/written.js';
import { originAt, span } from '../../src/source/span.js';
import type { Tri } from '../../src/value/logic.js';
import { fromData, type Unknown, unknown } from '../../src/value/value.js';

export const HERE = originAt(span('system', 0, 0));
export const CLUSTER = 'payments';
const REGION = { value: 'eu-central-1', from: HERE };
export const MANAGED_TAG = 'aws-node-termination-handler/managed';

/** Something that only Terraform knows. */
export const open = (term: string): Unknown => unknown('input', term, HERE);

const TYPES: readonly CapacityType[] = ['spot', 'on-demand', 'reserved'];

export interface PoolInput extends Partial<Omit<Pool, 'can' | 'tags' | 'name'>> {
  readonly capacity?: readonly CapacityType[];
  readonly can?: Partial<Pool['can']>;
  readonly tags?: readonly (string | InstanceTag)[];
}

export function pool(kind: PoolKind, input: PoolInput = {}): Pool {
  const { capacity = ['spot', 'on-demand'], can, tags = [], id = kind, ...rest } = input;
  const types = Object.fromEntries(TYPES.map((type) => [type, capacity.includes(type)]));
  return {
    id,
    cluster: CLUSTER,
    name: { value: id, from: HERE },
    kind,
    presence: 'found',
    exists: true,
    can: { ...(types as Pool['can']), ...can },
    labels: { value: new Map(), from: HERE },
    taints: { value: [], from: HERE },
    tags: tags.map((tag) => (typeof tag === 'string' ? ownTag(tag) : tag)),
    capacityRebalance: false,
    nodeRepair: false,
    from: HERE,
    ...rest,
  };
}

export const ownTag = (key: string): InstanceTag => ({
  key: { value: key, from: HERE },
  from: HERE,
});

/** A tag that instances launched before it lack. */
export const lateTag = (key: string): InstanceTag => ({ ...ownTag(key), late: true });

export interface InstallationInput {
  readonly id?: string;
  readonly cluster?: string;
  readonly exists?: Tri;
  /** The version, or the releases that a constraint allows. */
  readonly version?: string | readonly string[];
  readonly beyondFacts?: boolean;
  /** Chart values; an unknown stands for itself. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** IMDS mode: where the DaemonSet runs; everywhere where it is not said. */
  readonly runsOn?: (pool: Pool) => Placement;
}

const EVERYWHERE: Placement = { open: true, because: 'it runs on every node' };

export const karpenter = (input: InstallationInput = {}): Installation =>
  installation({ handler: 'karpenter', version: '1.8.8', ...input });

export const nth = (mode: NthMode, input: InstallationInput = {}): Installation => ({
  ...installation({ handler: 'nth', version: '0.27.6', ...input, id: input.id ?? `nth-${mode}` }),
  mode,
  ...(mode === 'imds' ? { runsOn: input.runsOn ?? (() => EVERYWHERE) } : {}),
});

/** EKS and Auto Scaling act on their own pools without a release. */
export const native = (handler: 'eks' | 'asg'): Installation =>
  installation({ handler, version: [] });

function installation(
  input: InstallationInput & { readonly handler: Installation['handler'] },
): Installation {
  const { handler, version = '', settings = {} } = input;
  const allowed = typeof version === 'string' ? [version] : version;
  const releases: Releases = {
    allowed,
    beyondFacts: input.beyondFacts === true,
    written: undefined,
  };
  return {
    id: input.id ?? handler,
    handler,
    cluster: input.cluster ?? CLUSTER,
    exists: input.exists ?? true,
    releases,
    setting: (key) => {
      const value = settings[key];
      if (value === undefined) return undefined;
      return isOpen(value) ? value : fromData(value, HERE);
    },
    from: HERE,
  };
}

const isOpen = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && 'term' in value;

/** What upstream's own rules match, by the event they are for. */
export const PATTERNS: Readonly<Partial<Record<EventKind, unknown>>> = {
  'spot-interruption': ec2('EC2 Spot Instance Interruption Warning'),
  'rebalance-recommendation': ec2('EC2 Instance Rebalance Recommendation'),
  'scheduled-change': { source: ['aws.health'], 'detail-type': ['AWS Health Event'] },
  'instance-state-change': ec2('EC2 Instance State-change Notification'),
  'capacity-reservation-interruption': ec2(
    'EC2 Capacity Reservation Instance Interruption Warning',
  ),
  'asg-termination': autoScaling('EC2 Instance-terminate Lifecycle Action'),
  'asg-launch': autoScaling('EC2 Instance-launch Lifecycle Action'),
};

function ec2(detailType: string): unknown {
  return { source: ['aws.ec2'], 'detail-type': [detailType] };
}

function autoScaling(detailType: string): unknown {
  return { source: ['aws.autoscaling'], 'detail-type': [detailType] };
}

export const RULED_EVENTS = Object.keys(PATTERNS) as readonly EventKind[];

export interface Wire {
  readonly installation: Installation;
  /** The events that have a rule; all where it is not said. */
  readonly events?: readonly EventKind[];
  /** Patterns in place of upstream's. */
  readonly patterns?: Readonly<Partial<Record<EventKind, unknown>>>;
  readonly rule?: Partial<EventRule>;
  readonly feed?: Partial<Feed>;
  readonly queue?: Partial<Queue>;
  readonly poll?: Partial<Poll>;
}

export interface SystemInput {
  readonly pools: readonly Pool[];
  readonly installations?: readonly Installation[];
  /** An installation with a queue of its own that rules feed. */
  readonly wires?: readonly Wire[];
  readonly hooks?: readonly Hook[];
  readonly blindSpots?: readonly string[];
}

export function system(input: SystemInput): System {
  const { pools, installations = [], wires = [], hooks = [], blindSpots = [] } = input;
  const parts = wires.map(wiring);
  const wired = wires.map((wire) => wire.installation);
  return {
    clusters: [
      {
        id: CLUSTER,
        name: { value: CLUSTER, from: HERE },
        region: REGION,
        blindSpots: blindSpots.map((says) => ({ says, from: HERE })),
        from: HERE,
      },
    ],
    pools,
    installations: [...new Set([...wired, ...installations])],
    queues: parts.map(({ queue }) => queue),
    rules: parts.flatMap(({ rules }) => rules),
    feeds: parts.flatMap(({ feeds }) => feeds),
    polls: parts.map(({ poll }) => poll),
    hooks,
    as: nothingWritten,
  };
}

function wiring(wire: Wire) {
  const { installation: reader, events = RULED_EVENTS, patterns = {} } = wire;
  const id = `queue of ${reader.id}`;
  const rules = events.map(
    (event): EventRule => ({
      id: `${event} to ${id}`,
      region: REGION,
      ...pattern(patterns[event] ?? PATTERNS[event]),
      enabled: true,
      exists: true,
      from: HERE,
      ...wire.rule,
    }),
  );
  const feeds = rules.map(
    (rule): Feed => ({ rule: rule.id, queue: id, open: true, from: HERE, ...wire.feed }),
  );
  const queue: Queue = {
    id,
    exists: true,
    accepts: { open: true, because: 'the queue policy lets EventBridge in' },
    from: HERE,
    ...wire.queue,
  };
  const poll: Poll = { installation: reader.id, queue: id, open: true, from: HERE, ...wire.poll };
  return { rules, feeds, queue, poll };
}

function pattern(data: unknown): Pick<EventRule, 'pattern' | 'unknownPattern'> {
  if (isOpen(data)) return { unknownPattern: data };
  const parsed = parsePattern(fromData(data, HERE)).pattern;
  return parsed === undefined ? {} : { pattern: parsed };
}

export const hook = (pool: Pool, transition: Hook['transition'], exists: Tri = true): Hook => ({
  id: `${transition} hook of ${pool.id}`,
  pool: pool.id,
  transition,
  exists,
  from: HERE,
});
