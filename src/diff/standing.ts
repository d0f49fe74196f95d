/**
 * What a configuration comes to, as plain data: who answers what, how nodes are
 * drained, what makes them, which versions and permissions there are. Two of
 * them are compared, and one is kept in the lock file.
 */
import type { JudgedVerdict, Proof } from '../model/expect.js';
import { actorsOf, ownerOf } from '../model/expect.js';
import type { Pool, System } from '../model/system.js';
import type { Titles } from '../model/titles.js';
import { eventName } from '../model/verdict.js';
import { handlerReleases } from '../rules/charts.js';
import type { RuleFacts } from '../rules/rule.js';
import type { Span } from '../source/span.js';
import { isUnknown } from '../value/value.js';
import { grantsOf } from './grants.js';
import { type Leaves, leavesOf } from './leaves.js';
import { makingOf, type PoolMaking } from './making.js';
import { isDrainSetting } from './settings.js';

/** Who answers an event, in words that can be compared: `karpenter drain`. */
export interface Answer {
  readonly state: JudgedVerdict['state'];
  /** Titles of those who act, in the order of the alphabet. */
  readonly by: readonly string[];
  readonly text: string;
  readonly at: Span;
}

export interface PoolStanding extends PoolMaking {
  readonly id: string;
  readonly kind: Pool['kind'];
  /** By name of the event; what cannot happen is left out. */
  readonly answers: ReadonlyMap<string, Answer>;
  readonly at: Span;
}

/** A release of a handler. */
export interface HandlerStanding {
  readonly title: string;
  readonly version: string;
  /** Settings that say how nodes are drained, and all the others that are written. */
  readonly drains: Leaves;
  readonly others: Leaves;
  /** Keys that are written and that no allowed version of the chart reads. */
  readonly unread: ReadonlyMap<string, Span>;
  readonly at: Span;
}

export interface Standing {
  /** The folder, or the files, and the cluster where a root has several. */
  readonly root: string;
  readonly cluster: string;
  readonly proof: Proof;
  readonly pools: readonly PoolStanding[];
  readonly handlers: readonly HandlerStanding[];
  /** Releases of modules, by address of the call. */
  readonly modules: ReadonlyMap<string, string>;
  /** Actions that roles are allowed, by address of the role. */
  readonly grants: ReadonlyMap<string, readonly string[]>;
  /** Queues by name, with the address that makes each. */
  readonly queues: ReadonlyMap<string, string>;
}

/** One cluster of a judged configuration. */
export interface JudgedCluster {
  readonly root: string;
  readonly cluster: string;
  readonly proof: Proof;
  readonly title: Titles;
  readonly pools: readonly { readonly pool: Pool; readonly verdicts: readonly JudgedVerdict[] }[];
}

export function standingOf(
  { root, cluster, proof, title, pools }: JudgedCluster,
  system: System,
  facts: RuleFacts,
): Standing {
  return {
    root,
    cluster,
    proof,
    pools: pools
      .filter(({ pool }) => pool.exists !== false)
      .map(({ pool, verdicts }) => ({
        id: pool.id,
        kind: pool.kind,
        answers: answersOf(verdicts, title),
        at: pool.from.at,
        ...makingOf(pool, system),
      })),
    handlers: handlersOf(system, facts, title),
    modules: modulesOf(system),
    grants: grantsOf(system),
    queues: new Map(
      system.queues
        .filter(({ exists }) => exists !== false)
        .map(({ id, name }) => [
          name === undefined ? id : isUnknown(name) ? name.term : name.value,
          id,
        ]),
    ),
  };
}

const answersOf = (
  verdicts: readonly JudgedVerdict[],
  title: Titles,
): ReadonlyMap<string, Answer> =>
  new Map(
    verdicts
      .filter(({ state }) => state !== 'not-applicable')
      .map((verdict) => [eventName(verdict.event), answerOf(verdict, title)]),
  );

function answerOf(verdict: JudgedVerdict, title: Titles): Answer {
  const { state, pool, unknowns } = verdict;
  const owner = ownerOf(verdict);
  const actors = state === 'conflict' ? actorsOf(verdict) : owner === undefined ? [] : [owner];
  const who = actors
    .map(({ installation, reaction }) => `${title(installation)} ${reaction}`)
    .sort();
  const at = (actors[0] ?? pool).from.at;
  const by = actors.map(({ installation }) => title(installation)).sort();
  const text =
    state === 'undetermined'
      ? `undetermined (${unknowns[0]?.term ?? 'something is unknown'})`
      : state === 'conflict'
        ? `conflict of ${who.join(' and ')}`
        : (who[0] ?? 'nobody');
  return { state, by, text, at };
}

function handlersOf(system: System, facts: RuleFacts, title: Titles): readonly HandlerStanding[] {
  return handlerReleases(system, facts).flatMap((release): readonly HandlerStanding[] => {
    const installations = release.installations.filter(({ exists }) => exists !== false);
    const [first] = installations;
    if (first === undefined) return [];
    const written = leavesOf(release.chart.values);
    const drains = [...written].filter(([path]) => isDrainSetting(first.handler, path));
    const { allowed } = release.releases;
    return [
      {
        title: title(first.id),
        version: versionText(release.releases.allowed),
        drains: new Map(drains),
        others: new Map([...written].filter(([path]) => !isDrainSetting(first.handler, path))),
        unread: new Map(
          [...written]
            .filter(([path]) => !path.startsWith('global'))
            .filter(([path]) => allowed.every((version) => !release.isRead(version, path)))
            .map(([path, { at }]) => [path, at]),
        ),
        at: first.from.at,
      },
    ];
  });
}

const versionText = (allowed: readonly string[]): string => {
  const [first = 'unknown'] = allowed;
  const last = allowed.at(-1) ?? first;
  return first === last ? first : `${first} to ${last}`;
};

const modulesOf = (system: System): ReadonlyMap<string, string> =>
  new Map(
    system.as.calls
      .filter(({ exists, releases }) => exists !== false && releases !== undefined)
      .map(({ address, releases }) => [address, versionText(releases?.allowed ?? [])]),
  );
