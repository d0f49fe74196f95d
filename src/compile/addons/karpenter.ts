/** The Karpenter part of the add-ons module call. */
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { CompileContext } from '../context.js';
import type { Attributes } from '../plan.js';
import { mergeExpressions, placementValues, type Values } from '../values.js';

/** Whether the policy has nodes that Karpenter launches. */
export const hasKarpenter = ({ intent }: CompileContext): boolean =>
  intent.pools.some((pool) => pool.kind === 'NodePool');

/** Whether Karpenter owns any event that it learns of through a queue. */
export function needsQueue({ intent, facts }: CompileContext): boolean {
  return intent.pools.some((pool) =>
    facts.reactions.OCCURRENCES.some(
      ({ event, pools }) =>
        pools.includes(pool.kind) &&
        intent.owner(pool, event).owner === 'karpenter' &&
        facts.reactions
          .reactionsFor({
            handler: 'karpenter',
            pool: pool.kind,
            event,
            version: intent.karpenter.chart.value,
          })
          .some((row) => row.channel === 'queue'),
    ),
  );
}

/** Name of the local that holds the chart's values. */
export const KARPENTER_VALUES = 'karpenter_values';

export function karpenterInputs(context: CompileContext): Attributes {
  const { intent, facts } = context;
  if (!hasKarpenter(context)) return {};
  const { karpenter, addons } = intent;
  const at = karpenter.from.at;
  const available = (name: string): boolean =>
    facts.addons.addonsInput(addons.value, name) !== undefined;
  return {
    enable_karpenter: make.literal(true, at),
    karpenter_enable_spot_termination: make.literal(needsQueue(context), at),
    karpenter_enable_instance_profile_creation: available(
      'karpenter_enable_instance_profile_creation',
    )
      ? make.literal(true, at)
      : undefined,
    karpenter: make.object(karpenterObject(context, at), at),
    karpenter_node: make.fromData(
      {
        iam_role_name: karpenter.nodeRoleName.value,
        iam_role_use_name_prefix: false,
        create_instance_profile: false,
      },
      at,
    ),
  };
}

function karpenterObject(context: CompileContext, at: Span): [string, Expression][] {
  const { intent, facts } = context;
  const { chart, namespace } = intent.karpenter;
  const statements = missingStatements(context);
  return [
    ['chart_version', make.literal(facts.karpenter.chartVersion(chart.value), chart.from.at)],
    ['namespace', make.literal(namespace.value, namespace.from.at)],
    // The CRDs come from their own chart: Helm never upgrades what a chart carries in crds/.
    ['skip_crds', make.literal(true, at)],
    ['values', make.list([encoded(KARPENTER_VALUES, at)], at)],
    // Without waiting an apply succeeds though no pod ever starts.
    ['wait', make.literal(true, at)],
    ...(statements === undefined
      ? []
      : [['policy_statements', statements] as [string, Expression]]),
  ];
}

/** `jsonencode(local.x)`: values travel as data, so no text of a policy is ever part of a template. */
export const encoded = (local: string, at: Span): Expression =>
  make.call('jsonencode', [make.reference(`local.${local}`, at)], at);

export function karpenterValues(context: CompileContext): Expression {
  const { intent, bind } = context;
  const { karpenter } = intent;
  const at = karpenter.from.at;
  const pool = intent.pools.find(({ name }) => name.value === karpenter.runsOn?.value);
  const made: Values = {
    replicas: karpenter.replicas.value,
    ...placementValues(pool, [{ key: 'CriticalAddonsOnly', operator: 'Exists' }]),
  };
  const written = karpenter.values === undefined ? undefined : bind.value(karpenter.values);
  return mergeExpressions(make.fromData(made, at), written, at);
}

/** Actions that only an opt-in feature calls, so that their absence breaks nothing. */
const OPT_IN = new Set(['arc-zonal-shift:GetManagedResource']);

/** Read-only actions that this chart calls and that the release's own policy lacks. */
function missingStatements({ intent, facts, at }: CompileContext): Expression | undefined {
  const granted = facts.addons.karpenterActions(intent.addons.value);
  const missing = facts.karpenter
    .iamActions(intent.karpenter.chart.value)
    .filter((action) => !granted.has(action) && !OPT_IN.has(action));
  if (missing.length === 0) return undefined;
  return make.fromData(
    [{ sid: 'KarpenterReads', actions: [...missing].sort(), resources: ['*'] }],
    at,
  );
}
