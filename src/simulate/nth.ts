/**
 * NTH on a virtual clock, as its source works: one loop that reads the queue and
 * looks each instance up, one that hands events to workers, and drains that wait
 * for the API client's rate limits, refused evictions and pods that take their time.
 */
import type { NTH_COST } from '../facts/simulation.js';
import { type Bucket, bucket } from './bucket.js';
import type { Clock } from './clock.js';
import type { Cluster } from './cluster.js';
import { eventOf, fifo, type Message, type Queue } from './queue.js';
import type { Random } from './random.js';
import type { NthDrainer } from './wave.js';

export interface NthWorld {
  readonly time: Clock;
  readonly cluster: Cluster;
  readonly cost: typeof NTH_COST;
  /** Seconds of one call to the API server. */
  readonly call: number;
  readonly daemonPods: number;
}

export interface Replica {
  /** Takes an event; one that it knows already is left alone. */
  readonly take: (message: Message) => void;
}

/** What the process has done with an event; gone where a drain failed. */
type Known = Map<number, 'waiting' | 'draining' | 'done'>;

/** One process of NTH with its workers and its own limits. */
export function replica(settings: NthDrainer, world: NthWorld, dice: Random): Replica {
  const { time, cost } = world;
  const phase = dice.below(cost.assignEvery.value);
  const limits = limitsOf(settings);
  const known: Known = new Map();
  const waiting = fifo<Message>();
  let free = settings.workers;
  let awake = false;

  const assign = (): void => {
    awake = false;
    for (let next = waiting.peek(); next !== undefined && free > 0; next = waiting.peek()) {
      waiting.shift();
      if (known.get(next.event) === 'waiting') work(next);
    }
  };
  const wake = (): void => {
    if (awake || free === 0 || waiting.peek() === undefined) return;
    awake = true;
    time.at(nextTick(time.now(), phase, cost.assignEvery.value), assign);
  };
  const work = (message: Message): void => {
    free--;
    known.set(message.event, 'draining');
    drain({ node: message.node, settings, limits, world }, (done) => {
      free++;
      if (done) {
        message.deleted = true;
        // Other events of the node count as done with it, those that no worker had begun too.
        for (const early of [true, false])
          if (known.has(eventOf(message.node, early)))
            known.set(eventOf(message.node, early), 'done');
        known.set(message.event, 'done');
      } else known.delete(message.event);
      wake();
    });
  };
  return {
    take: (message) => {
      if (known.has(message.event)) return;
      known.set(message.event, 'waiting');
      waiting.push(message);
      wake();
    },
  };
}

const nextTick = (now: number, phase: number, every: number): number =>
  phase + Math.ceil((now - phase) / every) * every;

/** The loop that reads the queue: as many messages as one call brings, looked up one after the other. */
export function monitor(source: Queue, into: Replica, { time, cluster, cost }: NthWorld): void {
  const poll = (): void => {
    const asked = time.now();
    source.receive((messages) => {
      let at = time.now();
      for (const message of messages) {
        at += cost.describeInstances.value;
        time.at(at, () => {
          if (Number.isNaN(cluster.node.reached[message.node]))
            cluster.node.reached[message.node] = time.now();
          into.take(message);
        });
      }
      time.at(Math.max(at, asked + cost.pollEvery.value), poll);
    });
  };
  poll();
}

interface Limits {
  readonly core: Bucket;
  readonly apps: Bucket;
  readonly policy: Bucket;
}

function limitsOf({ limit: { qps, burst }, sharedLimit }: NthDrainer): Limits {
  const core = bucket(qps, burst);
  return sharedLimit
    ? { core, apps: core, policy: core }
    : { core, apps: bucket(qps, burst), policy: bucket(qps, burst) };
}

interface Drain {
  readonly node: number;
  readonly settings: NthDrainer;
  readonly limits: Limits;
  readonly world: NthWorld;
}

/** One drain: calls in turn, then all pods at once, until they are gone or the window is over. */
function drain(given: Drain, finish: (done: boolean) => void): void {
  const { node, settings, limits, world } = given;
  const { time, cluster, cost, daemonPods } = world;
  if (Number.isNaN(cluster.node.started[node])) cluster.node.started[node] = time.now();
  const calls = cost.callsBefore.value + (settings.taints ? cost.callsToTaint.value : 0);
  inTurn(world, limits.core, calls, () =>
    // kubectl's library looks up the owner of every pod of a DaemonSet.
    inTurn(world, limits.apps, daemonPods, () => evictAll(given, finish)),
  );
}

function inTurn(world: NthWorld, limit: Bucket, calls: number, then: () => void): void {
  if (calls === 0) {
    then();
    return;
  }
  through(world, limit, () => inTurn(world, limit, calls - 1, then));
}

const through = ({ time, call }: NthWorld, limit: Bucket, then: () => void): void =>
  time.at(limit.reserve(time.now()) + call, then);

function evictAll(given: Drain, finish: (done: boolean) => void): void {
  const { node, settings, limits, world } = given;
  const { time, cluster, cost } = world;
  if (Number.isNaN(cluster.node.evicting[node])) cluster.node.evicting[node] = time.now();
  const [from, to] = cluster.podsOf(node);
  let left = to - from;
  let over = false;
  const end = (done: boolean): void => {
    if (over) return;
    over = true;
    if (done && Number.isNaN(cluster.node.drained[node])) cluster.node.drained[node] = time.now();
    finish(done);
  };
  const gone = (): void => {
    left--;
    if (left === 0) end(true);
  };
  const look = watch(given, gone, () => over);
  const evict = (pod: number): void =>
    through(world, limits.policy, () => {
      if (over) return;
      if (cluster.evict(pod, settings.podGrace)) look(pod);
      else time.at(time.now() + cost.retryEvery.value, () => over || evict(pod));
    });
  if (left === 0) end(true);
  for (let pod = from; pod < to; pod++) evict(pod);
  time.at(time.now() + settings.window, () => end(false));
}

/**
 * Looks at evicted pods until they are gone: each once when it was evicted, then
 * all that are left of the node in rounds, every look with a call of its own.
 */
function watch(
  { limits, world }: Drain,
  gone: () => void,
  isOver: () => boolean,
): (pod: number) => void {
  const { time, cluster, cost, call } = world;
  let watched: number[] = [];
  let busy = false;
  const round = (): void => {
    busy = false;
    if (isOver() || watched.length === 0) return;
    const started = time.now();
    const looks = watched.map((pod) => ({ pod, at: limits.core.reserve(started) + call }));
    watched = [];
    busy = true;
    time.at(looks.at(-1)?.at ?? started, () => {
      if (isOver()) return;
      for (const { pod, at } of looks)
        if (cluster.isGone(pod, at)) gone();
        else watched.push(pod);
      time.at(Math.max(time.now(), started + cost.lookEvery.value), round);
    });
  };
  return (pod) => {
    const asked = time.now();
    through(world, limits.core, () => {
      if (isOver()) return;
      if (cluster.isGone(pod)) {
        gone();
        return;
      }
      watched.push(pod);
      if (busy) return;
      busy = true;
      time.at(Math.max(time.now(), asked + cost.lookEvery.value), round);
    });
  };
}
