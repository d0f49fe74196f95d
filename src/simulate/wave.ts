/**
 * What a simulation is given: nodes that are interrupted, the pods on them, the
 * budgets over the pods, and who drains each pool. Plain data, no text.
 */

/** Pods that are alike. */
export interface PodKind {
  readonly name: string;
  /** Seconds that a pod takes to end once it is told to. */
  readonly grace: number;
  /** It has a volume of a single node, which has to be let go of. */
  readonly volume: boolean;
  /** It asks Karpenter to leave it alone. */
  readonly protected: boolean;
  /** Its priorityClassName is one of Kubernetes' own: Karpenter evicts it after the others. */
  readonly critical?: boolean;
  /** It is of a DaemonSet, and on the node only because Karpenter evicts it; it is not counted. */
  readonly daemon?: boolean;
  /** It tolerates the taint with which Karpenter drains, which then leaves it where it is. */
  readonly tolerates?: boolean;
  /** Index of the budget over it. */
  readonly budget?: number;
}

export interface WaveBudget {
  readonly name: string;
  /** Pods under it that are healthy at the start, those elsewhere included. */
  readonly healthy: number;
  /** Evictions are refused that would leave fewer. */
  readonly desired: number;
}

export interface RateLimit {
  readonly qps: number;
  readonly burst: number;
}

/** NTH; in IMDS mode every node has a replica of its own. */
export interface NthDrainer {
  readonly kind: 'nth';
  readonly name: string;
  readonly mode: 'queue' | 'imds';
  readonly workers: number;
  readonly replicas: number;
  readonly limit: RateLimit;
  /** All API groups share one limit, as where it is set; else each has its own. */
  readonly sharedLimit: boolean;
  /** Seconds after which a drain is given up. */
  readonly window: number;
  /** Seconds that a pod gets at most: one that takes longer is killed. */
  readonly podGrace?: number;
  readonly taints: boolean;
  readonly visibility: number;
}

export interface KarpenterDrainer {
  readonly kind: 'karpenter';
  readonly name: string;
  readonly limit: RateLimit;
  readonly evictsProtected: boolean;
  readonly waitsForVolumes: boolean;
  /** It makes one eviction at a time, of all nodes together. */
  readonly oneByOne: boolean;
  /** When it goes on to the next group of a node's pods. */
  readonly nextGroup: 'told' | 'gone';
}

export interface EksDrainer {
  readonly kind: 'eks';
  readonly name: string;
}

/** Nobody drains: pods are cut off when their node goes. */
export interface NoDrainer {
  readonly kind: 'none';
  readonly name: string;
}

export type Drainer = NthDrainer | KarpenterDrainer | EksDrainer | NoDrainer;

export interface WavePool {
  readonly name: string;
  /** Index of who drains it. */
  readonly drainer: number;
  /** Whether a new node is asked for when the notice comes, or when the node is gone. */
  readonly replacement: 'on-notice' | 'on-loss';
  /** Whoever drains it does so on a rebalance recommendation, too. */
  readonly drainsOnRebalance: boolean;
  /** Karpenter's deadline of a drain. */
  readonly terminationGracePeriod?: number;
}

export interface Wave {
  readonly seed: number;
  /** Seconds from a notice to the loss of its node. */
  readonly notice: number;
  /** Seconds over which the notices come, evenly. */
  readonly spread: number;
  /** Recommendations come before notices, as often as in the field. */
  readonly rebalance: boolean;
  readonly pools: readonly WavePool[];
  readonly drainers: readonly Drainer[];
  readonly budgets: readonly WaveBudget[];
  readonly kinds: readonly PodKind[];
  /** Pool of each node. */
  readonly nodes: readonly number[];
  /** Kinds of the pods on each node. */
  readonly pods: readonly (readonly number[])[];
  /** Pods of DaemonSets on each node, which stay. */
  readonly daemonPods: number;
  /** Seconds from a pod's end to a volume that is let go of. */
  readonly detach: number;
  /** Longest that a message is on its way to a queue. */
  readonly delivery: number;
}
