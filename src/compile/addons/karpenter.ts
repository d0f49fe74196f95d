/** The Karpenter part of the add-ons module call. */
import type { Finding } from '../../diagnostics/finding.js';
import type { EventKind } from '../../facts/reactions.js';
import { possibleEvents } from '../../policy/nth-sets.js';
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import {
  encoded,
  hasKarpenter,
  KARPENTER_VALUES,
  needsQueue,
  ownedByKarpenter,
} from '../karpenter.js';
import { nodeRoleName, QUEUE_PREFIX } from '../names.js';
import { eventRule } from '../parts/event-queue.js';
import type { Attributes } from '../plan.js';

/** Events that the release's own rules send to Karpenter's queue (facts: addons-module section 3). */
const RULES_OF_THE_MODULE: ReadonlySet<EventKind> = new Set<EventKind>([
  'spot-interruption',
  'rebalance-recommendation',
  'scheduled-change',
  'instance-state-change',
]);

/** Rules beside the call for events that Karpenter owns and that no release makes a rule for. */
export function missingRules(
  context: CompileContext,
  queueArn: Expression,
): readonly SourceBlock[] {
  const { at } = context;
  const missing = ownedByKarpenter(context).filter((event) => !RULES_OF_THE_MODULE.has(event));
  return missing.flatMap((event) =>
    eventRule(
      { name: 'karpenter', listener: 'Karpenter', prefix: QUEUE_PREFIX.karpenter, event, queueArn },
      at,
    ),
  );
}

/** What the module's rules send to Karpenter's queue although the policy gives it to others: they are all or none. */
function sentAnyway({ intent, facts: { reactions } }: CompileContext): readonly Finding[] {
  const version = intent.karpenter.chart.value;
  return intent.pools
    .filter(({ kind }) => kind === 'NodePool')
    .flatMap((pool) =>
      possibleEvents(reactions, pool)
        .filter((event) => RULES_OF_THE_MODULE.has(event))
        .filter((event) => intent.owner(pool, event).owner !== 'karpenter')
        .filter((event) =>
          reactions
            .reactionsFor({ handler: 'karpenter', pool: pool.kind, event, version })
            .some(({ channel, reaction }) => channel === 'queue' && reaction !== 'observe'),
        )
        .map((event): Finding => {
          const { owner, from } = intent.owner(pool, event);
          return {
            rule: 'unexpressible-owner',
            severity: 'error',
            message: `"${owner}" cannot own ${event} of "${pool.name.value}": the add-ons module's own rules send it to Karpenter's queue`,
            at: from.at,
            pool: pool.name.value,
            event,
            help: 'compile for target module or stack, or give the event to karpenter',
          };
        }),
    );
}

export function karpenterInputs(context: CompileContext): Attributes {
  const { intent, facts } = context;
  if (!hasKarpenter(context)) return {};
  if (needsQueue(context)) context.findings.push(...sentAnyway(context));
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
    karpenter_node: make.object(
      [
        ['iam_role_name', nodeRoleName(context)],
        ['iam_role_use_name_prefix', make.literal(false, at)],
        ['create_instance_profile', make.literal(false, at)],
      ],
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
