/** What `interlock prove --format json` says of the ways from EventBridge to handlers. */
import type { JudgedVerdict } from '../../../src/model/expect.js';
import { succeed } from './process.js';

export interface Proof {
  readonly verdict: string;
  readonly configurations: readonly {
    readonly pools: readonly { readonly events: readonly Verdict[] }[];
  }[];
}
interface Verdict {
  readonly event: string;
  readonly variant?: string;
  readonly claims: readonly Claim[];
}
interface Claim {
  readonly handler: string;
  readonly gates: readonly { readonly gate: string; readonly open: unknown }[];
}

export async function prove(policy: string): Promise<Proof> {
  const args = ['dist/cli.js', 'prove', policy, '--format', 'json'];
  const { stdout } = await succeed(process.execPath, args, { cwd: '.' });
  return JSON.parse(stdout) as Proof;
}

/** Gates between the event and the queue; those after it are the handler's own. */
const WAY = new Set(['pattern', 'region', 'delivery']);

/** The handlers to which the proof finds a way open for an event, on whichever pool, sorted. */
export function reachable(proof: Proof, event: string, variant?: string): readonly string[] {
  const claims = proof.configurations
    .flatMap(({ pools }) => pools.flatMap(({ events }) => events))
    .filter((verdict) => verdict.event === event && verdict.variant === variant)
    .flatMap((verdict) => verdict.claims);
  const handlers = claims.filter(isOpen).map(({ handler }) => handler);
  return [...new Set(handlers)].sort();
}

function isOpen({ gates }: Claim): boolean {
  const way = gates.filter(({ gate }) => WAY.has(gate));
  return way.length > 0 && way.every(({ open }) => open === true);
}

export interface Sample {
  /** Of a file among the events of the repository. */
  readonly name: string;
  readonly event: string;
  readonly variant?: string;
}

/** Samples of events, each with its kind and variant in the proof. */
export const SAMPLES: readonly Sample[] = [
  { name: 'ec2-spot-interruption-warning-terminate', event: 'spot-interruption' },
  { name: 'ec2-rebalance-recommendation', event: 'rebalance-recommendation' },
  { name: 'ec2-state-change-stopping', event: 'instance-state-change', variant: 'stopping' },
  { name: 'health-ec2-instance-retirement-scheduled', event: 'scheduled-change' },
  { name: 'asg-instance-terminate-lifecycle-action', event: 'asg-termination' },
  { name: 'asg-instance-launch-lifecycle-action', event: 'asg-launch' },
  {
    name: 'ec2-capacity-reservation-instance-interruption-warning',
    event: 'capacity-reservation-interruption',
  },
];

/** The installations to which the verdicts find a way open for an event, by the names of their releases. */
export function openWays(verdicts: readonly JudgedVerdict[], sample: Sample): readonly string[] {
  const claims = verdicts
    .filter(({ event }) => event.kind === sample.event && event.variant === sample.variant)
    .flatMap((verdict) => verdict.claims);
  const open = claims.filter(({ gates }) => {
    const way = gates.filter(({ name }) => WAY.has(name));
    return way.length > 0 && way.every((gate) => gate.open === true);
  });
  return [...new Set(open.map(({ installation }) => installation))].sort();
}
