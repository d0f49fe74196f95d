/** NTH in queue mode made of plain resources: its queue, one rule for each event it owns, its role, hooks and release. */
import { numberAt } from '../../policy/fields.js';
import type { NthSet } from '../../policy/nth-sets.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { entry } from '../../value/read.js';
import type { CompileContext } from '../context.js';
import { groupArn, groupArns } from '../hints.js';
import { groupName, QUEUE_PREFIX, safeName } from '../names.js';
import { block } from '../plan.js';
import { eventQueue, queueName } from './event-queue.js';
import { allow, rolePolicy } from './iam.js';
import { podIdentity } from './identity.js';

export interface QueueParts {
  readonly blocks: readonly SourceBlock[];
  /** Values that only this way of installing needs: where the queue is, which role the pods have. */
  readonly values: Expression;
  /** What must be there before the pods start. */
  readonly before: readonly string[];
}

/** Seconds that a hook waits where the policy does not say. */
const HOOK_TIMEOUT = 300;

/** `nth`, or `nth_spot_scheduled` for one of several sets. */
export const setName = ({ slug }: NthSet): string =>
  slug === '' ? 'nth' : `nth_${slug.replaceAll('-', '_')}`;

export const releaseName = ({ slug }: NthSet): string =>
  `aws-node-termination-handler${slug === '' ? '' : `-${slug}`}`;

export function nthQueueParts(context: CompileContext, set: NthSet): QueueParts {
  const { intent, at } = context;
  const name = setName(set);
  const suffix = set.slug === '' ? '' : `-${set.slug}`;
  const queue = {
    name,
    queueName: queueName(context, QUEUE_PREFIX.nth, suffix),
    listener: releaseName(set),
    prefix: QUEUE_PREFIX.nth,
    events: set.events,
  };
  const identity = podIdentity(context, {
    name,
    namespace: intent.nth.namespace.value,
    serviceAccount: releaseName(set),
  });
  return {
    blocks: [
      ...eventQueue(queue, at),
      ...identity.blocks,
      rolePolicy(name, statements(context, set), at),
      ...hooks(context, set),
    ],
    values: make.object(
      [
        ['enableSqsTerminationDraining', make.literal(true, at)],
        ['awsRegion', make.literal(intent.cluster.region.value, at)],
        ['queueURL', make.reference(`aws_sqs_queue.${name}.url`, at)],
        ['serviceAccount', identity.values],
      ],
      at,
    ),
    // Pods that start before their role may read the queue give up after four errors.
    before: [`aws_iam_role_policy.${name}`, ...identity.before],
  };
}

function statements(context: CompileContext, set: NthSet): readonly Expression[] {
  const { intent, facts, at } = context;
  const arns = hookedGroups(context, set);
  const heartbeats = entry(intent.drain, 'nth', 'heartbeat') !== undefined;
  const called = facts.nth.nthIamActions(intent.nth.chart.value, { heartbeats });
  const describe = allow(
    {
      sid: 'Describe',
      actions: [
        'ec2:DescribeInstances',
        // Up to 0.18.5 it asks the group for its tags; with heartbeats, for its hooks.
        ...called.filter((action) => action.startsWith('autoscaling:Describe')),
      ],
      resources: make.literal('*', at),
    },
    at,
  );
  const poll = allow(
    {
      sid: 'Poll',
      actions: ['sqs:DeleteMessage', 'sqs:ReceiveMessage'],
      resources: make.reference(`aws_sqs_queue.${setName(set)}.arn`, at),
    },
    at,
  );
  // A statement without resources is refused by IAM, so there is none without groups.
  if (arns.length === 0) return [describe, poll];
  const complete = allow(
    {
      sid: 'Complete',
      actions: [
        'autoscaling:CompleteLifecycleAction',
        ...(heartbeats ? ['autoscaling:RecordLifecycleActionHeartbeat'] : []),
      ],
      resources: make.list(arns, at),
    },
    at,
  );
  return [describe, poll, complete];
}

const hookedGroups = (context: CompileContext, set: NthSet): readonly Expression[] =>
  set.events.includes('asg-termination') ? groupArns(context, set) : [];

const hookName = ({ name }: NthSet['pools'][number]): string => `nth_${safeName(name.value)}`;

/** One hook for each group, by the pool's name: reordering pools moves nothing. */
export function hooks(context: CompileContext, set: NthSet): readonly SourceBlock[] {
  const { intent } = context;
  if (!set.events.includes('asg-termination')) return [];
  return set.pools.flatMap((pool) => {
    const arn = groupArn(context, pool);
    if (arn === undefined) return [];
    const at = pool.name.from.at;
    const timeout = numberAt(intent.drain, 'pools', pool.name.value, 'lifecycleHookTimeout');
    return [
      block(
        'resource',
        ['aws_autoscaling_lifecycle_hook', hookName(pool)],
        {
          name: make.literal('interlock-nth', at),
          autoscaling_group_name: groupName(arn, at),
          lifecycle_transition: make.literal('autoscaling:EC2_INSTANCE_TERMINATING', at),
          default_result: make.literal('CONTINUE', at),
          heartbeat_timeout: make.literal(timeout?.value ?? HOOK_TIMEOUT, timeout?.from.at ?? at),
        },
        at,
      ),
    ];
  });
}
