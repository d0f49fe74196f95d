/** Settings of the policy that this target, or the versions in use, cannot keep: findings, never silence. */
import type { Finding } from '../diagnostics/finding.js';
import { compareVersions } from '../facts/range.js';
import { mapAt } from '../policy/fields.js';
import type { PoolIntent } from '../policy/intent.js';
import { nthSets } from '../policy/nth-sets.js';
import { entry } from '../value/read.js';
import type { Value } from '../value/value.js';
import type { CompileContext } from './context.js';
import { installationParts } from './installations.js';
import type { Target } from './plan.js';

/** Drain rules by the kind of pool that can keep them. */
const KEPT_BY: Readonly<Record<string, PoolIntent['kind']>> = {
  terminationGracePeriod: 'NodePool',
  expireAfter: 'NodePool',
  disruption: 'NodePool',
  lifecycleHookTimeout: 'SelfManagedNodeGroup',
};

export function* refuseUnkept(context: CompileContext, target: Target): Iterable<Finding> {
  const { intent } = context;
  yield* refuseIdentity(context, target);
  const pools = new Map(intent.pools.map((pool) => [pool.name.value, pool]));
  for (const [name, rules] of mapAt(intent.drain, 'pools') ?? []) {
    const pool = pools.get(name);
    if (pool === undefined) continue;
    for (const [key, value] of mapAt(rules) ?? [])
      if (KEPT_BY[key] !== pool.kind)
        yield unkept(
          `nothing can keep "${key}" on the ${pool.kind} "${name}"`,
          value,
          `it is a setting of ${KEPT_BY[key]}s`,
          name,
        );
      else if (key === 'lifecycleHookTimeout' && !hasHook(context, pool))
        yield unkept(
          `no lifecycle hook is made on "${name}", because NTH does not own its terminations`,
          value,
          'leave it out, or give "asg-termination" of the pool to NTH',
          name,
        );
  }
  const nth = entry(intent.drain, 'nth');
  if (nth !== undefined && nthSets(intent, context.facts.reactions).length === 0)
    yield unkept(
      'drain rules for NTH, but NTH owns no event and is not installed',
      nth,
      'leave "drain.nth" out, or give NTH an event to own',
    );
}

const hasHook = ({ intent }: CompileContext, pool: PoolIntent): boolean =>
  intent.owner(pool, 'asg-termination').owner === 'nth';

/**
 * The first releases whose AWS SDK asks the agent of EKS Pod Identity, aws-sdk-go 1.47.11
 * (aws/aws-node-termination-handler@v1.21.0 go.mod, aws/karpenter-provider-aws@v0.33.0 go.mod).
 */
const POD_IDENTITY_SINCE = { karpenter: '0.33.0', nth: '1.21.0' };

function* refuseIdentity(context: CompileContext, target: Target): Iterable<Finding> {
  const { intent, facts } = context;
  const { identity, addons } = intent;
  if (identity.value === 'irsa') return;
  const refused = (message: string, help: string): Finding => ({
    rule: 'unexpressible-setting',
    severity: 'error',
    message,
    at: identity.from.at,
    help,
  });
  if (target === 'addons' || target === 'inputs')
    yield refused(
      `release ${addons.value} of the add-ons module makes its roles for IRSA, not for EKS Pod Identity`,
      'write identity: irsa, or compile for "module" or "stack"',
    );
  const versions = {
    karpenter: intent.karpenter.chart.value,
    nth: facts.nth.appVersion(intent.nth.chart.value) ?? POD_IDENTITY_SINCE.nth,
  };
  const handlers = new Set(installationParts(context).map(({ handler }) => handler));
  for (const handler of handlers)
    if (compareVersions(versions[handler], POD_IDENTITY_SINCE[handler]) < 0)
      yield refused(
        `${handler} ${versions[handler]} does not ask EKS Pod Identity for its credentials`,
        `write identity: irsa, or a chart with ${handler} ${POD_IDENTITY_SINCE[handler]} or later`,
      );
}

const unkept = (message: string, value: Value, help: string, pool?: string): Finding => ({
  rule: 'unexpressible-setting',
  severity: 'error',
  message,
  at: ('key' in value && value.key) || value.from.at,
  help,
  ...(pool === undefined ? {} : { pool }),
});
