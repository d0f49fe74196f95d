/** What a policy wants, read and checked; every leaf keeps the line it was written at. */
import type { EventKind, HandlerKind, NthMode, PoolKind } from '../facts/reactions.js';
import type { Origin } from '../source/span.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { Located, Value } from '../value/value.js';

export type CapacityType = 'spot' | 'on-demand' | 'reserved';

/** A value that Terraform knows; `is` is what it is said to be, for judging. */
export interface Reference {
  readonly expression: Expression;
  /** Canonical text of the expression: its identity. */
  readonly term: string;
  readonly is?: Located<string | number | boolean>;
  readonly lookup: boolean;
  readonly from: Origin;
}

/** A text that is written, or that a reference stands for. */
export type Given = Located<string> | Reference;

export const isReference = (given: Given): given is Reference => 'expression' in given;

/** The text of a value, as far as the policy says it. */
export const textOf = (given: Given): string | undefined =>
  isReference(given) ? (given.is === undefined ? undefined : String(given.is.value)) : given.value;

export interface ClusterIntent {
  readonly name: Given;
  readonly region: Located<string>;
  readonly partition: string;
  readonly kubernetesVersion: Given;
  /** Absent: looked up by the cluster's name. */
  readonly endpoint?: Given;
  readonly oidcProviderArn?: Given;
  readonly authenticationMode: Located<'API' | 'API_AND_CONFIG_MAP' | 'CONFIG_MAP' | 'external'>;
  readonly from: Origin;
}

export interface Mix {
  readonly prefer?: 'spot';
  readonly spot: number;
  readonly onDemand: number;
  readonly reserved: number;
  readonly onDemandBase: number;
  readonly from: Origin;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

export interface PoolIntent {
  readonly name: Located<string>;
  readonly kind: PoolKind;
  readonly mix: Mix;
  readonly capacityTypes: readonly CapacityType[];
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly Taint[];
  /** Tags that the group's instances carry; undefined where the policy says nothing. */
  readonly tags?: ReadonlyMap<string, string>;
  readonly autoScalingGroup?: Given;
  readonly capacityRebalance?: Located<boolean>;
  readonly nodeRepair?: Located<boolean>;
  /** Name of an entry of nodeClasses, for a NodePool. */
  readonly nodeClass?: Located<string>;
  /** The entry as written, for what is passed on verbatim. */
  readonly body: Value;
  readonly from: Origin;
}

export interface NodeClassIntent {
  readonly name: Located<string>;
  readonly spec: Value;
  readonly from: Origin;
}

export interface KarpenterIntent {
  readonly chart: Located<string>;
  readonly namespace: Located<string>;
  readonly runsOn?: Located<string>;
  readonly replicas: Located<number>;
  /** Absent where it is made from the name of the cluster, which only a reference knows. */
  readonly nodeRoleName?: Located<string>;
  readonly values?: Value;
  readonly from: Origin;
}

export interface NthIntent {
  readonly mode: Located<NthMode>;
  readonly chart: Located<string>;
  readonly namespace: Located<string>;
  readonly managedTag: Located<string>;
  readonly runsOn?: Located<string>;
  readonly replicas: Located<number>;
  readonly workers?: Located<number>;
  readonly values?: Value;
  readonly from: Origin;
}

export type Owner = HandlerKind | 'external' | 'none';

/** Who is to handle an event on a pool, and why it is so. */
export interface Assignment {
  readonly owner: Owner;
  /** Reason given in the policy, or the one that ships with the facts. */
  readonly because?: string;
  readonly basis: 'owner' | 'exception' | 'default' | 'fact';
  readonly from: Origin;
}

export interface Intent {
  readonly file: string;
  readonly name: Located<string>;
  readonly cluster: ClusterIntent;
  readonly addons: Located<string>;
  readonly karpenter: KarpenterIntent;
  readonly nth: NthIntent;
  /** How the handlers' pods get their roles. */
  readonly identity: Located<'irsa' | 'podIdentity'>;
  readonly pools: readonly PoolIntent[];
  readonly nodeClasses: readonly NodeClassIntent[];
  readonly owner: (pool: PoolIntent, event: EventKind) => Assignment;
  readonly drain: Value;
  readonly inputs: ReadonlyMap<string, Value>;
  readonly root: Value;
  /** Every default that was taken, for `interlock explain`. */
  readonly defaults: readonly Default[];
}

export interface Default {
  readonly path: string;
  readonly value: string;
  readonly because: string;
}
