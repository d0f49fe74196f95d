/** What a policy wants of each (pool, event), held against what the model found. */
import type { EventKind, HandlerKind } from '../facts/reactions.js';
import type { Origin } from '../source/span.js';
import { type Claim, holdsIfItOccurs, isActing, type Verdict } from './verdict.js';

export interface Expectation {
  readonly owner: HandlerKind | 'external' | 'none';
  readonly because?: string;
  /** Where the policy says it: an owner of a whole kind, an exception, a default, or the facts. */
  readonly basis?: 'owner' | 'exception' | 'default' | 'fact';
  readonly from: Origin;
}

/** Undefined for pools that the policy does not know. */
export type Expectations = (pool: string, event: EventKind) => Expectation | undefined;

export interface JudgedVerdict extends Verdict {
  readonly expected?: Expectation;
  /** It is not as the policy wants it. */
  readonly wrong?: true;
}

/** Verdicts with the policy's word on each: a gap that the policy explains is accepted, another owner is wrong. */
export const compare = (
  verdicts: readonly Verdict[],
  expectations: Expectations,
): readonly JudgedVerdict[] =>
  verdicts.map((verdict) => {
    const expected = expectations(verdict.pool.id, verdict.event.kind);
    if (expected === undefined || verdict.state === 'not-applicable') return verdict;
    return judgeAgainst(verdict, expected);
  });

function judgeAgainst(verdict: Verdict, expected: Expectation): JudgedVerdict {
  const { state } = verdict;
  const base: JudgedVerdict = { ...verdict, expected };
  if (state === 'undetermined' || state === 'conflict') return base;
  const owner = ownerOf(verdict);
  if (expected.owner === 'none' || expected.owner === 'external') {
    if (owner !== undefined) return { ...base, wrong: true };
    return expected.because === undefined ? base : { ...base, state: 'accepted' };
  }
  return owner?.handler === expected.owner ? base : { ...base, wrong: true };
}

/** The one claim that holds and acts; undefined where there is none. */
export const ownerOf = (verdict: Verdict): Claim | undefined =>
  verdict.claims.find((claim) => claim.holds === true && isActing(claim)) ??
  (verdict.state === 'owned' ? actorsOf(verdict)[0] : undefined);

/** The claims that act whenever the event occurs, also where it is not known whether it does. */
export const actorsOf = ({ claims }: Verdict): readonly Claim[] =>
  claims.filter((claim) => isActing(claim) && claim.holds !== false && holdsIfItOccurs(claim));

/** The model's answer for a whole configuration. */
export type Proof = 'proved' | 'refuted' | 'undetermined';

/**
 * Refuted by a conflict, a gap of error severity or another owner than wanted.
 * Nothing to judge proves nothing, nor does a configuration in which nobody
 * handles anything, or a whole kind of pools is left to its fate, whatever the
 * reasons: only an exception is a decision about one event of one pool.
 */
export function proofOf(verdicts: readonly JudgedVerdict[]): Proof {
  if (verdicts.some(refutes)) return 'refuted';
  const owned = verdicts.some(({ state }) => state === 'owned');
  if (!owned || verdicts.some(isOpen)) return 'undetermined';
  return 'proved';
}

export const refutes = ({ state, gap, wrong }: JudgedVerdict): boolean =>
  wrong === true || state === 'conflict' || (state === 'gap' && gap === 'error');

/** An unknown that could hide a conflict or a gap that matters, or nodes of a kind that nobody handles. */
const isOpen = ({ state, gap, expected }: JudgedVerdict): boolean =>
  state === 'undetermined' ||
  (state === 'accepted' &&
    gap === 'error' &&
    expected?.owner === 'none' &&
    expected.basis === 'owner');
