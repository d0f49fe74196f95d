/** Settings of the policy that this target, or the versions in use, cannot keep: findings, never silence. */
import type { Finding } from '../diagnostics/finding.js';
import { compareVersions } from '../facts/range.js';
import { nthSets } from '../policy/nth-sets.js';
import { entry } from '../value/read.js';
import type { CompileContext } from './context.js';
import { refuseDrainRules, refuseIdleNumbers } from './drain-rules.js';
import { installationParts } from './installations.js';
import type { Target } from './plan.js';
import { unkept } from './unkept.js';

export function* refuseUnkept(context: CompileContext, target: Target): Iterable<Finding> {
  const { intent } = context;
  yield* refuseIdentity(context, target);
  yield* refuseDrainRules(context, target);
  const nth = entry(intent.drain, 'nth');
  if (nth !== undefined && nthSets(intent, context.facts.reactions).length === 0)
    yield unkept(
      'drain rules for NTH, but NTH owns no event and is not installed',
      nth,
      'leave "drain.nth" out, or give NTH an event to own',
    );
  yield* refuseIdleNumbers(context);
}

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
