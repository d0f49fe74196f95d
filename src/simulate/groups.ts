/**
 * The groups in which Karpenter evicts the pods of a node: those of no DaemonSet,
 * then those of one, first without and then with a critical priority. Pods that
 * tolerate its taint are in none (kubernetes-sigs/karpenter@v1.14.1
 * pkg/controllers/node/termination/terminator/terminator.go, pkg/utils/pod/scheduling.go).
 */
import type { KarpenterDrainer, PodKind } from './wave.js';

/** First to last, those without a pod left out. */
export function groupsOf<T>(
  pods: readonly T[],
  kindOf: (pod: T) => PodKind,
): readonly (readonly T[])[] {
  const groups: T[][] = [[], [], [], []];
  for (const pod of pods) {
    const kind = kindOf(pod);
    if (kind.tolerates !== true) groups[rankOf(kind)]?.push(pod);
  }
  return groups.filter((group) => group.length > 0);
}

const rankOf = ({ critical, daemon }: PodKind): number =>
  (critical === true ? 2 : 0) + (daemon === true ? 1 : 0);

/** Whether an eviction moves a pod; Karpenter waits for one that none does. */
export const isEvicted = (
  { evictsProtected }: KarpenterDrainer,
  { protected: isProtected }: PodKind,
): boolean => evictsProtected || !isProtected;
