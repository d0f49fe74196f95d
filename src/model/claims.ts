/** The claims of one installation on one (pool, event): what it would do, and the chain of gates that leads there. */
import type { EventAtom as EventFact } from '../facts/events.js';
import { inRange } from '../facts/range.js';
import type { Reaction, ReactionRow } from '../facts/reactions.js';
import { and, not, type Tri } from '../value/logic.js';
import { flag } from '../value/read.js';
import { channelGates, nodeClaimGates } from './channels.js';
import { type RowOfReleases, releasesOf } from './reaction-rows.js';
import type { ModelFacts, Subject } from './subject.js';
import type { Installation, Pool } from './system.js';
import { tagGate } from './tag.js';
import { type Claim, type Gate, holdsIfItOccurs } from './verdict.js';

export interface Question {
  readonly about: Subject;
  readonly pool: Pool;
  readonly event: EventFact;
  /** Whether the event befalls the pool. */
  readonly occurs: Gate;
}

/** The strongest claim of an installation; undefined where none of its releases reacts to the event at all. */
export function claimOf(question: Question, installation: Installation): Claim | undefined {
  const { about, pool, event } = question;
  const made = about.rows(installation, pool.kind, event).map((one) => ({
    ...one,
    claim: claimByRow(question, installation, one.row),
  }));
  const claims = made.map(({ claim, gate }) =>
    gate === undefined || agree(installation, claim, made) ? claim : withVersion(claim, gate),
  );
  return claims.sort((a, b) => rank(b) - rank(a))[0];
}

interface RowClaim extends RowOfReleases {
  readonly claim: Claim;
}

/** Whether each allowed release does the same by some row: then it matters to nobody which it is. */
function agree(
  { releases: { allowed, beyondFacts } }: Installation,
  claim: Claim,
  made: readonly RowClaim[],
): boolean {
  if (beyondFacts || !holdsIfItOccurs(claim)) return false;
  const equal = made.filter(
    ({ claim: other }) =>
      other.reaction === claim.reaction && other.partly === claim.partly && holdsIfItOccurs(other),
  );
  return allowed.every((release) => equal.some(({ row }) => inRange(release, row.versions)));
}

/** The claim as far as only some of the allowed releases make it, or releases that nobody knows. */
function withVersion(claim: Claim, gate: Gate): Claim {
  const [occurrence, existing, ...others] = claim.gates;
  const gates = [occurrence, existing, gate, ...others].filter((one) => one !== undefined);
  return { ...claim, gates, holds: and(gates.map(({ open }) => open)) };
}

/**
 * Where pods may leave the node, that is the question; then a claim that holds
 * if the event occurs wins over one that may, and of two that hold, the one that does more.
 */
function rank(claim: Claim): number {
  if (claim.holds === false) return 0;
  const strength = STRENGTH[claim.reaction];
  const held = holdsIfItOccurs(claim) ? (claim.partly ? 2 : 3) : 1;
  return Math.min(strength, STRENGTH.drain) * 100 + held * 10 + strength;
}

const STRENGTH: Readonly<Record<Reaction, number>> = {
  observe: 0,
  cordon: 1,
  drain: 2,
  terminate: 3,
};

function claimByRow(question: Question, installation: Installation, row: ReactionRow): Claim {
  const { about, pool, occurs } = question;
  const { exists, conditions } = about.standing(installation);
  const gates: Gate[] = [occurs, exists];
  const settings = settingGates(installation, row, pool);
  gates.push(...settings.gates, ...conditions);
  gates.push(...channelGates(question, installation, row));
  if (installation.handler === 'karpenter') gates.push(...nodeClaimGates(pool, row));
  if (installation.handler === 'nth' && row.channel === 'queue')
    gates.push(tagGate(question, installation, releasesOf(installation, row)));
  return {
    installation: installation.id,
    handler: installation.handler,
    reaction: settings.reaction,
    gates,
    holds: and(gates.map((gate) => gate.open)),
    partly: gates.some((gate) => gate.partly === true),
    ...(row.because === undefined ? {} : { because: row.because }),
    from: installation.from,
  };
}

/** Settings on which claims of a handler hang in some mode, at some release. */
export function settingsAsked(
  handler: Installation['handler'],
  { reactions }: ModelFacts,
): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const row of reactions.REACTIONS)
    if (row.handler === handler && row.setting !== undefined) asked.add(row.setting.key);
  if (handler !== 'nth') return asked;
  for (const { check, tag } of reactions.TAG_CHECKS) asked.add(check).add(tag);
  for (const key of LESS_THAN_A_DRAIN) asked.add(key);
  return asked;
}

/** Settings by which NTH does less than drain. */
const LESS_THAN_A_DRAIN = ['dryRun', 'cordonOnly'];

/** Settings that the row hangs on, and those by which NTH does less than drain. */
function settingGates(
  installation: Installation,
  row: ReactionRow,
  pool: Pool,
): { readonly gates: readonly Gate[]; readonly reaction: Reaction } {
  const gates: Gate[] = [];
  if (row.setting !== undefined) {
    const { key, is, default: otherwise } = row.setting;
    const said =
      row.handler === 'asg' || row.handler === 'eks'
        ? pool[key as 'capacityRebalance' | 'nodeRepair']
        : (flag(installation.setting(key)) ?? otherwise);
    gates.push(settingGate(installation, key, is ? said : not(said), row.source));
  }
  if (installation.handler !== 'nth' || row.reaction === 'observe')
    return { gates, reaction: row.reaction };
  const dry = flag(installation.setting('dryRun')) ?? false;
  if (dry !== false) gates.push(settingGate(installation, 'dryRun', not(dry), row.source));
  const cordonOnly = flag(installation.setting('cordonOnly')) ?? false;
  if (cordonOnly === true) return { gates, reaction: 'cordon' };
  // It acts either way, yet whether the pods leave is not known.
  if (cordonOnly !== false && row.reaction !== 'cordon')
    gates.push(settingGate(installation, 'cordonOnly', not(cordonOnly), row.source));
  return { gates, reaction: row.reaction };
}

function settingGate(installation: Installation, key: string, open: Tri, fact: string): Gate {
  const value = installation.setting(key);
  return {
    name: 'setting',
    node: installation.id,
    open,
    from: value?.from ?? installation.from,
    says: `"${key}" ${open === false ? 'switches it off' : 'lets it act'}`,
    fact,
  };
}
