/** NTH for target `addons`: through the module's inputs where they can say it, else of plain resources beside the call. */
import { numberAt } from '../../policy/fields.js';
import { type NthSet, nthSets, ownedByNth, refusedEvents } from '../../policy/nth-sets.js';
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { entry } from '../../value/read.js';
import type { CompileContext } from '../context.js';
import { groupArns } from '../hints.js';
import { encoded } from '../karpenter.js';
import { groupTagsOutput } from '../parts/group-tags.js';
import { nthInstallations, valuesName } from '../parts/nth.js';
import { nthValues } from '../parts/nth-values.js';
import type { Attributes } from '../plan.js';

export interface NthOutput {
  readonly inputs: Attributes;
  /** Values of charts, by the name of the local that holds them. */
  readonly locals: Attributes;
  readonly beside: readonly SourceBlock[];
  /** The output that names the tags of node groups. */
  readonly tags: readonly SourceBlock[];
}

/** The module creates its hooks with this timeout (aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf). */
const MODULE_HOOK_TIMEOUT = 300;

export function compileNth(context: CompileContext): NthOutput {
  const { intent, facts } = context;
  const sets = nthSets(intent, facts.reactions);
  const [only] = sets;
  if (only === undefined) return { inputs: {}, locals: {}, beside: [], tags: [] };
  if (moduleCan(context, sets))
    return {
      inputs: moduleInputs(context, only),
      locals: { [valuesName(only)]: nthValues(context, only) },
      beside: [],
      tags: groupTagsOutput(context, sets),
    };
  const { locals, blocks } = nthInstallations(context, sets);
  const isTags = ({ type }: SourceBlock): boolean => type === 'output';
  return {
    inputs: {},
    locals,
    beside: blocks.filter((one) => !isTags(one)),
    tags: blocks.filter(isTags),
  };
}

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
  const { intent, facts } = context;
  const { nth } = intent;
  const at = nth.from.at;
  return {
    enable_aws_node_termination_handler: make.literal(true, at),
    // In the policy's order: the module keys its hooks by place, so new groups are appended.
    aws_node_termination_handler_asg_arns: make.list(groupArns(context, set), at),
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
  context: CompileContext,
  set: NthSet,
  at: Span,
): [string, Expression][] {
  if (entry(context.intent.drain, 'nth', 'heartbeat') === undefined) return [];
  const record = make.object(
    [
      ['sid', make.literal('Heartbeat', at)],
      ['actions', make.fromData(['autoscaling:RecordLifecycleActionHeartbeat'], at)],
      ['resources', make.list(groupArns(context, set), at)],
    ],
    at,
  );
  const describe = make.fromData(
    { sid: 'Hooks', actions: ['autoscaling:DescribeLifecycleHooks'], resources: ['*'] },
    at,
  );
  return [['policy_statements', make.list([record, describe], at)]];
}
