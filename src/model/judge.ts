/** From a system to verdicts: who acts on every event of every pool, and whether that is exactly one handler. */
import type { EventAtom as EventFact } from '../facts/events.js';
import type { Occurrence } from '../facts/reactions.js';
import { and, isUndecided, type Tri } from '../value/logic.js';
import { claimOf, type Question } from './claims.js';
import { occurs } from './gates.js';
import { type ModelFacts, type Subject, subjectOf } from './subject.js';
import type { Assumption, Pool, System } from './system.js';
import {
  type Claim,
  type GapSeverity,
  holdsIfItOccurs,
  isActing,
  isDraining,
  type State,
  type Verdict,
} from './verdict.js';

export interface JudgeOptions {
  /** Take nothing for granted: gates that rest on an assumption are undetermined. */
  readonly strict?: boolean;
}

/** One verdict for each event that can befall each pool, in the order of pools and of the table of events. */
export function judge(
  system: System,
  facts: ModelFacts,
  options: JudgeOptions = {},
): readonly Verdict[] {
  const about = subjectOf(system, facts);
  return system.pools
    .filter((pool) => pool.exists !== false)
    .flatMap((pool) => judgePool(pool, about, options));
}

/** States that an instance passes through without being taken away. */
const HARMLESS = new Set(['pending', 'running']);

function judgePool(pool: Pool, about: Subject, options: JudgeOptions): readonly Verdict[] {
  const { facts, system } = about;
  const installations = system.installations.filter(({ cluster }) => cluster === pool.cluster);
  const verdicts: Verdict[] = [];
  for (const occurrence of facts.reactions.OCCURRENCES) {
    const happens = occurs(pool, occurrence);
    const gap = gapSeverity(system, pool, occurrence);
    for (const event of facts.events.atoms) {
      if (event.kind !== occurrence.event) continue;
      if (event.variant !== undefined && HARMLESS.has(event.variant)) continue;
      const question = { about, pool, event, occurs: happens };
      const claims = installations
        .flatMap((installation) => claimOf(question, installation) ?? [])
        .map((claim) => (options.strict ? strict(claim) : claim));
      verdicts.push(verdictOn(question, claims, gap));
    }
  }
  return verdicts;
}

function verdictOn(
  { about: { system }, pool, event, occurs: { open: happens } }: Question,
  claims: readonly Claim[],
  gap: GapSeverity,
): Verdict {
  const blind = blindSpots(system, pool);
  const state = stateOf({ happens, claims, gap, blind: blind !== undefined });
  return {
    pool,
    event: atom(event),
    state,
    claims,
    gap,
    assuming: state === 'not-applicable' ? [] : assumptions(claims),
    unknowns: state === 'undetermined' ? unknowns(happens, claims, blind) : [],
  };
}

const atom = ({ kind, variant }: EventFact): Verdict['event'] =>
  variant === undefined ? { kind } : { kind, variant };

/** A hook that waits for a handler which never answers holds every node for its whole timeout. */
function gapSeverity({ hooks }: System, pool: Pool, { event, gap }: Occurrence): GapSeverity {
  if (event !== 'asg-termination') return gap;
  const waits = hooks.some(
    (hook) => hook.pool === pool.id && hook.transition === 'terminating' && hook.exists === true,
  );
  return waits ? 'error' : gap;
}

interface Situation {
  readonly happens: Tri;
  readonly claims: readonly Claim[];
  readonly gap: GapSeverity;
  /** Something was not read that may belong to the cluster. */
  readonly blind: boolean;
}

function stateOf({ happens, claims, gap, blind }: Situation): State {
  if (happens === false) return 'not-applicable';
  const acting = claims.filter(isActing);
  const held = acting.filter((claim) => claim.holds === true);
  const possible = acting.filter((claim) => isUndecided(claim.holds));
  if (held.length > 1) return 'conflict';
  // A claim that may hold beside one that holds would be a second handler.
  if (possible.length > 0) return decidedByOccurrence(happens, held, possible);
  if (held.some((claim) => isDraining(claim) && !claim.partly)) return 'owned';
  // What was not read may hold the handler that is missing here.
  if (blind) return 'undetermined';
  // Nobody acts if it occurs; whether it does is only asked where that would refute.
  return happens === true || gap !== 'error' ? 'gap' : 'undetermined';
}

/**
 * Where only the occurrence itself is unknown, its claims are unknown too. One
 * claim that hangs on nothing else owns the event whenever it occurs.
 */
function decidedByOccurrence(
  happens: Tri,
  held: readonly Claim[],
  possible: readonly Claim[],
): State {
  if (happens === true || held.length > 0) return 'undetermined';
  if (!possible.every(holdsIfItOccurs)) return 'undetermined';
  const [owner, second] = possible;
  if (owner === undefined || second !== undefined) return 'conflict';
  return isDraining(owner) && !owner.partly ? 'owned' : 'undetermined';
}

function strict(claim: Claim): Claim {
  const gates = claim.gates.map((gate) =>
    gate.assuming === undefined || isUndecided(gate.open)
      ? gate
      : {
          ...gate,
          open: {
            unknown: 'unread' as const,
            term: gate.assuming.says,
            from: gate.from,
          },
        },
  );
  return { ...claim, gates, holds: and(gates.map((gate) => gate.open)) };
}

const blindSpots = (system: System, pool: Pool) =>
  system.clusters.find((cluster) => cluster.id === pool.cluster)?.blindSpots[0];

/** What the claims rest on: every assumption of one that holds, and of the gate that shuts one that does not. */
function assumptions(claims: readonly Claim[]): readonly Assumption[] {
  const found = new Map<string, Assumption>();
  for (const claim of claims) {
    const gates =
      claim.holds === true ? claim.gates : claim.gates.filter((gate) => gate.open === false);
    const decisive = claim.holds === false && gates.some((gate) => gate.assuming === undefined);
    if (decisive) continue; // shut without any assumption as well
    for (const { assuming } of gates) if (assuming !== undefined) found.set(assuming.id, assuming);
  }
  return [...found.values()];
}

function unknowns(
  happens: Tri,
  claims: readonly Claim[],
  blind: ReturnType<typeof blindSpots>,
): Verdict['unknowns'] {
  const found = new Map<string, Verdict['unknowns'][number]>();
  const add = (open: Tri): void => {
    if (isUndecided(open)) found.set(open.term, { term: open.term, from: open.from });
  };
  add(happens);
  for (const claim of claims)
    if (isUndecided(claim.holds)) for (const gate of claim.gates) add(gate.open);
  if (found.size === 0 && blind !== undefined)
    found.set(blind.says, { term: blind.says, from: blind.from });
  return [...found.values()];
}
