/** Where a handler's own pods run: a pool that nothing interrupts and that the handler does not drain. */
import type { Finding } from '../diagnostics/finding.js';
import { suggestion } from '../diagnostics/suggest.js';
import { matchesParts } from '../eventbridge/glob.js';
import type { EventKind, HandlerKind } from '../facts/reactions.js';
import type { Located } from '../value/value.js';
import { itemsAt, textAt } from './fields.js';
import type { KarpenterIntent, NthIntent, PoolIntent, Taint } from './intent.js';
import type { OwnerTable } from './owners.js';
import type { SectionContext } from './sections.js';

export interface Placement {
  /** Labels that the pods select; empty where the pool has none to select by (Fargate). */
  readonly nodeSelector: ReadonlyMap<string, string>;
  readonly tolerated: readonly Taint[];
}

/** The pool that a handler runs on: the one the policy names, else the first that is fit. */
export function placeHandler(
  context: SectionContext,
  handler: 'karpenter' | 'nth',
  { runsOn: written, namespace: { value: namespace } }: KarpenterIntent | NthIntent,
  pools: readonly PoolIntent[],
  owner: OwnerTable,
): Located<string> | undefined {
  const { findings, defaults, policy } = context;
  if (written === undefined) {
    const fit = pools.find(
      (pool) =>
        unfit(handler, pool, owner) === undefined && notSelected(pool, namespace) === undefined,
    );
    if (fit === undefined) return undefined;
    defaults.push({
      path: `handlers.${handler}.runsOn`,
      value: fit.name.value,
      because: 'the first pool that nothing interrupts and that the handler does not drain',
    });
    return { value: fit.name.value, from: policy.from };
  }
  const pool = pools.find((candidate) => candidate.name.value === written.value);
  if (pool === undefined) {
    const names = pools.map((candidate) => candidate.name.value);
    findings.push(
      invalid(
        `no pool is called "${written.value}"`,
        written,
        suggestion(written.value, names, 'pools'),
      ),
    );
    return undefined;
  }
  const outside = notSelected(pool, namespace);
  if (outside !== undefined)
    findings.push(invalid(outside, written, `add { namespace: ${namespace} } to its selectors`));
  const reason = unfit(handler, pool, owner);
  if (reason !== undefined)
    findings.push({
      rule: 'self-draining-handler',
      severity: 'warning',
      message: `"${handler}" runs on "${pool.name.value}", ${reason}`,
      at: written.from.at,
      pool: pool.name.value,
      help: 'run it on an on-demand managed node group or a Fargate profile',
    });
  return written;
}

const DRAINING: readonly EventKind[] = ['spot-interruption', 'scheduled-change', 'asg-termination'];

/** Why a pool is no place for the handler; undefined where it is one. */
function unfit(handler: HandlerKind, pool: PoolIntent, owner: OwnerTable): string | undefined {
  if (pool.kind === 'FargateProfile') return undefined;
  if (pool.capacityTypes.includes('spot')) return 'whose Spot nodes are interrupted at two minutes';
  if (pool.kind === 'NodePool') return 'whose nodes Karpenter itself takes away';
  if (DRAINING.some((event) => owner(pool, event).owner === handler))
    return 'whose nodes it drains itself';
  if (pool.kind === 'SelfManagedNodeGroup' && pool.labels.size === 0)
    return 'which has no labels by which its nodes could be selected';
  return undefined;
}

/** A Fargate profile takes only the pods of the namespaces that it selects; without selectors it says nothing. */
function notSelected(pool: PoolIntent, namespace: string): string | undefined {
  if (pool.kind !== 'FargateProfile') return undefined;
  const selected = itemsAt(pool.body, 'selectors').map(
    (selector) => textAt(selector, 'namespace')?.value ?? '',
  );
  if (selected.length === 0 || selected.some((pattern) => matchesNamespace(pattern, namespace)))
    return undefined;
  return `the Fargate profile "${pool.name.value}" does not select the namespace "${namespace}", so no pod of it would ever start`;
}

/** EKS takes `*` for any characters and `?` for one (EKS user guide, fargate-profile); a `?` is given the benefit of the doubt. */
const matchesNamespace = (pattern: string, namespace: string): boolean =>
  pattern.includes('?') || matchesParts(pattern.split('*'), namespace);

/** How pods are bound to a pool. */
export function placementOn(pool: PoolIntent): Placement {
  if (pool.kind === 'FargateProfile') return { nodeSelector: new Map(), tolerated: [] };
  const nodeSelector = new Map(pool.labels);
  // The node group's own label holds a name that Terraform modules extend by a suffix, so it cannot be selected by.
  if (pool.kind === 'ManagedNodeGroup')
    nodeSelector.set(
      'eks.amazonaws.com/capacityType',
      pool.capacityTypes.includes('spot') ? 'SPOT' : 'ON_DEMAND',
    );
  if (pool.kind === 'AutoMode') nodeSelector.set('eks.amazonaws.com/compute-type', 'auto');
  return { nodeSelector, tolerated: pool.taints };
}

const invalid = (message: string, at: Located<string>, help: string): Finding => ({
  rule: 'invalid-policy',
  severity: 'error',
  message,
  at: at.from.at,
  help,
});
