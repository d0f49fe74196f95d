/** NTH for target `addons`: through the module's inputs where they can say it, else of plain resources beside the call. */
import { numberAt } from '../../policy/fields.js';
import { type NthSet, nthSets, ownedByNth, refusedEvents } from '../../policy/nth-sets.js';
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { entry } from '../../value/read.js';
import type { CompileContext } from '../context.js';
import { nthImdsValues } from '../parts/nth-imds.js';
import { nthQueueParts, releaseName, setName } from '../parts/nth-queue.js';
import { nthValues } from '../parts/nth-values.js';
import { type Attributes, block } from '../plan.js';
import { mergeExpressions } from '../values.js';
import { encoded } from './karpenter.js';
import { oidcProviderArn } from './root.js';

export interface NthOutput {
  readonly inputs: Attributes;
  /** Values of charts, by the name of the local that holds them. */
  readonly locals: Attributes;
  readonly beside: readonly SourceBlock[];
}

/** The module creates its hooks with this timeout (aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf). */
const MODULE_HOOK_TIMEOUT = 300;

export function compileNth(context: CompileContext): NthOutput {
  const { intent, facts } = context;
  const sets = nthSets(intent, facts.reactions);
  const [only] = sets;
  if (only === undefined) return { inputs: {}, locals: {}, beside: [] };
  if (moduleCan(context, sets))
    return {
      inputs: moduleInputs(context, only),
      locals: { [valuesName(only)]: nthValues(context, only) },
      beside: [],
    };
  const made = sets.map((set) => besideCall(context, set));
  return {
    inputs: {},
    locals: Object.assign({}, ...made.map(({ locals }) => locals)),
    beside: made.flatMap(({ beside }) => beside),
  };
}

const valuesName = (set: NthSet): string => `${setName(set)}_values`;

/**
 * Whether the module's one installation gives NTH exactly these events: it is
 * in queue mode, is wired to Auto Scaling groups alone, and gets every event.
 */
function moduleCan({ intent, facts }: CompileContext, sets: readonly NthSet[]): boolean {
  const [only, second] = sets;
  if (only === undefined || second !== undefined || intent.nth.mode.value === 'imds') return false;
  return only.pools.every((pool) => {
    const owned = ownedByNth(intent, facts.reactions, pool);
    const timeout = numberAt(intent.drain, 'pools', pool.name.value, 'lifecycleHookTimeout');
    return (
      pool.kind === 'SelfManagedNodeGroup' &&
      refusedEvents(intent, facts.reactions, pool, owned).length === 0 &&
      (timeout === undefined || timeout.value === MODULE_HOOK_TIMEOUT)
    );
  });
}

function moduleInputs(context: CompileContext, set: NthSet): Attributes {
  const { intent, facts, bind } = context;
  const { nth } = intent;
  const at = nth.from.at;
  return {
    enable_aws_node_termination_handler: make.literal(true, at),
    // In the policy's order: the module keys its hooks by place, so new groups are appended.
    aws_node_termination_handler_asg_arns: make.list(
      set.pools.flatMap(({ autoScalingGroup }) =>
        autoScalingGroup === undefined ? [] : [bind.given(autoScalingGroup)],
      ),
      at,
    ),
    aws_node_termination_handler: make.object(
      [
        ['chart_version', make.literal(nth.chart.value, nth.chart.from.at)],
        ['repository', make.literal(facts.nth.chartRepository(nth.chart.value), nth.chart.from.at)],
        ['namespace', make.literal(nth.namespace.value, nth.namespace.from.at)],
        ['values', make.list([encoded(valuesName(set), at)], at)],
        ['wait', make.literal(true, at)],
        ...heartbeatStatements(context, set, at),
      ],
      at,
    ),
  };
}

/** Heartbeats call two actions that neither NTH's README nor the module grants (facts: nth). */
function heartbeatStatements(
  { intent, bind }: CompileContext,
  set: NthSet,
  at: Span,
): [string, Expression][] {
  if (entry(intent.drain, 'nth', 'heartbeat') === undefined) return [];
  const groups = set.pools.flatMap(({ autoScalingGroup }) =>
    autoScalingGroup === undefined ? [] : [bind.given(autoScalingGroup)],
  );
  const record = make.object(
    [
      ['sid', make.literal('Heartbeat', at)],
      ['actions', make.fromData(['autoscaling:RecordLifecycleActionHeartbeat'], at)],
      ['resources', make.list(groups, at)],
    ],
    at,
  );
  const describe = make.fromData(
    { sid: 'Hooks', actions: ['autoscaling:DescribeLifecycleHooks'], resources: ['*'] },
    at,
  );
  return [['policy_statements', make.list([record, describe], at)]];
}

function besideCall(
  context: CompileContext,
  set: NthSet,
): { readonly locals: Attributes; readonly beside: readonly SourceBlock[] } {
  const { intent, at } = context;
  const common = nthValues(context, set);
  if (intent.nth.mode.value === 'imds') {
    const values = make.fromData(nthImdsValues(context, set), at);
    return {
      locals: { [valuesName(set)]: mergeExpressions(common, values, at) },
      beside: [release(context, set, [])],
    };
  }
  const parts = nthQueueParts(context, set, oidcProviderArn(context));
  return {
    locals: { [valuesName(set)]: mergeExpressions(common, parts.values, at) },
    beside: [
      ...parts.blocks,
      // Pods that start before their role may read the queue give up after four errors.
      release(context, set, [`aws_iam_role_policy.${setName(set)}`]),
    ],
  };
}

function release(
  { intent, facts, at }: CompileContext,
  set: NthSet,
  after: readonly string[],
): SourceBlock {
  const { nth } = intent;
  return block(
    'resource',
    ['helm_release', setName(set)],
    {
      name: make.literal(releaseName(set), at),
      repository: make.literal(facts.nth.chartRepository(nth.chart.value), nth.chart.from.at),
      chart: make.literal('aws-node-termination-handler', at),
      version: make.literal(nth.chart.value, nth.chart.from.at),
      namespace: make.literal(nth.namespace.value, nth.namespace.from.at),
      create_namespace: make.literal(true, at),
      wait: make.literal(true, at),
      values: make.list([encoded(valuesName(set), at)], at),
      depends_on:
        after.length === 0
          ? undefined
          : make.list(
              after.map((address) => make.reference(address, at)),
              at,
            ),
    },
    at,
  );
}
