/**
 * The smallest thing that shows a proof to be refuted: one event of one pool,
 * and the chains by which two handlers act on it, or by which none does.
 */
import { actorsOf, type JudgedVerdict, ownerOf, refutes } from './expect.js';
import type { Assumption } from './system.js';
import { type Claim, eventName, type Gate, isActing } from './verdict.js';

/** One handler's way to the node, as far as it goes. */
export interface Chain {
  readonly claim: Claim;
  /** What opens the way, or, where the handler does not get through, what alone shuts it. */
  readonly gates: readonly Gate[];
}

export interface Counterexample {
  readonly shows: 'conflict' | 'gap' | 'wrong-owner';
  readonly verdict: JudgedVerdict;
  /** Two that act, the one that should not, or those that could and do not. */
  readonly chains: readonly Chain[];
  readonly assuming: readonly Assumption[];
}

/**
 * A conflict before a gap before a wrong owner, as the one has two ends to look
 * at; then the event that stands first in the table, then the shortest chains.
 * Undefined where nothing refutes.
 */
export function counterexampleOf(verdicts: readonly JudgedVerdict[]): Counterexample | undefined {
  const events = [...new Set(verdicts.map(({ event }) => eventName(event)))];
  const rankOf = ({ shows, verdict, chains }: Counterexample): readonly number[] => [
    ORDER.indexOf(shows),
    events.indexOf(eventName(verdict.event)),
    chains.reduce((sum, { gates }) => sum + gates.length, 0),
  ];
  return verdicts
    .filter(refutes)
    .map(exampleOf)
    .map((example) => ({ example, rank: rankOf(example) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))[0]?.example;
}

const compareRanks = (a: readonly number[], b: readonly number[]): number => {
  const place = a.findIndex((rank, i) => rank !== b[i]);
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
};

const ORDER: readonly Counterexample['shows'][] = ['conflict', 'gap', 'wrong-owner'];

function exampleOf(verdict: JudgedVerdict): Counterexample {
  const { state, assuming } = verdict;
  if (state === 'conflict')
    return { shows: 'conflict', verdict, assuming, chains: shortest(actorsOf(verdict), 2) };
  const owner = ownerOf(verdict);
  if (verdict.wrong === true && owner !== undefined)
    return { shows: 'wrong-owner', verdict, assuming, chains: [chainOf(owner)] };
  return {
    shows: verdict.wrong === true ? 'wrong-owner' : 'gap',
    verdict,
    assuming,
    chains: verdict.claims.filter(isActing).map(blockedOf),
  };
}

/** More than two that act refute no more than two do. */
const shortest = (claims: readonly Claim[], count: number): readonly Chain[] =>
  claims
    .map(chainOf)
    .sort((a, b) => a.gates.length - b.gates.length)
    .slice(0, count);

/** That the event occurs and that the handler runs is so for every event; the hops from one to the other are not. */
const STANDING: ReadonlySet<Gate['name']> = new Set([
  'occurs',
  'exists',
  'chart',
  'cluster',
  'host',
  'identity',
]);

const chainOf = (claim: Claim): Chain => ({
  claim,
  gates: claim.gates.filter(({ name }) => !STANDING.has(name)),
});

/** One shut gate is enough to keep a handler from acting: the first on the way from the event. */
function blockedOf(claim: Claim): Chain {
  const shut = claim.gates.filter(({ open }) => open === false);
  const partly = claim.gates.filter((gate) => gate.partly === true);
  return { claim, gates: (shut.length > 0 ? shut : partly).slice(0, 1) };
}
