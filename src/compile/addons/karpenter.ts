/** The Karpenter part of the add-ons module call. */
import type { EventKind } from '../../facts/reactions.js';
import { possibleEvents } from '../../policy/nth-sets.js';
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { PATTERNS } from '../parts/patterns.js';
import { type Attributes, block } from '../plan.js';
import { mergeExpressions, placementValues, type Values } from '../values.js';

/** Whether the policy has nodes that Karpenter launches. */
export const hasKarpenter = ({ intent }: CompileContext): boolean =>
  intent.pools.some((pool) => pool.kind === 'NodePool');

/** Whether Karpenter owns an event that it learns of through a queue alone. */
export function needsQueue({ intent, facts }: CompileContext): boolean {
  return intent.pools.some((pool) =>
    possibleEvents(facts.reactions, pool).some((event) => {
      if (intent.owner(pool, event).owner !== 'karpenter') return false;
      const channels = facts.reactions
        .reactionsFor({
          handler: 'karpenter',
          pool: pool.kind,
          event,
          version: intent.karpenter.chart.value,
        })
        .map((row) => row.channel);
      return channels.includes('queue') && !channels.includes('poll');
    }),
  );
}

/** Events that the release's own rules send to Karpenter's queue (facts: addons-module section 3). */
const RULES_OF_THE_MODULE: ReadonlySet<EventKind> = new Set<EventKind>([
  'spot-interruption',
  'rebalance-recommendation',
  'scheduled-change',
  'instance-state-change',
]);

/** Rules beside the call for events that Karpenter owns and that no release makes a rule for. */
export function missingRules(context: CompileContext, call: string): readonly SourceBlock[] {
  const { intent, facts, at } = context;
  const owned = new Set(
    intent.pools.flatMap((pool) =>
      possibleEvents(facts.reactions, pool).filter(
        (event) => intent.owner(pool, event).owner === 'karpenter',
      ),
    ),
  );
  const missing = [...owned].filter(
    (event) => !RULES_OF_THE_MODULE.has(event) && PATTERNS[event] !== undefined,
  );
  return missing.flatMap((event) => {
    const name = `karpenter_${event.replaceAll('-', '_')}`;
    return [
      block(
        'resource',
        ['aws_cloudwatch_event_rule', name],
        {
          name_prefix: make.literal('interlock-karpenter-', at),
          description: make.literal(`${event} to Karpenter`, at),
          event_pattern: make.call('jsonencode', [make.fromData(PATTERNS[event], at)], at),
        },
        at,
      ),
      block(
        'resource',
        ['aws_cloudwatch_event_target', name],
        {
          rule: make.reference(`aws_cloudwatch_event_rule.${name}.name`, at),
          target_id: make.literal('interlock-karpenter', at),
          arn: make.reference(`module.${call}.karpenter.sqs.queue_arn`, at),
        },
        at,
      ),
    ];
  });
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
