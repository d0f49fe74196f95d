/**
 * The least time that a wave needs whatever the schedule: no handler can be
 * quicker than its workers, its limits, its budgets and the longest grace allow.
 */
import type { Parameters } from './run.js';
import type { Drainer, NthDrainer, PodKind, RateLimit, Wave } from './wave.js';

/** Seconds until the last pod can have ended at the earliest; Infinity where it never can. */
export function leastTime(wave: Wave, given: Parameters): number {
  const early = wave.rebalance ? given.REBALANCE.lead.value : 0;
  const bounds = [
    ...wave.drainers.map((drainer, index) => ofDrainer(drainer, loadOf(wave, index), given)),
    ...wave.budgets.map((_, index) => ofBudget(wave, index, given)),
  ];
  return Math.max(0, bounds.reduce((most, bound) => Math.max(most, bound), 0) - early);
}

/** What a drainer has before it. */
interface Load {
  readonly nodes: number;
  readonly pods: number;
  /** Longest grace of any pod, its volume's detach included, and shortest. */
  readonly longest: number;
  readonly shortest: number;
  /** Seconds that a worker is kept by each node's longest grace, summed. */
  readonly work: number;
}

function loadOf(wave: Wave, drainer: number): Load {
  const own = wave.drainers[drainer];
  const most = own?.kind === 'nth' ? own.window : Number.POSITIVE_INFINITY;
  let load = { nodes: 0, pods: 0, longest: 0, shortest: Number.POSITIVE_INFINITY, work: 0 };
  for (const [node, pool] of wave.nodes.entries()) {
    if (wave.pools[pool]?.drainer !== drainer) continue;
    const graces = (wave.pods[node] ?? []).map((kind) => graceOf(own, wave.kinds[kind]));
    const longest = graces.reduce((a, b) => Math.max(a, b), 0);
    const free = (wave.pods[node] ?? []).map(
      (kind, index) => (graces[index] ?? 0) + (wave.kinds[kind]?.volume === true ? wave.detach : 0),
    );
    load = {
      nodes: load.nodes + 1,
      pods: load.pods + graces.length,
      longest: free.reduce((a, b) => Math.max(a, b), load.longest),
      shortest: graces.reduce((a, b) => Math.min(a, b), load.shortest),
      work: load.work + Math.min(longest, most),
    };
  }
  return load;
}

const graceOf = (drainer: Drainer | undefined, kind: PodKind | undefined): number =>
  Math.min(
    (drainer?.kind === 'nth' ? drainer.podGrace : undefined) ?? Number.POSITIVE_INFINITY,
    kind?.grace ?? 0,
  );

function ofDrainer(drainer: Drainer, load: Load, given: Parameters): number {
  if (load.pods === 0) return 0;
  switch (drainer.kind) {
    case 'none':
      return Number.POSITIVE_INFINITY;
    case 'eks':
      return load.longest;
    case 'karpenter': {
      const calls = load.nodes * given.KARPENTER_COST.callsBefore.value + load.pods;
      return Math.max(load.longest, lastCall(calls, drainer.limit) + load.shortest);
    }
    case 'nth':
      return drainer.mode === 'imds' ? load.longest : ofNth(drainer, load, given);
  }
}

/** Workers, calls to reach the pods, and evictions each bound a wave by themselves. */
function ofNth(drainer: NthDrainer, load: Load, { NTH_COST }: Parameters): number {
  const { replicas, workers, limit, taints } = drainer;
  const calls = NTH_COST.callsBefore.value + (taints ? NTH_COST.callsToTaint.value : 0);
  const share = (count: number): number => lastCall(Math.ceil(count / replicas), limit);
  return Math.max(
    load.longest,
    load.work / (workers * replicas),
    share(load.nodes * calls) + load.shortest,
    share(load.pods) + load.shortest,
  );
}

/** When the last of so many calls can be let through. */
const lastCall = (calls: number, { qps, burst }: RateLimit): number =>
  Math.max(0, calls - burst) / qps;

/** Pods leave as many at a time as the budget allows, each time after the replacements of the last. */
function ofBudget(wave: Wave, budget: number, { REPLACEMENT }: Parameters): number {
  const { healthy = 0, desired = 0 } = wave.budgets[budget] ?? {};
  let [pods, grace, deadline] = [0, Number.POSITIVE_INFINITY, 0];
  for (const [node, own] of wave.pods.entries()) {
    const pool = wave.pools[wave.nodes[node] ?? 0];
    for (const kind of own) {
      const one = wave.kinds[kind];
      if (one?.budget !== budget) continue;
      pods++;
      grace = Math.min(grace, graceOf(wave.drainers[pool?.drainer ?? 0], one));
      deadline = Math.max(deadline, pool?.terminationGracePeriod ?? Number.POSITIVE_INFINITY);
    }
  }
  if (pods === 0) return 0;
  const atOnce = healthy - desired;
  if (atOnce < 1) return deadline;
  const rounds = Math.ceil(pods / atOnce);
  return Math.min(deadline, (rounds - 1) * (grace + REPLACEMENT.pod.value) + grace);
}
