/** A standing held against what is locked: each difference is a change that nobody has agreed to yet. */
import type { Finding } from '../diagnostics/finding.js';
import type { Span } from '../source/span.js';
import { eventsText, grouped } from './events.js';
import { type LockEntry, lockEntry } from './lock.js';
import { LOCK_NAME } from './lock-name.js';
import type { Standing } from './standing.js';

export function unacknowledged(standing: Standing, locked: LockEntry): readonly Finding[] {
  const now = lockEntry(standing);
  const placeOf = placesIn(standing);
  const found = (message: string, of: string): Finding => ({
    rule: 'unacknowledged-change',
    severity: 'error',
    message,
    at: placeOf(of),
    help: `if it is meant, write the lock again with "interlock prove ${standing.root} --write-lock" and have the difference reviewed`,
    ...(now.owners.has(of) ? { pool: of } : {}),
  });
  return [
    ...inBoth(now.owners, locked.owners, (pool, is, was) =>
      grouped(differing(is, was), ({ a, b }) => `${a}\n${b}`).map((alike) => {
        const [first] = alike;
        const events = eventsText(
          alike.map(({ key }) => key),
          [...is.keys()],
        );
        return found(
          `"${first?.a ?? 'nobody'}" answers ${events} of "${pool}", and ${LOCK_NAME} says "${first?.b ?? 'nobody'}"`,
          pool,
        );
      }),
    ),
    ...onlyIn(now.owners, locked.owners).map((pool) =>
      found(`the pool "${pool}" is not in ${LOCK_NAME}`, pool),
    ),
    ...onlyIn(locked.owners, now.owners).map((pool) =>
      found(`the pool "${pool}" is in ${LOCK_NAME} and not here`, pool),
    ),
    ...[...new Set([...now.drains.keys(), ...locked.drains.keys()])]
      .filter((of) => now.drains.has(of) === locked.drains.has(of) || isHere(now, of))
      .flatMap((of) =>
        differing(now.drains.get(of) ?? new Map(), locked.drains.get(of) ?? new Map()).map(
          ({ key, a, b }) =>
            found(
              `"${key}" of "${of}" is ${a ?? 'not set'}, and ${LOCK_NAME} says ${b ?? 'that it is not set'}`,
              of,
            ),
        ),
      ),
    ...differing(now.versions, locked.versions).map(({ key, a, b }) =>
      found(
        `${key} is ${a === undefined ? 'gone' : `at ${a}`}, and ${LOCK_NAME} says ${b ?? 'nothing of it'}`,
        key,
      ),
    ),
    ...differing(now.hashes, locked.hashes)
      .filter(({ a, b }) => a !== undefined && b !== undefined)
      .map(({ key }) =>
        found(
          now.owners.has(key)
            ? `what makes the nodes of "${key}" is not what ${LOCK_NAME} was written for`
            : `the values of "${key}" are not those that ${LOCK_NAME} was written for`,
          key,
        ),
      ),
  ];
}

const isHere = (now: LockEntry, of: string): boolean => now.owners.has(of) || now.versions.has(of);

const onlyIn = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>) =>
  [...a.keys()].filter((key) => !b.has(key));

const inBoth = <T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  of: (key: string, a: T, b: T) => readonly Finding[],
): readonly Finding[] =>
  [...a].flatMap(([key, item]) => {
    const other = b.get(key);
    return other === undefined ? [] : of(key, item, other);
  });

const differing = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
  [...new Set([...a.keys(), ...b.keys()])]
    .map((key) => ({ key, a: a.get(key), b: b.get(key) }))
    .filter((one) => one.a !== one.b);

/** Where a pool, a handler or a module is said; the first of them where it is no longer here. */
function placesIn({ root, pools, handlers }: Standing): (of: string) => Span {
  const places = new Map<string, Span>([
    ...pools.map(({ id, at }) => [id, at] as const),
    ...handlers.map(({ title, at }) => [title, at] as const),
  ]);
  const [first = { file: root, start: 0, end: 0 }] = places.values();
  return (of) => places.get(of) ?? first;
}
