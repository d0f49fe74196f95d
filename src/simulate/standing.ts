/** Where a pod stands in Karpenter's drain of its node: by its priority class, its owner and its tolerations. */
import { untolerated } from '../model/fit.js';
import type { PoolTiming } from '../model/pool-timing.js';
import type { Taint } from '../model/system.js';
import type { Toleration } from '../model/workload.js';
import type { DrainerFacts, FoundDrainer } from './drainers.js';
import type { PodKind } from './wave.js';

/** What a pod's own text says. */
export interface Standing {
  readonly priorityClassName?: string;
  readonly daemon: boolean;
  readonly tolerations: readonly Toleration[];
}

/** Who drains the pools of a wave, as far as its pods depend on it. */
export interface Drains {
  readonly byKarpenter: (pool: number) => boolean;
  readonly standing: (pod: Standing) => Pick<PodKind, 'critical' | 'daemon' | 'tolerates'>;
}

export function drainsOf(
  pools: readonly PoolTiming[],
  found: readonly FoundDrainer[],
  { karpenter }: DrainerFacts,
): Drains {
  const byKarpenter = (pool: number): boolean => found[pool]?.drainer.kind === 'karpenter';
  const known = pools.flatMap(({ releases }, pool) => (byKarpenter(pool) ? releases : []));
  const releases = known.length > 0 ? known : karpenter.karpenterVersions().slice(-1);
  const taints = [
    ...new Set(releases.map((release) => karpenter.drainBehaviour(release).drainTaint)),
  ].map(taintOf);
  return {
    byKarpenter,
    standing: ({ priorityClassName = '', daemon, tolerations }) => ({
      ...(karpenter.CRITICAL_CLASSES.includes(priorityClassName) && { critical: true }),
      ...(daemon && { daemon: true }),
      ...(isLeft(taints, { daemon, tolerations }) && { tolerates: true }),
    }),
  };
}

/** Where releases differ, the one under which the wave takes longer, or fewer pods end. */
function isLeft(taints: readonly Taint[], { daemon, tolerations }: Standing): boolean {
  const left = taints.map(
    (taint) =>
      untolerated(tolerations, [taint]).length === 0 || (daemon && taint.key === UNSCHEDULABLE),
  );
  return daemon ? left.every(Boolean) : left.some(Boolean);
}

/** Every pod of a DaemonSet is given a toleration of it (kubernetes/kubernetes@v1.31.0 pkg/controller/daemon/util/daemonset_util.go). */
const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/** `key=value:effect`. */
function taintOf(text: string): Taint {
  const [left = '', effect = ''] = text.split(':');
  const [key = '', value] = left.split('=');
  return { key, effect, ...(value !== undefined && { value }) };
}
