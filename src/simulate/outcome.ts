/** What became of a wave: pods that ended in time, that were cut off, that left a volume behind; and what they waited for. */
import type { Cluster } from './cluster.js';
import type { Wave } from './wave.js';

/**
 * What a pod waits for on its way to an end in order. `delivery`: the message is on
 * its way. `queue`: messages before it. `workers`: a free one. `calls`: the API
 * client's limit, before the first eviction; `evictions`: the same for evictions.
 */
export const STAGES = [
  'delivery',
  'queue',
  'workers',
  'calls',
  'evictions',
  'budget',
  'protection',
  'grace',
  'volume',
  'nobody',
] as const;

export type Stage = (typeof STAGES)[number];

export interface Counts {
  readonly pods: number;
  readonly inTime: number;
  /** They still ran when their node went. */
  readonly cutOff: number;
  /** They had ended, and their volume was still attached. */
  readonly waiting: number;
}

/** Seconds from a notice to the end of a pod; undefined where it never comes. */
export interface Percentiles {
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  readonly p99: number | undefined;
  readonly last: number | undefined;
}

export interface PoolOutcome extends Counts {
  readonly name: string;
  readonly drainer: string;
  readonly nodes: number;
  /** Nodes whose drain the handler saw to its end before they went. */
  readonly drained: number;
  /** If the nodes stayed. */
  readonly ends: Percentiles;
  readonly kinds: readonly (Counts & { readonly name: string })[];
  /** Pod-seconds of waiting: of the pods that were late, or of all where none was. */
  readonly waits: Readonly<Record<Stage, number>>;
  readonly bottleneck: Stage;
  /** What workers were busy with, where they are what is waited for. */
  readonly busyWith?: Stage;
}

/** Cumulative counts at a time. */
export interface Sample {
  readonly time: number;
  readonly evicted: number;
  readonly ended: number;
  readonly drained: number;
}

export interface Outcome extends Counts {
  readonly nodes: number;
  readonly drained: number;
  readonly pools: readonly PoolOutcome[];
  /** When the last pod would have ended, its volume let go of, if the nodes had stayed; undefined for never. */
  readonly needs: number | undefined;
  readonly fits: boolean;
  readonly samples: readonly Sample[];
}

/** `ending`: the nodes go at the end of their notice. `staying`: they do not. One run serves as both where they agree. */
export function outcomeOf(wave: Wave, ending: Cluster, staying: Cluster): Outcome {
  const pools = wave.pools.map((_, index) => poolOutcome(wave, index, ending, staying));
  const total = (key: 'nodes' | 'drained' | keyof Counts): number =>
    pools.reduce((sum, pool) => sum + pool[key], 0);
  const pods = total('pods');
  return {
    nodes: total('nodes'),
    drained: total('drained'),
    pods,
    inTime: total('inTime'),
    cutOff: total('cutOff'),
    waiting: total('waiting'),
    pools,
    needs: needsOf(wave, staying),
    fits: total('inTime') === pods,
    samples: samplesOf(wave, staying),
  };
}

function needsOf(wave: Wave, { pod, kindOf }: Cluster): number | undefined {
  let last = 0;
  for (const [index, ended] of pod.ended.entries()) {
    if (Number.isNaN(ended)) return undefined;
    last = Math.max(last, kindOf(index).volume ? ended + wave.detach : ended);
  }
  return last;
}

type Fate = 'inTime' | 'cutOff' | 'waiting';

function fateOf(wave: Wave, cluster: Cluster, pod: number, lost: number): Fate {
  const ended = cluster.pod.ended[pod] ?? Number.NaN;
  if (Number.isNaN(ended) || ended > lost) return 'cutOff';
  return cluster.kindOf(pod).volume && ended + wave.detach > lost ? 'waiting' : 'inTime';
}

class Tally {
  inTime = 0;
  cutOff = 0;
  waiting = 0;
  get pods(): number {
    return this.inTime + this.cutOff + this.waiting;
  }
  read(): Counts {
    const { pods, inTime, cutOff, waiting } = this;
    return { pods, inTime, cutOff, waiting };
  }
}

function poolOutcome(wave: Wave, index: number, ending: Cluster, staying: Cluster): PoolOutcome {
  const pool = wave.pools[index];
  const all = new Tally();
  const byKind = new Map<string, Tally>();
  const late = emptyWaits();
  const whole = emptyWaits();
  const ends: number[] = [];
  let [nodes, drained] = [0, 0];
  for (let node = 0; node < wave.nodes.length; node++) {
    if (wave.nodes[node] !== index) continue;
    nodes++;
    const noticed = ending.node.noticed[node] ?? 0;
    const lost = noticed + wave.notice;
    if ((ending.node.drained[node] ?? Number.NaN) <= lost) drained++;
    const [from, to] = ending.podsOf(node);
    for (let pod = from; pod < to; pod++) {
      const fate = fateOf(wave, ending, pod, lost);
      const kind = ending.kindOf(pod).name;
      const own = byKind.get(kind) ?? new Tally();
      byKind.set(kind, own);
      own[fate]++;
      all[fate]++;
      ends.push((staying.pod.ended[pod] ?? Number.NaN) - noticed);
      addWaits(whole, wave, ending, { pod, node, lost });
      if (fate !== 'inTime') addWaits(late, wave, ending, { pod, node, lost });
    }
  }
  const waits = all.pods > all.inTime ? late : whole;
  const bottleneck = largest(waits);
  const busyWith = bottleneck === 'workers' ? busy(wave, index, ending) : undefined;
  return {
    name: pool?.name ?? '',
    drainer: wave.drainers[pool?.drainer ?? 0]?.name ?? '',
    nodes,
    drained,
    ...all.read(),
    ends: percentiles(ends),
    kinds: [...byKind].map(([name, tally]) => ({ name, ...tally.read() })),
    waits,
    bottleneck,
    ...(busyWith && { busyWith }),
  };
}

type Waits = Record<Stage, number>;

const emptyWaits = (): Waits =>
  Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>;

const largest = (waits: Waits): Stage =>
  STAGES.reduce((most, stage) => (waits[stage] > waits[most] ? stage : most), 'grace' as Stage);

interface Late {
  readonly pod: number;
  readonly node: number;
  readonly lost: number;
}

/** Splits the time from the notice to the loss by what the pod waited for. */
function addWaits(waits: Waits, wave: Wave, cluster: Cluster, { pod, node, lost }: Late): void {
  const { node: nodes, pod: pods } = cluster;
  const drainer = wave.drainers[cluster.poolOf(node).drainer]?.kind;
  const kind = cluster.kindOf(pod);
  let at = nodes.noticed[node] ?? 0;
  const until = (time: number, stage: Stage): void => {
    const end = Math.min(Number.isNaN(time) ? lost : time, lost);
    if (end > at) waits[stage] += end - at;
    at = Math.max(at, end);
  };
  const value = (times: Float64Array, index: number): number => times[index] ?? Number.NaN;
  if (drainer === 'none') {
    until(lost, 'nobody');
    return;
  }
  if (!Number.isNaN(value(nodes.arrived, node))) until(value(nodes.arrived, node), 'delivery');
  until(value(nodes.reached, node), 'queue');
  until(value(nodes.started, node), 'workers');
  until(value(nodes.evicting, node), 'calls');
  until(value(pods.attempted, pod), kind.protected ? 'protection' : 'evictions');
  until(value(pods.evicted, pod), 'budget');
  until(value(pods.ended, pod), 'grace');
  if (kind.volume) until(value(pods.ended, pod) + wave.detach, 'volume');
}

/** What drains spend their time on, from the moment at which a worker begins. */
function busy(wave: Wave, pool: number, cluster: Cluster): Stage {
  const waits = emptyWaits();
  for (let node = 0; node < wave.nodes.length; node++) {
    const [started, evicting] = [cluster.node.started[node], cluster.node.evicting[node]];
    if (wave.nodes[node] !== pool || started === undefined || evicting === undefined) continue;
    if (Number.isNaN(evicting)) continue;
    const [from, to] = cluster.podsOf(node);
    let [evicted, grace] = [evicting, 0];
    for (let pod = from; pod < to; pod++) {
      evicted = Math.max(evicted, cluster.pod.evicted[pod] ?? evicted);
      grace = Math.max(grace, cluster.kindOf(pod).grace);
    }
    const drained = cluster.node.drained[node] ?? Number.NaN;
    const seen = Number.isNaN(drained) ? 0 : Math.max(0, drained - evicted - grace);
    waits.calls += evicting - started + seen;
    waits.evictions += Number.isNaN(evicted) ? 0 : evicted - evicting;
    waits.grace += grace;
  }
  return largest(waits);
}

/** The value that a share of all stays at or below; those that never end come last. */
function percentiles(values: readonly number[]): Percentiles {
  const sorted = values
    .map((value) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value))
    .sort((a, b) => a - b);
  const at = (share: number): number | undefined => {
    const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
    return value === undefined || value === Number.POSITIVE_INFINITY ? undefined : value;
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), last: at(1) };
}

const SAMPLES = 120;

/** Up to twice the notice: what comes after it is what a longer one would have saved. */
function samplesOf(wave: Wave, { node, pod }: Cluster): readonly Sample[] {
  const most = wave.spread + 2 * wave.notice;
  const ended = [...pod.ended].filter((time) => !Number.isNaN(time));
  const last = ended.reduce((a, b) => Math.max(a, b), 0);
  const until = Math.min(most, Math.max(wave.spread + wave.notice, last)) * 1.05;
  const counters = [pod.evicted, pod.ended, node.drained].map((times) => counter(times));
  return Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const time = (until * index) / SAMPLES;
    const [evicted = 0, done = 0, drained = 0] = counters.map((count) => count(time));
    return { time, evicted, ended: done, drained };
  });
}

/** How many times have passed, asked in ascending order. */
function counter(times: Float64Array): (time: number) => number {
  const sorted = times.filter((time) => !Number.isNaN(time)).sort();
  let index = 0;
  return (time) => {
    while (index < sorted.length && (sorted[index] ?? 0) <= time) index++;
    return index;
  };
}
