/**
 * One event followed through one configuration to each action on a node: rules,
 * queues, readers, and those who learn of it otherwise. It walks the wiring and
 * interprets the settings step by step and shares nothing with the claims of
 * model/ but the system, the matcher and the facts, so that each checks the other.
 */
import type { Installation, Pool, Queue, System } from '../model/system.js';
import type { Tri } from '../value/logic.js';
import { type RuleTrace, rulesTo, ruleTraces, sends } from './bus.js';
import type { TracedEvent } from './event.js';
import type { TraceFacts } from './facts.js';
import { type Hop, type Message, type Path, passes } from './hop.js';
import { hookHops, instanceHops } from './instance.js';
import { karpenterMessage, karpenterPoll } from './karpenter.js';
import { nativePaths } from './native.js';
import { nthMonitors } from './nth-imds.js';
import { nthMessage } from './nth-queue.js';
import { queueHops, undeleted } from './queue.js';
import { pollHop, type Reading } from './reader.js';
import { best, overReleases } from './releases.js';
import { unseenQueues } from './unseen.js';

/** A queue that the event comes to, surely or perhaps. */
export interface QueueTrace {
  readonly queue: Queue;
  /** Rules that send it, each a message of its own. */
  readonly rules: readonly string[];
  readonly hops: readonly Hop[];
  readonly arrives: Tri;
  readonly readers: readonly Path[];
  /** What becomes of the message where nobody reads the queue, or it never comes there. */
  readonly message?: Message;
}

export interface Trace {
  readonly event: TracedEvent;
  readonly pool: Pool;
  /** Whether the event can be about a node of the pool. */
  readonly instance: readonly Hop[];
  /** Whether AWS sends it. */
  readonly sent: readonly Hop[];
  readonly rules: readonly RuleTrace[];
  readonly queues: readonly QueueTrace[];
  /** Handlers that learn of it without a queue. */
  readonly others: readonly Path[];
  /** Handlers in queue mode that the event does not come to, and why. */
  readonly deaf: readonly Deaf[];
}

export interface Deaf {
  readonly installation: Installation;
  readonly hop: Hop;
}

export interface TraceInput {
  readonly system: System;
  readonly event: TracedEvent;
  readonly pool: Pool;
  readonly facts: TraceFacts;
}

export function traceEvent(input: TraceInput): Trace {
  const { system, event, pool, facts } = input;
  const occurrence = event.kind && facts.reactions.occurrenceOf(event.kind);
  const sent = hookHops(system, event, pool);
  const rules = ruleTraces(system, event, pool);
  const fed = system.queues
    .filter(({ exists }) => exists !== false)
    .filter(({ id }) => event.json !== undefined && sends(rules, id) !== false)
    .map((queue) => queueTrace(input, queue, rules));
  const unseen = event.json === undefined ? [] : unseenQueues(system, event, facts);
  const queues = [...fed, ...unseen.map((queue) => unseenTrace(input, queue))];
  return {
    event,
    pool,
    instance: instanceHops(event, pool, occurrence),
    sent,
    rules,
    queues,
    deaf: event.json === undefined ? [] : deafOnes(system, queues),
    others: system.installations
      .filter(({ exists }) => exists !== false)
      .flatMap((installation) => withoutQueue(input, installation, sent)),
  };
}

function queueTrace(input: TraceInput, queue: Queue, rules: readonly RuleTrace[]): QueueTrace {
  const { system } = input;
  const hops = queueHops(queue);
  const readers = system.installations
    .filter(({ exists, mode }) => exists !== false && mode !== 'imds')
    .flatMap((installation) => reader(input, installation, queue) ?? []);
  const refused = hops.find((hop) => hop.passes === false)?.otherwise;
  const message = refused ?? (readers.length === 0 ? undeleted(system, queue) : undefined);
  return {
    queue,
    rules: rulesTo(rules, queue.id)
      .filter(({ hops: own, hop }) => passes([...own, hop]) !== false)
      .map(({ rule }) => rule),
    hops,
    arrives:
      sends(rules, queue.id) === true ? passes(hops) : passes([...hops, sending(rules, queue)]),
    readers,
    ...(message === undefined ? {} : { message }),
  };
}

function unseenTrace(input: TraceInput, queue: Queue): QueueTrace {
  return { ...queueTrace(input, queue, []), arrives: queue.accepts.open };
}

/** Whether some rule sends it, as one hop. */
const sending = (rules: readonly RuleTrace[], queue: Queue): Hop => ({
  step: 'rule',
  node: queue.id,
  passes: sends(rules, queue.id),
  says: 'a rule sends it here',
  from: queue.from,
});

function reader(input: TraceInput, installation: Installation, queue: Queue): Path | undefined {
  const path = readerAs(input, installation, queue);
  const stop = path?.hops.find((hop) => hop.passes === false);
  if (path === undefined || stop?.step !== 'permission') return path;
  const { permits: _, ...allowed } = installation;
  const ifAllowed = readerAs(input, allowed, queue);
  return ifAllowed === undefined ? path : { ...path, ifAllowed };
}

function readerAs(input: TraceInput, installation: Installation, queue: Queue): Path | undefined {
  const poll = pollHop(input.system, installation, queue);
  const { handler } = installation;
  if (poll === undefined || (handler !== 'karpenter' && handler !== 'nth')) return undefined;
  const otherwise = undeleted(input.system, queue);
  return overReleases(installation, (release) => {
    const reading: Reading = { ...input, installation, release };
    const steps =
      handler === 'karpenter' ? karpenterMessage(reading, queue) : nthMessage(reading, queue);
    return [
      {
        ...base(installation),
        ...steps,
        channel: 'queue',
        hops: [{ ...poll, otherwise }, ...steps.hops],
      },
    ];
  });
}

const base = ({ id, handler, mode, from }: Installation) => ({
  installation: id,
  handler,
  ...(mode === undefined ? {} : { mode }),
  from,
});

/** What handlers learn from the node itself, by asking EC2, or because they are AWS. */
function withoutQueue(
  input: TraceInput,
  installation: Installation,
  sent: readonly Hop[],
): readonly Path[] {
  const { handler, mode } = installation;
  if (handler === 'eks' || handler === 'asg') {
    const path = best(nativePaths(installation, input));
    return path === undefined ? [] : [path];
  }
  const pathsOf = (release: string): readonly Path[] => {
    const reading: Reading = { ...input, installation, release };
    if (handler === 'karpenter') {
      const steps = karpenterPoll(reading);
      return steps === undefined ? [] : [{ ...base(installation), ...steps, channel: 'poll' }];
    }
    return mode !== 'imds'
      ? []
      : nthMonitors(reading).map((steps) => ({
          ...base(installation),
          ...steps,
          channel: 'imds' as const,
          hops: [...sent.map(unheld), ...steps.hops],
        }));
  };
  const path = overReleases(installation, pathsOf);
  return path === undefined ? [] : [path];
}

/**
 * The target state stands in the metadata with and without a hook, but without
 * one nothing holds the instance while it is drained
 * (aws/aws-node-termination-handler@v1.25.6 pkg/monitor/asglifecycle/asg-lifecycle-monitor.go).
 */
const unheld = (hook: Hop): Hop =>
  hook.passes === false
    ? {
        ...hook,
        passes: true,
        partly: true,
        says: 'the metadata says that the instance goes, and without a hook nothing holds it for a drain',
      }
    : hook;

/** Whom no message reaches: it reads no queue, or one that the event does not come to. */
const deafOnes = (system: System, queues: readonly QueueTrace[]): readonly Deaf[] =>
  system.installations
    .filter(({ handler, mode, exists }) => exists !== false && readsQueues(handler, mode))
    .filter(
      ({ id }) => !queues.some(({ readers }) => readers.some((path) => path.installation === id)),
    )
    .map((installation) => ({ installation, hop: deafHop(system, installation) }));

const readsQueues = (handler: Installation['handler'], mode: Installation['mode']): boolean =>
  handler === 'karpenter' || (handler === 'nth' && mode !== 'imds');

function deafHop({ polls, queues }: System, { id, from }: Installation): Hop {
  const poll = polls.find((one) => one.installation === id);
  const hop = { step: 'poll' as const, node: id, passes: false as const };
  if (poll === undefined) return { ...hop, says: 'it reads no queue', from };
  const queue = queues.find((one) => one.id === poll.queue);
  const says =
    queue === undefined
      ? poll.assuming === undefined
        ? `it reads ${poll.queue}, which is not in sight`
        : `upstream's own rules send no such event to the queue that it reads, ${poll.queue}`
      : `no rule sends the event to the queue that it reads, ${queue.id}`;
  return { ...hop, says, from: poll.from };
}
