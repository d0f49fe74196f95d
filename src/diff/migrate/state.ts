/** One state of a migration, judged: which pools there are in it, who answers their events, what is wrong. */
import type { Plan } from '../../compile/plan.js';
import type { Finding } from '../../diagnostics/finding.js';
import { eventName } from '../../model/verdict.js';
import { judgementFindings } from '../../pipeline/policy.js';
import { type Judged, type JudgeFacts, readBack } from '../../pipeline/read-back.js';
import type { Assignment, Intent, PoolIntent } from '../../policy/intent.js';
import type { StateCost } from './lattice.js';
import { type GroupChanges, mixed, type Part } from './mix.js';

export interface Problem {
  readonly kind: 'conflict' | 'gap';
  readonly pool: string;
  readonly event: string;
}

export interface State extends StateCost {
  readonly plan: Plan;
  readonly intent: Intent;
  readonly judged: Judged;
  /** Conflicts and gaps that neither end has. */
  readonly problems: readonly Problem[];
  /** Why it cannot be applied at all. */
  readonly refused: readonly Finding[];
}

/** A policy compiled and judged. */
export interface End {
  readonly intent: Intent;
  readonly plan: Plan;
  readonly judged: Judged;
}

/** A lost node costs more than one that is drained twice. */
const COST = { conflict: 1, gap: 3 } as const;

/** Groups that only one policy has; NodePools come and go with what is compiled. */
export function groupChanges(a: Intent, b: Intent): GroupChanges {
  const names = ({ pools }: Intent): readonly string[] =>
    pools.filter(({ kind }) => kind !== 'NodePool').map(({ name }) => name.value);
  return {
    comes: names(b).filter((name) => !names(a).includes(name)),
    goes: names(a).filter((name) => !names(b).includes(name)),
  };
}

export function stateJudge(
  a: End,
  b: End,
  parts: readonly Part[],
  facts: JudgeFacts,
): (done: ReadonlySet<Part>) => State {
  const known = new Set([...problemsOf(a.judged), ...problemsOf(b.judged)].map(identityOf));
  const told = new Set([...errorsOf(a.judged), ...errorsOf(b.judged)].map(({ rule }) => rule));
  const queues = new Map([...queuesOf(a.judged), ...queuesOf(b.judged)]);
  return (done) => {
    const early = outOfOrder(done, parts);
    const plan = mixed(a.plan, b.plan, parts, done);
    const intent = between(a.intent, b.intent, done);
    const judged = readBack({ intent, plan, facts });
    const problems = problemsOf(judged).filter((problem) => !known.has(identityOf(problem)));
    const refused = errorsOf(judged).filter(({ rule }) => !told.has(rule));
    // SQS takes a deleted queue's name again only after a minute, and what was in flight is lost.
    const renamed = queuesOf(judged).some(([name, address]) => queues.get(name) !== address);
    const cost = problems.reduce((sum, { kind }) => sum + COST[kind], 0);
    return {
      plan,
      intent,
      judged,
      problems,
      refused,
      cost: refused.length > 0 || renamed || early ? Number.POSITIVE_INFINITY : cost,
    };
  };
}

/** Old capacity goes only when the new is there for what ran on it, with its handler. */
function outOfOrder(done: ReadonlySet<Part>, parts: readonly Part[]): boolean {
  const goes = [...done].some((part) => /^group .* goes$/s.test(part) || part === 'nodepools goes');
  const isNew = (part: Part): boolean => / comes$/.test(part) || !/ goes$/.test(part);
  return goes && parts.some((part) => isNew(part) && part !== 'settings' && !done.has(part));
}

/** The pools of a state, each wanted as the policy says that has it: the new one where both do. */
export function between(a: Intent, b: Intent, done: ReadonlySet<Part>): Intent {
  const isThere = ({ name, kind }: PoolIntent, part: 'comes' | 'goes'): boolean =>
    kind === 'NodePool' || done.has(`group "${name.value}" ${part}`) === (part === 'comes');
  const own = b.pools.filter((pool) => has(a, pool) || isThere(pool, 'comes'));
  const left = a.pools.filter((pool) => !has(b, pool) && isThere(pool, 'goes'));
  return {
    ...b,
    pools: [...own, ...left],
    owner: (pool, event) => {
      const [old, wanted] = [assignment(a, pool, event), assignment(b, pool, event)];
      // What either policy leaves alone with a reason is left alone on the way as well.
      return old?.owner === 'none' && wanted === undefined
        ? old
        : (wanted ?? old ?? a.owner(pool, event));
    },
  };
}

const has = ({ pools }: Intent, { name, kind }: PoolIntent): boolean =>
  pools.some((one) => one.name.value === name.value && one.kind === kind);

function assignment(
  intent: Intent,
  { name, kind }: PoolIntent,
  event: Parameters<Intent['owner']>[1],
): Assignment | undefined {
  const pool = intent.pools.find((one) => one.name.value === name.value && one.kind === kind);
  return pool && intent.owner(pool, event);
}

/** A wrong owner is none here: on the way the old owner answers what the new one will. */
const problemsOf = ({ verdicts }: Judged): readonly Problem[] =>
  verdicts.flatMap(({ state, gap, pool, event }): readonly Problem[] => {
    const open =
      state === 'undetermined' || (state === 'gap' && (gap === 'error' || gap === 'warning'));
    if (state !== 'conflict' && !open) return [];
    return [{ kind: open ? 'gap' : 'conflict', pool: pool.id, event: eventName(event) }];
  });

const identityOf = ({ kind, pool, event }: Problem): string => [kind, pool, event].join('\n');

/** Who owns what is weighed by itself; a pool that is not there yet is no fault of a root in between. */
const WEIGHED =
  /^(?:duplicate-handler|unhandled-event|wrong-owner|split-incident|redundant-handler)$/;

const errorsOf = (judged: Judged): readonly Finding[] =>
  judgementFindings(judged).filter(
    ({ rule, severity }) => severity === 'error' && !WEIGHED.test(rule),
  );

const queuesOf = ({ system }: Judged): readonly (readonly [string, string])[] =>
  system.queues.flatMap(({ id, name }) =>
    name === undefined || 'unknown' in name ? [] : [[name.value, id] as const],
  );
