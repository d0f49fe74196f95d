/**
 * Makes a wave of a judged policy: the pools that Spot can take back, who drains
 * them, and what runs there, from a scenario, from a cluster's objects, or as far as
 * nobody says it from what is usual. What was taken for granted is said.
 */
import type { KubeObject } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import { suggestion } from '../diagnostics/suggest.js';
import type { PoolTiming } from '../model/pool-timing.js';
import type { Timing } from '../model/timing.js';
import type { Span } from '../source/span.js';
import { isUnknown } from '../value/value.js';
import { type DrainerFacts, drainerOf, type FoundDrainer, type Judgement } from './drainers.js';
import { placedOf } from './placed.js';
import { onNodes } from './placed-nodes.js';
import { populate, type Sizes } from './populate.js';
import { type Collector, collector, MOST_PODS } from './population.js';
import type { Parameters } from './run.js';
import type { Scenario, ScenarioPool, Settings } from './scenario.js';
import { type Drains, drainsOf } from './standing.js';
import type { Drainer, Wave, WavePool } from './wave.js';
import { writtenPods } from './written-pods.js';

/** What the command line says; it wins over a scenario, and that over the policy. */
export interface Wanted extends Sizes {
  readonly seed?: number;
  readonly spread?: number;
  readonly pools?: readonly string[];
  readonly rebalance?: boolean;
  readonly nth: Settings;
  readonly karpenter: Settings;
}

export interface ComposeInput extends Judgement {
  readonly timing: Timing;
  readonly scenario?: Scenario;
  readonly objects: readonly KubeObject[];
  readonly wanted: Wanted;
  readonly facts: DrainerFacts;
  /** Where the policy begins. */
  readonly from: Span;
  /** Nodes of a pool that the policy expects to go at once. */
  readonly expected?: number;
}

export interface Composed {
  /** Undefined where there is nothing that Spot could take back. */
  readonly wave?: Wave;
  /** Identities of the wave's pools in the model, in its order. */
  readonly ids: readonly string[];
  /** Pools that a Spot reclaim leaves alone, and why. */
  readonly spared: readonly { readonly name: string; readonly because: string }[];
  readonly taken: readonly string[];
  readonly findings: readonly Finding[];
}

export function compose(input: ComposeInput): Composed {
  const { timing, scenario, wanted, facts } = input;
  const findings = [...unknownPools(input)];
  const chosen = timing.pools.filter((pool) => isChosen(pool, scenario, wanted));
  const hit = chosen.filter(canBeReclaimed);
  const spared = chosen
    .filter((pool) => !canBeReclaimed(pool))
    .map((pool) => ({ name: nameOf(pool), because: sparedBecause(pool) }));
  const overrides = {
    nth: { ...scenario?.nth, ...wanted.nth },
    karpenter: { ...scenario?.karpenter, ...wanted.karpenter },
  };
  const found = hit.map((pool) => drainerOf(input, pool, overrides, facts));
  const { drainers, indices } = numbered(found);
  const into = collector();
  const taken = new Set(found.flatMap(({ note }) => note ?? []));
  const listed = fill({ ...input, drains: drainsOf(hit, found, facts) }, hit, into, taken);
  const population = into.read();
  if (into.over() > 0) findings.push(tooLarge(into.over(), input.from));
  if (population.nodes.length === 0 || findings.length > 0)
    return { ids: [], spared, taken: [], findings };
  const pools = hit.map((pool, index) => wavePool(pool, found[index], indices[index] ?? 0));
  if (drainers.some(({ kind }) => kind === 'eks'))
    taken.add('EKS tells all pods of its nodes at once: it publishes nothing of how it drains');
  const rebalance = wanted.rebalance ?? scenario?.rebalance ?? false;
  if (rebalance) taken.add(rebalanceSays(pools, facts.simulation));
  const wave: Wave = {
    seed: wanted.seed ?? scenario?.seed ?? 1,
    notice: facts.timing.NOTICE.seconds,
    spread: wanted.spread ?? scenario?.spread ?? 0,
    rebalance,
    pools,
    drainers,
    ...population,
    daemonPods:
      wanted.daemonPods ??
      daemonPodsOf(scenario, facts.simulation.WORKLOAD.daemonPods.value) ??
      listed ??
      facts.simulation.WORKLOAD.daemonPods.value,
    detach: facts.timing.DETACH.seconds,
    delivery: facts.timing.DELIVERY.seconds,
  };
  return { wave, ids: hit.map(({ pool }) => pool.id), spared, taken: [...taken], findings };
}

function rebalanceSays(pools: readonly WavePool[], { REBALANCE }: Parameters): string {
  const share = (value: number): string => `${Math.round(100 * value)} %`;
  const { before, alone, lead } = REBALANCE;
  const who = pools.filter(({ drainsOnRebalance }) => drainsOnRebalance).map(({ name }) => name);
  return who.length === 0
    ? 'nobody drains these pools on a rebalance recommendation: they change nothing'
    : `${share(before.value)} of notices come at most ${lead.value} s after a recommendation, on which ${who.join(', ')} is drained; ${share(alone.value)} of recommendations have no notice after them, and drain nodes that would have stayed`;
}

/** As many as it says, or as it describes where those are more than what is usual. */
function daemonPodsOf(scenario: Scenario | undefined, usual: number): number | undefined {
  const pools = scenario?.pools ?? [];
  const described = pools.map(({ pods = [] }) =>
    pods.reduce((sum, { daemon, perNode = 1 }) => sum + (daemon ? perNode : 0), 0),
  );
  const said = pools.find(({ daemonPods }) => daemonPods !== undefined)?.daemonPods;
  const most = Math.max(0, ...described);
  return said ?? (most > usual ? most : undefined);
}

export const nameOf = ({ pool: { name } }: PoolTiming): string =>
  isUnknown(name) ? name.term : name.value;

function isChosen(pool: PoolTiming, scenario: Scenario | undefined, wanted: Wanted): boolean {
  if (pool.pool.exists === false) return false;
  const names = wanted.pools ?? scenario?.pools?.map(({ name }) => name.value);
  return names === undefined || names.includes(nameOf(pool));
}

const canBeReclaimed = ({ pool }: PoolTiming): boolean =>
  pool.can.spot !== false && pool.kind !== 'FargateProfile';

const sparedBecause = ({ pool }: PoolTiming): string =>
  pool.kind === 'FargateProfile'
    ? 'Fargate has no Spot capacity on EKS'
    : 'it has no Spot capacity, and so no notice of two minutes';

const tooLarge = (pods: number, at: Span): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: `a wave of ${pods} pods is more than the ${MOST_PODS} that are simulated`,
  at,
  help: 'give fewer nodes or pods: --nodes, --pods, or a scenario',
});

/** Pools that a scenario or the command line names and the policy does not have. */
function unknownPools({ timing, scenario, wanted }: ComposeInput): readonly Finding[] {
  const names = timing.pools.map(nameOf);
  return (wanted.pools === undefined ? (scenario?.pools ?? []) : [])
    .filter(({ name }) => !names.includes(name.value))
    .map(({ name }) => ({
      rule: 'unreadable-file',
      severity: 'error',
      message: `the policy has no pool "${name.value}"`,
      at: name.from.at,
      help: suggestion(name.value, names, 'pools'),
    }));
}

/** Pools with one installation share its workers and limits. */
function numbered(found: readonly FoundDrainer[]): {
  readonly drainers: readonly Drainer[];
  readonly indices: readonly number[];
} {
  const drainers: Drainer[] = [];
  const known = new Map<string, number>();
  const indices = found.map(({ drainer, installation }) => {
    const key = installation ?? drainer.kind;
    const index = known.get(key) ?? drainers.push(drainer) - 1;
    known.set(key, index);
    return index;
  });
  return { drainers, indices };
}

/** Karpenter asks for a node when the notice comes; a group replaces one that is gone. */
function wavePool(pool: PoolTiming, found: FoundDrainer | undefined, drainer: number): WavePool {
  const grace = pool.drain?.terminationGracePeriod;
  return {
    name: nameOf(pool),
    drainer,
    replacement: found?.drainer.kind === 'karpenter' ? 'on-notice' : 'on-loss',
    drainsOnRebalance: found?.drainsOnRebalance ?? false,
    ...(grace !== undefined && !isUnknown(grace) && { terminationGracePeriod: grace.value }),
  };
}

/** Gives the pods of DaemonSets on a node, where a list says them. */
function fill(
  input: ComposeInput & { readonly drains: Drains },
  hit: readonly PoolTiming[],
  into: Collector,
  taken: Set<string>,
): number | undefined {
  const { scenario, objects, wanted, facts, timing, expected, drains } = input;
  const take = (says: string): void => {
    taken.add(says);
  };
  const placed = placedOf(objects);
  const done =
    placed === undefined ? new Set<number>() : onNodes(placed, hit, { into, take, drains });
  const written =
    placed === undefined ? writtenPods(objects, hit, { into, take, drains }) : undefined;
  for (const [index, pool] of hit.entries()) {
    if (done.has(index)) continue;
    if (placed !== undefined) {
      taken.add(`no Spot node of "${nameOf(pool)}" is in the list: it is left out`);
      continue;
    }
    const own: ScenarioPool | undefined = scenario?.pools?.find(
      ({ name }) => name.value === nameOf(pool),
    );
    populate({
      pool,
      index,
      ...(own && { own }),
      wanted,
      ...(expected !== undefined && { expected }),
      workloads: timing.workloads.workloads,
      usual: facts.simulation.WORKLOAD,
      ...(written && { written }),
      drains,
      into,
      take,
    });
  }
  if (placed === undefined) return undefined;
  const daemons = placed.nodes.reduce((sum, node) => sum + node.daemonPods, 0);
  return Math.round(daemons / Math.max(1, placed.nodes.length));
}
