/**
 * Whose nodes a Karpenter release takes down and how it drains them. Judged by
 * reading the source, row by row; reactions.ts says to which events it does so.
 */
import data from './data/karpenter-behaviour.json' with { type: 'json' };
import { type Ranged, rowFor } from './range.js';

export interface DrainBehaviour {
  /** Whether an interruption evicts pods with karpenter.sh/do-not-disrupt; if not, the drain waits for them. */
  readonly evictsDoNotDisrupt?: boolean;
  /** Whether NodePools have terminationGracePeriod. */
  readonly terminationGracePeriod: boolean;
  readonly waitsForVolumes: boolean;
  /** `forceful`: expiry respects neither budgets nor the start of a replacement. */
  readonly expiration: 'graceful' | 'forceful';
  readonly drainTaint: string;
  /** Evictions of all nodes wait for each other: one call at a time. */
  readonly evictsOneByOne: boolean;
  /** When the next group of a node's pods is evicted: as soon as the one before was told to end, or once it is gone. */
  readonly nextGroup: 'told' | 'gone';
}

/**
 * Evicted after all others: pods of the two classes that Kubernetes itself has
 * (kubernetes-sigs/karpenter@v0.32.0 and v1.14.1 pkg/controllers/node/termination/terminator/terminator.go).
 */
export const CRITICAL_CLASSES: readonly string[] = [
  'system-cluster-critical',
  'system-node-critical',
];

interface Judged extends Ranged {
  readonly value: unknown;
}

const behaviour = data.behaviour as unknown as Readonly<Record<string, readonly Judged[]>>;

/** `all`: also NodeClaims of EKS Auto Mode; `managed`: only those whose node class is Karpenter's own. */
export const nodeClaimsActedOn = (version: string): 'all' | 'managed' =>
  rowFor(behaviour.nodeClaims ?? [], version)?.value === 'managed' ? 'managed' : 'all';

/** How a release drains a node that it was told to take down. */
export function drainBehaviour(version: string): DrainBehaviour {
  const entries = Object.entries(behaviour)
    .filter(([name]) => name !== 'nodeClaims')
    .map(([name, rows]) => [name, rowFor(rows, version)?.value] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as DrainBehaviour;
}
