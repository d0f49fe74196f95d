/**
 * What a trace is made of: hops, each with the place that decides it, and the
 * paths by which an event comes to a handler, with what becomes of its message.
 */
import type { HandlerKind, NthMode, Reaction } from '../facts/reactions.js';
import type { Assumption } from '../model/system.js';
import type { Origin } from '../source/span.js';
import { and, isUndecided, type Tri } from '../value/logic.js';

export type Step =
  | 'instance'
  | 'hook'
  | 'bus'
  | 'rule'
  | 'target'
  | 'queue'
  | 'run'
  | 'poll'
  | 'permission'
  | 'parse'
  | 'setting'
  | 'tag'
  | 'node'
  | 'version';

/** One step of the way: the event goes on, stops here, or nobody can tell. */
export interface Hop {
  readonly step: Step;
  /** What decides: an address, an installation, a pool, a path of the event. */
  readonly node: string;
  readonly passes: Tri;
  /** For people: starts lower-case, no final period. */
  readonly says: string;
  readonly from: Origin;
  /** Upstream source, `repo@tag path`. */
  readonly fact?: string;
  /** Only some instances of the pool pass. */
  readonly partly?: true;
  readonly assuming?: Assumption;
  /** What becomes of the message where it stops here. */
  readonly otherwise?: Message;
}

/**
 * `deleted`: by its handler; `retried`: visible again after a timeout, until its
 * retention ends or it goes to a dead-letter queue; `kept`: nobody reads it.
 */
export type Fate = 'deleted' | 'retried' | 'kept' | 'undelivered';

export interface Message {
  readonly fate: Fate;
  readonly says: string;
  readonly from?: Origin;
  readonly fact?: string;
}

export type Channel = 'queue' | 'imds' | 'poll' | 'native';

/** What one handler makes of the event, as far as the event comes to it. */
export interface Path {
  readonly channel: Channel;
  readonly installation: string;
  readonly handler: HandlerKind;
  readonly mode?: NthMode;
  readonly hops: readonly Hop[];
  /** What it does where every hop passes; undefined where it has no reaction to the event. */
  readonly reaction: Reaction | undefined;
  /** The same in words. */
  readonly does: string;
  /** Where its message came from, and what becomes of it where every hop passes. */
  readonly message?: Message;
  /** Where AWS does not let it ask: what would be if it did. */
  readonly ifAllowed?: Path;
  readonly from: Origin;
}

/** Whether the event gets through a chain of hops. */
export const passes = (hops: readonly Hop[]): Tri => and(hops.map((hop) => hop.passes));

export const isPartly = (hops: readonly Hop[]): boolean =>
  hops.some(({ partly }) => partly === true);

/** The hops that the event takes: none after the one at which it stops. */
export function walked(hops: readonly Hop[]): readonly Hop[] {
  const end = hops.findIndex((hop) => hop.passes === false);
  return end < 0 ? hops : hops.slice(0, end + 1);
}

/** What may become of the message of a path: one fate where it is certain. */
export function fatesOf({ hops, message }: Path): readonly Message[] {
  const found: Message[] = [];
  for (const { passes: open, otherwise } of hops) {
    if (open !== true && otherwise !== undefined) found.push(otherwise);
    if (open === false) return distinct(found);
  }
  return distinct(message === undefined ? found : [...found, message]);
}

const distinct = (messages: readonly Message[]): readonly Message[] =>
  messages.filter(({ fate }, at) => messages.findIndex((other) => other.fate === fate) === at);

/** A path on which the handler changes something on the node, surely or perhaps. */
export const mayAct = ({ hops, reaction }: Path): boolean =>
  reaction !== undefined && reaction !== 'observe' && passes(hops) !== false;

export const surelyActs = (path: Path): boolean => mayAct(path) && passes(path.hops) === true;

/** The first thing that would have to be known. */
export const undecidedIn = (hops: readonly Hop[]) =>
  hops.map((hop) => hop.passes).find(isUndecided);
