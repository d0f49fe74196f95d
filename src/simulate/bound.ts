/**
 * The least time that a wave needs whatever the schedule: no handler can be
 * quicker than its workers, its limits, its budgets and the longest grace allow.
 */
import { groupsOf } from './groups.js';
import type { Parameters } from './run.js';
import type { Drainer, NthDrainer, PodKind, RateLimit, Wave, WavePool } from './wave.js';

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
  /** When the last pod of a node can be gone at the earliest, its volume let go of. */
  readonly longest: number;
  readonly shortest: number;
  /** Seconds that a worker is kept by each node's longest grace, summed. */
  readonly work: number;
  /** Earliest time at which a deadline of Karpenter ends pods. */
  readonly deadline: number;
}

const NO_LOAD: Load = {
  nodes: 0,
  pods: 0,
  longest: 0,
  shortest: Number.POSITIVE_INFINITY,
  work: 0,
  deadline: Number.POSITIVE_INFINITY,
};

function loadOf(wave: Wave, drainer: number): Load {
  const own = wave.drainers[drainer];
  let load = NO_LOAD;
  // Nodes of a pool often hold the same list of kinds: each list is worked out once.
  const known = new Map<readonly number[], Load>();
  for (const [node, index] of wave.nodes.entries()) {
    const pool = wave.pools[index];
    if (pool?.drainer !== drainer) continue;
    const kinds = wave.pods[node] ?? [];
    const one = known.get(kinds) ?? ofNode(wave, own, pool, kinds);
    known.set(kinds, one);
    load = joined(load, one);
  }
  return load;
}

const joined = (a: Load, b: Load): Load => ({
  nodes: a.nodes + b.nodes,
  pods: a.pods + b.pods,
  longest: Math.max(a.longest, b.longest),
  shortest: Math.min(a.shortest, b.shortest),
  work: a.work + b.work,
  deadline: Math.min(a.deadline, b.deadline),
});

function ofNode(
  wave: Wave,
  drainer: Drainer | undefined,
  pool: WavePool,
  own: readonly number[],
): Load {
  const kinds = own.flatMap((kind) => wave.kinds[kind] ?? []);
  const graces = kinds.filter(isCounted).map((kind) => graceOf(drainer, kind));
  const longest = most(graces);
  const window = drainer?.kind === 'nth' ? drainer.window : Number.POSITIVE_INFINITY;
  return {
    nodes: 1,
    pods: graces.length,
    longest: most(ends(wave, drainer, pool, kinds)),
    shortest: graces.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    work: Math.min(longest, window),
    deadline: deadlineOf(drainer, pool),
  };
}

const deadlineOf = (drainer: Drainer | undefined, pool: WavePool): number =>
  (drainer?.kind === 'karpenter' ? pool.terminationGracePeriod : undefined) ??
  Number.POSITIVE_INFINITY;

const isCounted = ({ daemon }: PodKind): boolean => daemon !== true;

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** When each counted pod of a node can be gone at the earliest, after the groups before its own. */
function ends(
  wave: Wave,
  drainer: Drainer | undefined,
  pool: WavePool,
  kinds: readonly PodKind[],
): readonly number[] {
  const inTurn = drainer?.kind === 'karpenter';
  const deadline = deadlineOf(drainer, pool);
  const waits = inTurn && drainer.nextGroup === 'gone';
  const groups = inTurn ? groupsOf(kinds, (kind) => kind) : [kinds];
  let start = 0;
  const found = groups.flatMap((group) => {
    const before = start;
    if (waits) start += most(group.map((kind) => graceOf(drainer, kind)));
    return group.filter(isCounted).map((kind) => {
      const end = Math.min(before + graceOf(drainer, kind), deadline);
      return kind.volume ? end + wave.detach : end;
    });
  });
  // No eviction and no deadline moves a pod that tolerates the taint.
  const stays = inTurn && kinds.some((kind) => isCounted(kind) && kind.tolerates === true);
  return stays ? [...found, Number.POSITIVE_INFINITY] : found;
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
      const alone = drainer.oneByOne ? load.pods * given.CALL.value : 0;
      const evicted = Math.max(lastCall(calls, drainer.limit), alone) + load.shortest;
      // Pods that a deadline deletes end with it, or a second after a call like any other.
      const told = lastCall(load.pods, drainer.limit) + Math.min(1, load.shortest);
      return Math.max(load.longest, Math.min(evicted, Math.max(load.deadline, told)));
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
      if (one?.budget !== budget || !isCounted(one)) continue;
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
