/** A virtual clock: actions run in the order of their times, those of one time in the order in which they were asked for. */

type Action = () => void;

export interface Clock {
  /** Seconds; notices count from 0. */
  readonly now: () => number;
  /** Runs an action at a time, or now where it has passed. */
  readonly at: (time: number, action: Action) => void;
  /** Runs everything up to and including a time. */
  readonly run: (until: number) => void;
}

interface Entry {
  readonly time: number;
  readonly order: number;
  readonly action: Action;
}

const before = (a: Entry, b: Entry): boolean =>
  a.time < b.time || (a.time === b.time && a.order < b.order);

/** A binary heap: waves of 300,000 pods make more than a million actions. */
export function clock(start: number): Clock {
  const heap: Entry[] = [];
  let now = start;
  let asked = 0;

  const push = (entry: Entry): void => {
    let i = heap.length;
    heap.push(entry);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent] as Entry;
      if (!before(entry, above)) break;
      heap[i] = above;
      i = parent;
    }
    heap[i] = entry;
  };
  /** Takes the first away and lets the last sink from its place. */
  const shift = (): Entry => {
    const first = heap[0] as Entry;
    const last = heap.pop() as Entry;
    if (heap.length === 0) return first;
    let i = 0;
    for (let child = 1; child < heap.length; child = 2 * i + 1) {
      const right = heap[child + 1];
      if (right !== undefined && before(right, heap[child] as Entry)) child++;
      const below = heap[child] as Entry;
      if (!before(below, last)) break;
      heap[i] = below;
      i = child;
    }
    heap[i] = last;
    return first;
  };

  return {
    now: () => now,
    at: (time, action) => push({ time: Math.max(time, now), order: asked++, action }),
    run: (until) => {
      while (heap.length > 0 && (heap[0] as Entry).time <= until) {
        const { time, action } = shift();
        now = time;
        action();
      }
      now = Math.max(now, until);
    },
  };
}
