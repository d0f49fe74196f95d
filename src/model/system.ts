/** One interruption-handling system, whatever text it came from: pools, handlers, and the wiring between AWS and them. */
import type { Pattern } from '../eventbridge/pattern.js';
import type { HandlerKind, NthMode, PoolKind } from '../facts/reactions.js';
import type { Origin } from '../source/span.js';
import type { Tri } from '../value/logic.js';
import type { Maybe, Value } from '../value/value.js';
import { nothingWritten, type Written } from './written.js';

/** Something taken for granted; `--strict` takes nothing for granted. */
export interface Assumption {
  readonly id: string;
  readonly says: string;
}

/** Open, shut or unknown, with what was assumed to say so. */
export interface Holding {
  readonly open: Tri;
  readonly assuming?: Assumption;
}

/** Something that must be so, whatever the event, for a handler to act or a pool to have nodes. */
export interface Condition extends Holding {
  readonly name: 'chart' | 'cluster' | 'host' | 'identity' | 'region' | 'node-claim';
  /** For people: starts lower-case, no final period. */
  readonly says: string;
  readonly from: Origin;
}

export interface Cluster {
  readonly id: string;
  /** An unknown of its own where nothing names the cluster. */
  readonly name: Maybe<string>;
  readonly unnamed?: true;
  readonly region?: Maybe<string>;
  /** What was not read although it may belong to the cluster: with one, absence is unknown, not false. */
  readonly blindSpots: readonly { readonly says: string; readonly from: Origin }[];
  readonly from: Origin;
}

export type CapacityType = 'spot' | 'on-demand' | 'reserved';

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** A tag of a pool's instances. `late`: instances that were launched before it lack it. */
export interface InstanceTag {
  readonly key: Maybe<string>;
  readonly from: Origin;
  readonly late?: true;
  /** It is on the group and never reaches an instance, or on instances and not on the group; on both where absent. */
  readonly only?: 'group' | 'instances';
  readonly assuming?: Assumption;
}

export interface Pool {
  readonly id: string;
  readonly cluster: string;
  readonly name: Maybe<string>;
  readonly kind: PoolKind;
  /** `declared`: said by a policy; `supposed`: Karpenter is installed and its NodePools live elsewhere. */
  readonly presence: 'found' | 'declared' | 'supposed';
  readonly exists: Tri;
  readonly can: Readonly<Record<CapacityType, Tri>>;
  readonly labels: Maybe<ReadonlyMap<string, string>>;
  readonly taints: Maybe<readonly Taint[]>;
  readonly tags: readonly InstanceTag[];
  /** Why no other tags are to be reckoned with; undefined where they are all in sight. */
  readonly otherTags?: Assumption;
  readonly capacityRebalance: Tri;
  readonly nodeRepair: Tri;
  /** Name of the pool's one Auto Scaling group, where it is said. */
  readonly groupName?: Maybe<string>;
  /** A Fargate profile's: the namespaces whose pods it takes. */
  readonly namespaces?: readonly string[];
  /** A NodePool's: what its nodes need to come up, and to go in order. */
  readonly conditions?: readonly Condition[];
  readonly from: Origin;
}

/** Releases that a version or constraint allows, oldest first; a judgement holds only if it holds for each. */
export interface Releases {
  readonly allowed: readonly string[];
  /** It also allows releases that the tables do not know. */
  readonly beyondFacts: boolean;
  readonly written: Maybe<string> | undefined;
}

export interface Installation {
  readonly id: string;
  readonly handler: HandlerKind;
  readonly cluster: string;
  readonly exists: Tri;
  readonly releases: Releases;
  /** NTH only: which of its two modes. */
  readonly mode?: NthMode;
  /** The value that the chart's templates would see at a dotted key; undefined where neither values nor defaults have it. */
  readonly setting: (key: string) => Value | undefined;
  /** What must be so for it to run at all: its chart, its cluster, a place for its pods. */
  readonly conditions?: readonly Condition[];
  /** Whether its AWS identity lets it call these actions, on a queue where one is named; undefined where none is in sight. */
  readonly permits?: (actions: readonly string[], queue?: string) => Condition | undefined;
  /** IMDS mode: whether the DaemonSet runs on a pool's nodes. */
  readonly runsOn?: (pool: Pool) => Placement;
  readonly from: Origin;
}

export interface Placement extends Holding {
  readonly because: string;
  readonly partly?: true;
  readonly from?: Origin;
}

export interface Queue {
  readonly id: string;
  readonly name?: Maybe<string>;
  readonly region?: Maybe<string>;
  readonly exists: Tri;
  /** Whether EventBridge can write to it: queue policy and key. */
  readonly accepts: Holding & { readonly because: string };
  readonly from: Origin;
}

export interface EventRule {
  readonly id: string;
  readonly region?: Maybe<string>;
  /** Undefined where the pattern is unknown as a whole. */
  readonly pattern?: Pattern;
  readonly unknownPattern?: Maybe<string>;
  /** Whether it stands on the bus that AWS services send to; true where absent. */
  readonly onDefaultBus?: Tri;
  readonly enabled: Tri;
  readonly exists: Tri;
  readonly from: Origin;
}

/** A rule's target that is a queue. */
export interface Feed {
  readonly rule: string;
  readonly queue: string;
  readonly open: Tri;
  readonly from: Origin;
}

/** An installation that reads a queue. */
export interface Poll {
  readonly installation: string;
  readonly queue: string;
  readonly open: Tri;
  /** The form in which the queue is named, where the handler does not take it in that form. */
  readonly wrongForm?: { readonly given: QueueForm; readonly wanted: QueueForm };
  readonly from: Origin;
  readonly assuming?: Assumption;
}

/** How a text names a queue. */
export type QueueForm = 'name' | 'ARN' | 'URL';

/** A lifecycle hook on an Auto Scaling group. */
export interface Hook {
  readonly id: string;
  readonly pool: string;
  readonly transition: 'terminating' | 'launching';
  readonly timeout?: Maybe<number>;
  readonly exists: Tri;
  readonly from: Origin;
}

export interface System {
  readonly clusters: readonly Cluster[];
  readonly pools: readonly Pool[];
  readonly installations: readonly Installation[];
  readonly queues: readonly Queue[];
  readonly rules: readonly EventRule[];
  readonly feeds: readonly Feed[];
  readonly polls: readonly Poll[];
  readonly hooks: readonly Hook[];
  /** The configuration as it is written, for rules on settings. */
  readonly as: Written;
}

export const emptySystem: System = {
  clusters: [],
  pools: [],
  installations: [],
  queues: [],
  rules: [],
  feeds: [],
  polls: [],
  hooks: [],
  as: nothingWritten,
};
