/** The NTH part of the add-ons module call, where the module can express what NTH owns. */
import type { NthFeature } from '../../facts/nth.js';
import type { EventKind } from '../../facts/reactions.js';
import { booleanAt, numberAt } from '../../policy/fields.js';
import type { PoolIntent } from '../../policy/intent.js';
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import { entry } from '../../value/read.js';
import type { CompileContext } from '../context.js';
import type { Attributes } from '../plan.js';
import { mergeExpressions, placementValues, type Values } from '../values.js';
import { encoded } from './karpenter.js';

/** Pools that NTH owns some event of, in the policy's order, with those events. */
export interface Demand {
  readonly pool: PoolIntent;
  readonly events: readonly EventKind[];
}

export function nthDemand({ intent, facts }: CompileContext): readonly Demand[] {
  return intent.pools.flatMap((pool) => {
    const events = facts.reactions.OCCURRENCES.filter(
      ({ event, pools, needs }) =>
        pools.includes(pool.kind) &&
        (needs === undefined || pool.capacityTypes.includes(needs)) &&
        intent.owner(pool, event).owner === 'nth',
    ).map(({ event }) => event);
    return events.length === 0 ? [] : [{ pool, events }];
  });
}

export const NTH_VALUES = 'nth_values';

/** What keeps the module's one installation from giving NTH exactly these events; undefined where nothing does. */
export function moduleObstacle(
  context: CompileContext,
  demand: readonly Demand[],
): string | undefined {
  const { intent, facts } = context;
  if (intent.nth.mode.value === 'imds') return 'the module always installs NTH in queue mode';
  for (const { pool, events } of demand) {
    if (pool.kind !== 'SelfManagedNodeGroup')
      return `the module wires NTH to Auto Scaling groups that it is given, and "${pool.name.value}" is a ${pool.kind}`;
    const dropped = facts.reactions.OCCURRENCES.find(
      ({ event, pools, needs }) =>
        pools.includes(pool.kind) &&
        (needs === undefined || pool.capacityTypes.includes(needs)) &&
        !events.includes(event) &&
        actsInQueueMode(context, pool, event),
    );
    if (dropped !== undefined)
      return `the module sends every event to NTH, and NTH in queue mode always drains on ${dropped.event}, which the policy gives to "${intent.owner(pool, dropped.event).owner}" on "${pool.name.value}"`;
  }
  return undefined;
}

const actsInQueueMode = (
  { intent, facts }: CompileContext,
  pool: PoolIntent,
  event: EventKind,
): boolean =>
  facts.reactions
    .reactionsFor({
      handler: 'nth',
      mode: 'queue',
      pool: pool.kind,
      event,
      version: intent.nth.chart.value,
    })
    .some((row) => row.reaction !== 'observe');

export function nthInputs(context: CompileContext, demand: readonly Demand[]): Attributes {
  if (demand.length === 0) return {};
  const { intent, facts, bind } = context;
  const { nth } = intent;
  const at = nth.from.at;
  const repository = facts.nth.chartRepository(nth.chart.value);
  return {
    enable_aws_node_termination_handler: make.literal(true, at),
    // In the policy's order: the module keys its hooks by place, so new groups are appended.
    aws_node_termination_handler_asg_arns: make.list(
      demand.flatMap(({ pool }) =>
        pool.autoScalingGroup === undefined ? [] : [bind.given(pool.autoScalingGroup)],
      ),
      at,
    ),
    aws_node_termination_handler: make.object(
      [
        ['chart_version', make.literal(nth.chart.value, nth.chart.from.at)],
        ['repository', make.literal(repository, nth.chart.from.at)],
        ['namespace', make.literal(nth.namespace.value, nth.namespace.from.at)],
        ['values', make.list([encoded(NTH_VALUES, at)], at)],
        ['wait', make.literal(true, at)],
        ...heartbeatStatement(context, demand, at),
      ],
      at,
    ),
  };
}

/** Heartbeats need two actions that neither NTH's README nor the module grants (facts: nth). */
function heartbeatStatement(
  { intent, bind }: CompileContext,
  demand: readonly Demand[],
  at: Span,
): [string, Expression][] {
  if (entry(intent.drain, 'nth', 'heartbeat') === undefined) return [];
  const groups = demand.flatMap(({ pool }) =>
    pool.autoScalingGroup === undefined ? [] : [pool.autoScalingGroup],
  );
  const statement = make.object(
    [
      ['sid', make.literal('Heartbeat', at)],
      ['actions', make.fromData(['autoscaling:RecordLifecycleActionHeartbeat'], at)],
      [
        'resources',
        make.list(
          groups.map((group) => bind.given(group)),
          at,
        ),
      ],
    ],
    at,
  );
  const describe = make.fromData(
    { sid: 'Hooks', actions: ['autoscaling:DescribeLifecycleHooks'], resources: ['*'] },
    at,
  );
  return [['policy_statements', make.list([statement, describe], at)]];
}

/** Seconds that EC2's notice leaves for a whole drain once the message has arrived (facts: nth section 4). */
export const NODE_GRACE = 110;

/** The chart's values for queue mode. */
export function nthValues(context: CompileContext): Expression {
  const { intent, facts, bind } = context;
  const { nth, drain } = intent;
  const at = nth.from.at;
  const pool = intent.pools.find(({ name }) => name.value === nth.runsOn?.value);
  const node = numberAt(drain, 'nth', 'nodeTerminationGracePeriod')?.value ?? NODE_GRACE;
  const made: Values = {
    // The gate that keeps NTH off nodes that others own; said, so that no other values switch it off.
    checkTagBeforeDraining: true,
    managedTag: nth.managedTag.value,
    replicas: nth.replicas.value,
    ...(nth.replicas.value > 1 ? { podDisruptionBudget: { maxUnavailable: 1 } } : {}),
    // A replica that is moved must be able to end the drain that it began.
    terminationGracePeriodSeconds: node,
    nodeTerminationGracePeriod: node,
    ...optional('podTerminationGracePeriod', numberAt(drain, 'nth', 'podTerminationGracePeriod')),
    ...optional('taintNode', booleanAt(drain, 'nth', 'taintNode')),
    ...optional('workers', nth.workers),
    // Other clusters' messages reach every queue of the region: without it they come back until they expire.
    ...(facts.nth.hasFeature(nth.chart.value, 'delete-message-if-node-not-found')
      ? { deleteSqsMsgIfNodeNotFound: true }
      : {}),
    ...(facts.nth.rendersPodSecurityPolicy(nth.chart.value) ? { rbac: { pspEnabled: false } } : {}),
    ...drainFeatures(context),
    ...placementValues(pool),
  };
  const written = nth.values === undefined ? undefined : bind.value(nth.values);
  return mergeExpressions(make.fromData(made, at), written, at);
}

const optional = (key: string, value: { readonly value: unknown } | undefined): Values =>
  value === undefined ? {} : { [key]: value.value };

function drainFeatures(context: CompileContext): Values {
  const { intent, facts, findings } = context;
  const values: Record<string, unknown> = {};
  const use = (path: string, feature: NthFeature, made: Values): void => {
    const written = entry(intent.drain, 'nth', path);
    if (written === undefined) return;
    if (facts.nth.hasFeature(intent.nth.chart.value, feature)) Object.assign(values, made);
    else
      findings.push({
        rule: 'unexpressible-setting',
        severity: 'error',
        message: `NTH chart ${intent.nth.chart.value} cannot keep "${path}"`,
        at: ('key' in written && written.key) || written.from.at,
        help: `use chart ${facts.nth.featureSince(feature)} or later`,
      });
  };
  use('outOfServiceTaint', 'out-of-service-taint', {
    enableOutOfServiceTaint: booleanAt(intent.drain, 'nth', 'outOfServiceTaint')?.value,
  });
  use('heartbeat', 'heartbeats', {
    heartbeatInterval: numberAt(intent.drain, 'nth', 'heartbeat', 'interval')?.value,
    ...optional('heartbeatUntil', numberAt(intent.drain, 'nth', 'heartbeat', 'until')),
  });
  return values;
}
