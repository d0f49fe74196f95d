/** What `interlock prove --format json` says of the ways from EventBridge to handlers. */
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
