/** What became of a wave: pods that ended in time, that were cut off, that left a volume behind; and what they waited for. */
import type { Cluster } from './cluster.js';
import { addWaits, busy, emptyWaits, type Late, largest, type Stage } from './waits.js';
import type { Wave } from './wave.js';

export interface Counts {
  readonly pods: number;
  readonly inTime: number;
  /** They still ran when their node went. */
  readonly cutOff: number;
  /** They had ended, and their volume was still attached. */
  readonly waiting: number;
  /** The handler gave them less time than they take. */
  readonly killed: number;
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
    killed: total('killed'),
    pools,
    needs: needsOf(wave, staying),
    fits: total('inTime') === pods,
    samples: samplesOf(wave, staying),
  };
}

function needsOf(wave: Wave, { pod, kindOf }: Cluster): number | undefined {
  let last = 0;
  for (const [index, ended] of pod.ended.entries()) {
    const { daemon, volume } = kindOf(index);
    if (daemon === true) continue;
    if (Number.isNaN(ended)) return undefined;
    last = Math.max(last, volume ? ended + wave.detach : ended);
  }
  return last;
}

type Fate = 'inTime' | 'cutOff' | 'waiting' | 'killed';

/** A deadline that leaves a pod a second less than it takes kills nothing that anybody would notice. */
const CUT = 1;

function fateOf(wave: Wave, { pod: { ended: ends, evicted }, kindOf }: Cluster, late: Late): Fate {
  const { pod, lost } = late;
  const { grace, volume } = kindOf(pod);
  const ended = ends[pod] ?? Number.NaN;
  if (Number.isNaN(ended) || ended > lost) return 'cutOff';
  if (ended - (evicted[pod] ?? ended) < grace - CUT) return 'killed';
  return volume && ended + wave.detach > lost ? 'waiting' : 'inTime';
}

class Tally {
  inTime = 0;
  cutOff = 0;
  waiting = 0;
  killed = 0;
  get pods(): number {
    return this.inTime + this.cutOff + this.waiting + this.killed;
  }
  read(): Counts {
    const { pods, inTime, cutOff, waiting, killed } = this;
    return { pods, inTime, cutOff, waiting, killed };
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
      const { name, daemon } = ending.kindOf(pod);
      if (daemon === true) continue;
      const fate = fateOf(wave, ending, { pod, node, lost });
      const own = byKind.get(name) ?? new Tally();
      byKind.set(name, own);
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
function samplesOf(wave: Wave, { node, pod, kindOf }: Cluster): readonly Sample[] {
  const most = wave.spread + 2 * wave.notice;
  const counted = (times: Float64Array): Float64Array =>
    times.filter((time, index) => !Number.isNaN(time) && kindOf(index).daemon !== true);
  const [evicted, ended] = [counted(pod.evicted), counted(pod.ended)];
  const last = ended.reduce((a, b) => Math.max(a, b), 0);
  const until = Math.min(most, Math.max(wave.spread + wave.notice, last)) * 1.05;
  const counters = [evicted, ended, node.drained].map((times) => counter(times));
  return Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const time = (until * index) / SAMPLES;
    const [told = 0, done = 0, drained = 0] = counters.map((count) => count(time));
    return { time, evicted: told, ended: done, drained };
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
