/** Events that changed alike, in words: variants of one event are one where all of them did. */

/** `spot-interruption and instance-state-change`; `all` are the events that the pool has. */
export function eventsText(events: readonly string[], all: readonly string[]): string {
  const names = new Set(
    events.map((event) => {
      const kind = kindOf(event);
      const variants = all.filter((other) => kindOf(other) === kind);
      return variants.every((other) => events.includes(other)) ? kind : event;
    }),
  );
  return listed([...names]);
}

const kindOf = (event: string): string => event.split('/', 1)[0] ?? event;

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Items by what they have in common, in the order in which each is first met. */
export function grouped<T>(
  items: readonly T[],
  of: (item: T) => string,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = of(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
