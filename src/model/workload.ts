/** What runs on the nodes, as far as a drain is about it: pods by their controller, and disruption budgets over them. */
import type { Origin } from '../source/span.js';
import type { Located, Maybe } from '../value/value.js';

export type Operator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt' | 'Gte' | 'Lte';

/** A condition on one label, of a pod on its node or of a NodePool on what it launches. */
export interface LabelCondition {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly Maybe<string>[];
  readonly from: Origin;
}

export interface Toleration {
  /** Absent: every key. */
  readonly key?: string;
  readonly operator: 'Equal' | 'Exists';
  readonly value?: string;
  /** Absent: every effect. */
  readonly effect?: string;
}

/** A volume of a single node, which another node gets only once the first has let go of it. */
export interface NodeVolume {
  readonly name: string;
  readonly from: Origin;
}

/** An annotation by which a pod asks not to be moved. */
export interface Protection {
  readonly annotation: string;
  readonly value: string;
  readonly from: Origin;
}

export interface Workload {
  /** `Deployment payments/web`. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Name of the cluster that it is for, where somebody said it. */
  readonly cluster?: string;
  /** Least number of pods; undefined where the number of nodes or nothing in sight decides it. */
  readonly replicas: Maybe<number> | undefined;
  /** Seconds; Kubernetes' default of 30 where none is written. */
  readonly grace: Maybe<number>;
  readonly labels: ReadonlyMap<string, string>;
  /** Alternatives; the conditions of one hold together. One without conditions is any node. */
  readonly placement: readonly (readonly LabelCondition[])[];
  readonly tolerations: readonly Toleration[];
  readonly protection: readonly Protection[];
  readonly priorityClassName?: string;
  readonly volumes: readonly NodeVolume[];
  /** Its pods belong to a node and are not moved. */
  readonly daemon: boolean;
  /** It stands for whatever runs, as a policy says it. */
  readonly declared?: true;
  /** Where its name is written. */
  readonly from: Origin;
}

/** A number of pods, or a share of them in percent. */
export type Amount =
  | { readonly pods: number; readonly from: Origin }
  | { readonly percent: number; readonly from: Origin };

/** A PodDisruptionBudget. */
export interface PodBudget {
  readonly name: string;
  readonly namespace: string;
  /** Name of the cluster that it is for, where somebody said it. */
  readonly cluster?: string;
  readonly minAvailable?: Amount;
  readonly maxUnavailable?: Amount;
  /** Conditions on the labels of pods; undefined where nothing is selected. */
  readonly selects?: readonly LabelCondition[];
  readonly from: Origin;
}

/** What a configuration says of workloads. */
export interface Workloads {
  readonly workloads: readonly Workload[];
  readonly budgets: readonly PodBudget[];
}

export const noWorkloads: Workloads = { workloads: [], budgets: [] };

/** Grace that Kubernetes gives where a pod says nothing (kubernetes/api@v0.31.0 core/v1/types.go). */
export const DEFAULT_GRACE = 30;

export type Seconds = Located<number>;
