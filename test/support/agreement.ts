/**
 * The model's claims against the trace, on every (pool, event) of a system: each
 * interprets the same wiring by itself, so a difference is a fault of one of them.
 */
import { eventSamples, SAMPLE_PLACE } from '../../src/facts/event-samples.js';
import { events } from '../../src/facts/events.js';
import * as karpenter from '../../src/facts/karpenter.js';
import * as nth from '../../src/facts/nth.js';
import * as reactions from '../../src/facts/reactions.js';
import { judge } from '../../src/model/judge.js';
import type { Pool, System } from '../../src/model/system.js';
import { type Claim, eventName, type Verdict } from '../../src/model/verdict.js';
import { silentEvent, type TracedEvent, tracedEvent } from '../../src/trace/event.js';
import { isPartly } from '../../src/trace/hop.js';
import { type Outcome, outcomes } from '../../src/trace/outcome.js';
import { moved } from '../../src/trace/samples.js';
import { type Trace, traceEvent } from '../../src/trace/trace.js';
import { and, isUndecided, type Tri } from '../../src/value/logic.js';

export const TRACE_FACTS = { karpenter, nth, reactions, events };

/** The sample of each event that has one, by its name in verdicts. */
const SAMPLES: Readonly<Record<string, string>> = {
  'spot-interruption': 'ec2-spot-interruption-warning-terminate',
  'rebalance-recommendation': 'ec2-rebalance-recommendation',
  'scheduled-change': 'health-ec2-instance-retirement-scheduled',
  'instance-state-change/pending': 'ec2-state-change-pending',
  'instance-state-change/running': 'ec2-state-change-running',
  'instance-state-change/stopping': 'ec2-state-change-stopping',
  'instance-state-change/stopped': 'ec2-state-change-stopped',
  'instance-state-change/shutting-down': 'ec2-state-change-shutting-down',
  'instance-state-change/terminated': 'ec2-state-change-terminated',
  'capacity-reservation-interruption': 'ec2-capacity-reservation-instance-interruption-warning',
  'asg-termination': 'asg-instance-terminate-lifecycle-action',
  'asg-launch': 'asg-instance-launch-lifecycle-action',
};

export function eventFor(system: System, pool: Pool, name: string): TracedEvent {
  const sample = eventSamples.get(SAMPLES[name] ?? '');
  if (sample !== undefined)
    return tracedEvent(moved(sample, SAMPLE_PLACE, system, pool), { name, atoms: events.atoms });
  const atom = events.atoms.find((one) => eventName(one) === name);
  if (atom === undefined || atom.shape !== undefined) throw new Error(`${name} has no sample`);
  return silentEvent(atom, pool.from);
}

/** What each installation does, in one word that both sides can say. */
type Said = 'nothing' | 'unknown' | string;

const said = (holds: Tri, reaction: string | undefined, partly: boolean): Said => {
  if (holds === false || reaction === undefined) return 'nothing';
  if (isUndecided(holds)) return 'unknown';
  return partly ? `${reaction} in part` : reaction;
};

export interface Compared {
  readonly pool: Pool;
  readonly event: string;
  readonly verdict: Verdict;
  readonly trace: Trace;
  readonly differences: readonly string[];
}

/** Every (pool, event) that the model judges, with what the two say differently. */
export function compareSystem(
  system: System,
  verdicts: readonly Verdict[] = judge(system, TRACE_FACTS),
): readonly Compared[] {
  return verdicts.map((verdict) => {
    const { pool } = verdict;
    const event = eventName(verdict.event);
    const trace = traceEvent({
      system,
      pool,
      event: eventFor(system, pool, event),
      facts: TRACE_FACTS,
    });
    const differences = compare(verdict.claims, outcomes(trace));
    return { pool, event, verdict, trace, differences };
  });
}

function compare(claims: readonly Claim[], found: readonly Outcome[]): readonly string[] {
  const model = new Map<string, Said>();
  for (const claim of claims) {
    const word = said(holdsIfItHappens(claim), claim.reaction, claim.partly);
    if (word !== 'nothing' || !model.has(claim.installation)) model.set(claim.installation, word);
  }
  const traced = new Map<string, Said>();
  for (const { path, acts } of found) {
    const word = said(acts, path.reaction, isPartly(path.hops));
    if (word !== 'nothing' || !traced.has(path.installation)) traced.set(path.installation, word);
  }
  const ids = new Set([...model.keys(), ...traced.keys()]);
  return [...ids].flatMap((id) => {
    const [a, b] = [model.get(id) ?? 'nothing', traced.get(id) ?? 'nothing'];
    return a === b ? [] : [`${id}: the model says ${a}, the trace ${b}`];
  });
}

/** To a trace it is given that the event happened. */
const holdsIfItHappens = ({ gates }: Claim): Tri =>
  and(
    gates.filter((gate) => !(gate.name === 'occurs' && isUndecided(gate.open))).map((g) => g.open),
  );

/** What the two say differently, one line each. */
export const differencesIn = (compared: readonly Compared[]): readonly string[] =>
  compared.flatMap(({ pool, event, differences }) =>
    differences.map((difference) => `${event} of ${pool.id}: ${difference}`),
  );
