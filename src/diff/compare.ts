/** Two standings of one configuration: who takes over what, which drains change, which nodes are touched. */
import type { Span } from '../source/span.js';
import { eventsText, grouped } from './events.js';
import type { Leaves } from './leaves.js';
import type { Answer, HandlerStanding, PoolStanding, Standing } from './standing.js';
import { type Touch, touchOf } from './touched.js';

/** Before or after is absent where there was, or is, no such thing. */
export interface Changed<T> {
  readonly before?: T;
  readonly after?: T;
}

/** Events of a pool that go from one answer to another. */
export interface OwnerChange extends Changed<Answer> {
  readonly pool: string;
  readonly events: readonly string[];
  /** The same in words: all variants of an event are one. */
  readonly title: string;
}

export interface SettingChange extends Changed<string> {
  /** A pool, or a handler. */
  readonly of: string;
  readonly setting: string;
  readonly at: Span;
}

export interface VersionChange extends Changed<string> {
  readonly of: string;
}

export interface GrantChange {
  readonly role: string;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

export interface UnreadChange {
  readonly of: string;
  readonly key: string;
  /** The chart reads it again. */
  readonly again?: true;
  readonly at: Span;
}

export interface Difference {
  readonly root: string;
  readonly cluster: string;
  readonly proof: Changed<Standing['proof']>;
  readonly pools: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly owners: readonly OwnerChange[];
  readonly drains: readonly SettingChange[];
  readonly touched: readonly Touch[];
  readonly versions: readonly VersionChange[];
  readonly grants: readonly GrantChange[];
  /** Values that are written and that the chart does not read, or reads again. */
  readonly unread: readonly UnreadChange[];
  /** Queues that have another name or are gone: what is in flight there is lost. */
  readonly queues: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

/** Either side may be absent: the configuration is new, or gone. */
export function differenceOf(
  before: Standing | undefined,
  after: Standing | undefined,
): Difference {
  const [a, b] = [poolsOf(before), poolsOf(after)];
  const [from, to] = [handlersOf(before), handlersOf(after)];
  return {
    root: (after ?? before)?.root ?? '',
    cluster: (after ?? before)?.cluster ?? '',
    proof: changed(before?.proof, after?.proof),
    pools: {
      added: [...b.keys()].filter((id) => !a.has(id)),
      removed: [...a.keys()].filter((id) => !b.has(id)),
    },
    owners: keysOf(a, b).flatMap((id) => ownerChanges(id, a.get(id), b.get(id))),
    drains: [
      ...keysOf(a, b).flatMap((id) => settingChanges(id, a.get(id)?.drains, b.get(id)?.drains)),
      ...keysOf(from, to).flatMap((title) =>
        from.has(title) && to.has(title)
          ? settingChanges(title, from.get(title)?.drains, to.get(title)?.drains)
          : [],
      ),
    ],
    touched: [...b].flatMap(([id, pool]) => {
      const other = a.get(id);
      const touch = other && touchOf(other, pool);
      return touch === undefined ? [] : [touch];
    }),
    versions: versionChanges(before, after, from, to),
    grants: grantChanges(before?.grants ?? new Map(), after?.grants ?? new Map()),
    unread: [...to].flatMap(([title, handler]) => unreadChanges(title, from.get(title), handler)),
    queues: {
      added: [...(after?.queues.keys() ?? [])].filter((name) => before?.queues.has(name) !== true),
      removed: [...(before?.queues.keys() ?? [])].filter(
        (name) => after?.queues.has(name) !== true,
      ),
    },
  };
}

/** Whether anything at all differs. */
export const differs = ({ proof, pools, queues, ...lists }: Difference): boolean =>
  proof.before !== proof.after ||
  [pools, queues].some(({ added, removed }) => added.length + removed.length > 0) ||
  [lists.owners, lists.drains, lists.touched, lists.versions, lists.grants, lists.unread].some(
    (list) => list.length > 0,
  );

const poolsOf = (standing: Standing | undefined): ReadonlyMap<string, PoolStanding> =>
  new Map((standing?.pools ?? []).map((pool) => [pool.id, pool]));

const handlersOf = (standing: Standing | undefined): ReadonlyMap<string, HandlerStanding> =>
  new Map((standing?.handlers ?? []).map((handler) => [handler.title, handler]));

/** Those of the first in their order, then those that only the second has. */
const keysOf = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>) => [
  ...new Set([...a.keys(), ...b.keys()]),
];

const changed = <T>(before: T | undefined, after: T | undefined): Changed<T> => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

function ownerChanges(
  pool: string,
  before: PoolStanding | undefined,
  after: PoolStanding | undefined,
): readonly OwnerChange[] {
  const [a, b] = [answersOf(before), answersOf(after)];
  const all = keysOf(a, b);
  const events = all
    .filter((event) => a.get(event)?.text !== b.get(event)?.text)
    // That nobody answers an event of a pool that is new is no change of owner, and one that is gone has no events.
    .filter((event) => after !== undefined && (a.has(event) || isAnswered(b, event)));
  return grouped(events, (event) => `${a.get(event)?.text}\n${b.get(event)?.text}`).map((alike) => {
    const [first = ''] = alike;
    const title = eventsText(alike, all);
    return { pool, events: alike, title, ...changed(a.get(first), b.get(first)) };
  });
}

type Answers = ReadonlyMap<string, Answer>;

const answersOf = (pool: PoolStanding | undefined): Answers => pool?.answers ?? new Map();

const isAnswered = (answers: Answers, event: string): boolean =>
  (answers.get(event)?.by.length ?? 0) > 0;

function settingChanges(
  of: string,
  before: Leaves = new Map(),
  after: Leaves = new Map(),
): readonly SettingChange[] {
  return keysOf(before, after).flatMap((setting): readonly SettingChange[] => {
    const [a, b] = [before.get(setting), after.get(setting)];
    const at = (b ?? a)?.at;
    if (a?.text === b?.text || at === undefined) return [];
    return [{ of, setting, at, ...changed(a?.text, b?.text) }];
  });
}

function versionChanges(
  before: Standing | undefined,
  after: Standing | undefined,
  from: ReadonlyMap<string, HandlerStanding>,
  to: ReadonlyMap<string, HandlerStanding>,
): readonly VersionChange[] {
  const [a, b] = [
    new Map([...(before?.modules ?? []), ...versionsOf(from)]),
    new Map([...(after?.modules ?? []), ...versionsOf(to)]),
  ];
  return keysOf(a, b)
    .filter((of) => a.get(of) !== b.get(of))
    .map((of) => ({ of, ...changed(a.get(of), b.get(of)) }));
}

const versionsOf = (handlers: ReadonlyMap<string, HandlerStanding>) =>
  [...handlers].map(([title, { version }]) => [title, version] as const);

const grantChanges = (a: Standing['grants'], b: Standing['grants']): readonly GrantChange[] =>
  keysOf(a, b).flatMap((role): readonly GrantChange[] => {
    const [old, own] = [a.get(role) ?? [], b.get(role) ?? []];
    const gained = own.filter((action) => !old.includes(action));
    const lost = old.filter((action) => !own.includes(action));
    return gained.length + lost.length === 0 ? [] : [{ role, gained, lost }];
  });

/** What a new handler does not read is for lint to say. */
function unreadChanges(
  of: string,
  before: HandlerStanding | undefined,
  { unread, drains, others }: HandlerStanding,
): readonly UnreadChange[] {
  if (before === undefined) return [];
  return [
    ...[...unread].filter(([key]) => !before.unread.has(key)).map(([key, at]) => ({ of, key, at })),
    ...[...before.unread]
      .filter(([key]) => !unread.has(key) && (drains.has(key) || others.has(key)))
      .map(([key, at]) => ({ of, key, at, again: true as const })),
  ];
}
