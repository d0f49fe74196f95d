/** An SQS queue as handlers read it: batches, messages that hide while they are worked on and come back, retention. */
import type { Clock } from './clock.js';

export interface QueueSettings {
  readonly batch: number;
  /** Seconds that a message hides after it was received. */
  readonly visibility: number;
  readonly retention: number;
}

export interface Message {
  /** Nodes have an event for a recommendation and one for a notice. */
  readonly event: number;
  readonly node: number;
  readonly sent: number;
  deleted: boolean;
}

export const eventOf = (node: number, early: boolean): number => 2 * node + (early ? 1 : 0);

export interface Queue {
  readonly send: (node: number, early: boolean) => void;
  /** Calls back with at least one message, as soon as there is one. */
  readonly receive: (then: (messages: readonly Message[]) => void) => void;
}

/** Oldest first: SQS promises no order, and none is gained by another. */
export function queue(time: Clock, { batch, visibility, retention }: QueueSettings): Queue {
  const visible = fifo<Message>();
  const hidden = fifo<{ readonly message: Message; readonly until: number }>();
  const waiting = fifo<(messages: readonly Message[]) => void>();

  const isDead = ({ deleted, sent }: Message): boolean => deleted || time.now() > sent + retention;
  const returnHidden = (): void => {
    for (
      let one = hidden.peek();
      one !== undefined && one.until <= time.now();
      one = hidden.peek()
    ) {
      hidden.shift();
      if (!isDead(one.message)) visible.push(one.message);
    }
  };
  const take = (): readonly Message[] => {
    const taken: Message[] = [];
    while (taken.length < batch) {
      const message = visible.shift();
      if (message === undefined) break;
      if (isDead(message)) continue;
      taken.push(message);
      hidden.push({ message, until: time.now() + visibility });
    }
    if (taken.length > 0) time.at(time.now() + visibility, serve);
    return taken;
  };
  const serve = (): void => {
    returnHidden();
    while (waiting.peek() !== undefined) {
      const taken = take();
      if (taken.length === 0) return;
      waiting.shift()?.(taken);
    }
  };
  return {
    send: (node, early) => {
      visible.push({ node, event: eventOf(node, early), sent: time.now(), deleted: false });
      serve();
    },
    receive: (then) => {
      waiting.push(then);
      serve();
    },
  };
}

interface Fifo<T> {
  readonly push: (item: T) => void;
  readonly peek: () => T | undefined;
  readonly shift: () => T | undefined;
}

/** Constant time at both ends. */
export function fifo<T>(): Fifo<T> {
  let items: T[] = [];
  let head = 0;
  return {
    push: (item) => {
      items.push(item);
    },
    peek: () => items[head],
    shift: () => {
      const item = items[head];
      if (item === undefined) return undefined;
      head++;
      if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}
