/** Runs a wave through the handlers of its pools on a virtual clock. */
import type * as parameters from '../facts/simulation.js';
import { type Clock, clock } from './clock.js';
import { type Cluster, cluster } from './cluster.js';
import { drainByEks } from './eks.js';
import { karpenter } from './karpenter.js';
import { monitor, replica } from './nth.js';
import { type Message, queue } from './queue.js';
import { type Random, random } from './random.js';
import type { Drainer, NthDrainer, Wave } from './wave.js';

export type Parameters = typeof parameters;

/** Whether nodes go at the end of their notice, or stay so that the time that all drains need shows. */
export type End = 'loss' | 'stay';

/** Longest time that is watched where nodes stay. */
export const HORIZON = 3600;

export function run(wave: Wave, given: Parameters, end: End): Cluster {
  const start = wave.rebalance ? -given.REBALANCE.lead.value : 0;
  const time = clock(start);
  const places = { node: given.REPLACEMENT.node.value, pod: given.REPLACEMENT.pod.value };
  const state = cluster(wave, time, places);
  const handlers = wave.drainers.map((one) => handlerOf(one, wave, { time, state, given }));
  const dice = random(wave.seed, 'notices');
  for (let node = 0; node < wave.nodes.length; node++) {
    const noticed = (wave.spread * node) / wave.nodes.length;
    const pool = state.poolOf(node);
    const handler = handlers[pool.drainer];
    const early = wave.rebalance ? leadOf(given, dice) : undefined;
    state.node.noticed[node] = noticed;
    if (early !== undefined && pool.drainsOnRebalance)
      time.at(noticed - early, () => handler?.(node, true));
    time.at(noticed, () => handler?.(node, false));
    if (end === 'loss') time.at(noticed + wave.notice, () => state.lose(node));
  }
  time.run(end === 'loss' ? wave.spread + wave.notice : HORIZON);
  return state;
}

/** How long before its notice a node was recommended to go; undefined where it was not. */
function leadOf({ REBALANCE }: Parameters, dice: Random): number | undefined {
  const [first, second] = [dice.next(), dice.next()];
  return first < REBALANCE.before.value ? second * REBALANCE.lead.value : undefined;
}

/** Tells a handler that a node is about to go. */
type Handler = (node: number, early: boolean) => void;

interface Stage {
  readonly time: Clock;
  readonly state: Cluster;
  readonly given: Parameters;
}

function handlerOf(drainer: Drainer, wave: Wave, stage: Stage): Handler {
  const { time, state, given } = stage;
  switch (drainer.kind) {
    case 'none':
      return () => {};
    case 'eks':
      return (node, early) =>
        // On a recommendation EKS waits for the replacement; on a notice it does not.
        time.at(time.now() + (early ? given.REPLACEMENT.node.value : 0), () =>
          drainByEks(node, { time, cluster: state, cost: given.EKS_COST }),
        );
    case 'karpenter':
      return viaQueue(drainer.name, given.QUEUE.visibility.value, wave, stage, (source) =>
        karpenter(source, drainer, {
          time,
          cluster: state,
          cost: given.KARPENTER_COST,
          call: given.CALL.value,
          detach: wave.detach,
        }),
      );
    case 'nth':
      return drainer.mode === 'imds'
        ? onEachNode(drainer, wave, stage)
        : viaQueue(drainer.name, drainer.visibility, wave, stage, (source) => {
            const world = worldOf(wave, stage);
            for (let i = 0; i < drainer.replicas; i++)
              monitor(
                source,
                replica(drainer, world, random(wave.seed, `${drainer.name} ${i}`)),
                world,
              );
          });
  }
}

const worldOf = (wave: Wave, { time, state, given }: Stage) => ({
  time,
  cluster: state,
  cost: given.NTH_COST,
  call: given.CALL.value,
  daemonPods: wave.daemonPods,
});

/** Messages take a while to their queue, each its own. */
function viaQueue(
  name: string,
  visibility: number,
  wave: Wave,
  { time, state, given }: Stage,
  read: (source: ReturnType<typeof queue>) => void,
): Handler {
  const { batch, retention } = given.QUEUE;
  const source = queue(time, { batch: batch.value, visibility, retention: retention.value });
  const dice = random(wave.seed, `delivery ${name}`);
  read(source);
  return (node, early) => {
    const at = time.now() + dice.below(wave.delivery);
    time.at(at, () => {
      if (Number.isNaN(state.node.arrived[node])) state.node.arrived[node] = at;
      source.send(node, early);
    });
  };
}

/**
 * In IMDS mode a node's own replica asks the metadata service, and starts when the
 * window before the end does. It works on its own node's events alone.
 */
function onEachNode(drainer: NthDrainer, wave: Wave, stage: Stage): Handler {
  const { time, state, given } = stage;
  const dice = random(wave.seed, `metadata ${drainer.name}`);
  return (node, early) => {
    const found = time.now() + dice.below(given.NTH_COST.pollEvery.value);
    const wait = early ? 0 : Math.max(0, wave.notice - drainer.window);
    const own = replica(drainer, worldOf(wave, stage), dice);
    time.at(Math.max(found, time.now() + wait), () => {
      if (Number.isNaN(state.node.reached[node])) state.node.reached[node] = time.now();
      const message: Message = { node, event: 0, sent: time.now(), deleted: false };
      own.take(message);
    });
  };
}
