/** NTH in queue mode made of plain resources: its queue, one rule for each event it owns, its role, hooks and release. */
import type { EventKind } from '../../facts/reactions.js';
import { numberAt } from '../../policy/fields.js';
import type { NthSet } from '../../policy/nth-sets.js';
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { entry } from '../../value/read.js';
import type { CompileContext } from '../context.js';
import { block } from '../plan.js';
import { PATTERNS } from './patterns.js';

export interface QueueParts {
  readonly blocks: readonly SourceBlock[];
  /** Values that only this way of installing needs: where the queue is, which role the pods have. */
  readonly values: Expression;
}

/** Seconds that a hook waits where the policy does not say. */
const HOOK_TIMEOUT = 300;

/** `nth`, or `nth_spot_scheduled` for one of several sets. */
export const setName = ({ slug }: NthSet): string =>
  slug === '' ? 'nth' : `nth_${slug.replaceAll('-', '_')}`;

export const releaseName = ({ slug }: NthSet): string =>
  `aws-node-termination-handler${slug === '' ? '' : `-${slug}`}`;

export function nthQueueParts(
  context: CompileContext,
  set: NthSet,
  oidcProviderArn: Expression,
): QueueParts {
  const { intent, at } = context;
  const name = setName(set);
  return {
    blocks: [
      queue(context, set),
      queuePolicy(set, at),
      ...set.events.flatMap((event) => rule(set, event, at)),
      role(context, set, oidcProviderArn),
      rolePolicy(context, set),
      ...hooks(context, set),
    ],
    values: make.object(
      [
        ['enableSqsTerminationDraining', make.literal(true, at)],
        ['awsRegion', make.literal(intent.cluster.region.value, at)],
        ['queueURL', make.reference(`aws_sqs_queue.${name}.url`, at)],
        [
          'serviceAccount',
          make.object(
            [
              ['name', make.literal(releaseName(set), at)],
              [
                'annotations',
                make.object(
                  [['eks.amazonaws.com/role-arn', make.reference(`aws_iam_role.${name}.arn`, at)]],
                  at,
                ),
              ],
            ],
            at,
          ),
        ],
      ],
      at,
    ),
  };
}

const resource = (type: string, name: string, attributes: Parameters<typeof block>[2], at: Span) =>
  block('resource', [type, name], attributes, at);

function queue({ clusterName, at }: CompileContext, set: NthSet): SourceBlock {
  const suffix = set.slug === '' ? '' : `-${set.slug}`;
  return resource(
    'aws_sqs_queue',
    setName(set),
    {
      name: make.template(['interlock-nth-', clusterName, suffix], at),
      // A message that is older than the incident only drains what is gone.
      message_retention_seconds: make.literal(300, at),
      sqs_managed_sse_enabled: make.literal(true, at),
    },
    at,
  );
}

const ruleName = (set: NthSet, event: EventKind): string =>
  `${setName(set)}_${event.replaceAll('-', '_')}`;

function queuePolicy(set: NthSet, at: Span): SourceBlock {
  const name = setName(set);
  const arn = make.reference(`aws_sqs_queue.${name}.arn`, at);
  const rules = set.events.map((event) =>
    make.reference(`aws_cloudwatch_event_rule.${ruleName(set, event)}.arn`, at),
  );
  const statements = make.list(
    [
      make.object(
        [
          ['Sid', make.literal('SendEvents', at)],
          ['Effect', make.literal('Allow', at)],
          ['Principal', make.fromData({ Service: 'events.amazonaws.com' }, at)],
          ['Action', make.literal('sqs:SendMessage', at)],
          ['Resource', arn],
          [
            'Condition',
            make.object(
              [['ArnEquals', make.object([['aws:SourceArn', make.list(rules, at)]], at)]],
              at,
            ),
          ],
        ],
        at,
      ),
      make.object(
        [
          ['Sid', make.literal('TlsOnly', at)],
          ['Effect', make.literal('Deny', at)],
          ['Principal', make.literal('*', at)],
          ['Action', make.literal('sqs:*', at)],
          ['Resource', arn],
          ['Condition', make.fromData({ Bool: { 'aws:SecureTransport': 'false' } }, at)],
        ],
        at,
      ),
    ],
    at,
  );
  return resource(
    'aws_sqs_queue_policy',
    name,
    { queue_url: make.reference(`aws_sqs_queue.${name}.url`, at), policy: policy(statements, at) },
    at,
  );
}

const policy = (statements: Expression, at: Span): Expression =>
  make.call(
    'jsonencode',
    [
      make.object(
        [
          ['Version', make.literal('2012-10-17', at)],
          ['Statement', statements],
        ],
        at,
      ),
    ],
    at,
  );

function rule(set: NthSet, event: EventKind, at: Span): readonly SourceBlock[] {
  const name = ruleName(set, event);
  return [
    resource(
      'aws_cloudwatch_event_rule',
      name,
      {
        name_prefix: make.literal('interlock-nth-', at),
        description: make.literal(`${event} to ${releaseName(set)}`, at),
        event_pattern: make.call('jsonencode', [make.fromData(PATTERNS[event] ?? {}, at)], at),
      },
      at,
    ),
    resource(
      'aws_cloudwatch_event_target',
      name,
      {
        rule: make.reference(`aws_cloudwatch_event_rule.${name}.name`, at),
        target_id: make.literal('interlock-nth', at),
        arn: make.reference(`aws_sqs_queue.${setName(set)}.arn`, at),
      },
      at,
    ),
  ];
}

/** The pods' role: only this service account of this cluster may take it. */
function role(
  { intent, at }: CompileContext,
  set: NthSet,
  oidcProviderArn: Expression,
): SourceBlock {
  const issuer = make.call(
    'replace',
    [oidcProviderArn, make.literal('/^.*oidc-provider\\//', at), make.literal('', at)],
    at,
  );
  const subject = `system:serviceaccount:${intent.nth.namespace.value}:${releaseName(set)}`;
  const condition: Expression = {
    kind: 'object',
    entries: [
      { key: make.template([issuer, ':sub'], at), value: make.literal(subject, at) },
      { key: make.template([issuer, ':aud'], at), value: make.literal('sts.amazonaws.com', at) },
    ],
    at,
  };
  const statement = make.object(
    [
      ['Effect', make.literal('Allow', at)],
      ['Action', make.literal('sts:AssumeRoleWithWebIdentity', at)],
      ['Principal', make.object([['Federated', oidcProviderArn]], at)],
      ['Condition', make.object([['StringEquals', condition]], at)],
    ],
    at,
  );
  return resource(
    'aws_iam_role',
    setName(set),
    {
      name_prefix: make.literal('interlock-nth-', at),
      assume_role_policy: policy(make.list([statement], at), at),
    },
    at,
  );
}

function rolePolicy(context: CompileContext, set: NthSet): SourceBlock {
  const { intent, at } = context;
  const name = setName(set);
  const arns = groupArns(context, set);
  const heartbeats = entry(intent.drain, 'nth', 'heartbeat') !== undefined;
  const allow = (actions: readonly string[], resources: Expression): Expression =>
    make.object(
      [
        ['Effect', make.literal('Allow', at)],
        ['Action', make.fromData(actions, at)],
        ['Resource', resources],
      ],
      at,
    );
  const everything = make.literal('*', at);
  const statements = [
    allow(
      ['ec2:DescribeInstances', ...(heartbeats ? ['autoscaling:DescribeLifecycleHooks'] : [])],
      everything,
    ),
    allow(
      ['sqs:DeleteMessage', 'sqs:ReceiveMessage'],
      make.reference(`aws_sqs_queue.${name}.arn`, at),
    ),
    // A statement without resources is refused by IAM, so there is none without groups.
    ...(arns.length === 0
      ? []
      : [
          allow(
            [
              'autoscaling:CompleteLifecycleAction',
              ...(heartbeats ? ['autoscaling:RecordLifecycleActionHeartbeat'] : []),
            ],
            make.list(arns, at),
          ),
        ]),
  ];
  return resource(
    'aws_iam_role_policy',
    name,
    {
      name: make.literal('node-termination', at),
      role: make.reference(`aws_iam_role.${name}.name`, at),
      policy: policy(make.list(statements, at), at),
    },
    at,
  );
}

const groupArns = ({ bind }: CompileContext, set: NthSet): readonly Expression[] =>
  set.events.includes('asg-termination')
    ? set.pools.flatMap(({ autoScalingGroup }) =>
        autoScalingGroup === undefined ? [] : [bind.given(autoScalingGroup)],
      )
    : [];

/** One hook for each group, by the pool's name: reordering pools moves nothing. */
function hooks(context: CompileContext, set: NthSet): readonly SourceBlock[] {
  const { intent, bind } = context;
  if (!set.events.includes('asg-termination')) return [];
  return set.pools.flatMap((pool) => {
    if (pool.autoScalingGroup === undefined) return [];
    const at = pool.name.from.at;
    const timeout = numberAt(intent.drain, 'pools', pool.name.value, 'lifecycleHookTimeout');
    return [
      resource(
        'aws_autoscaling_lifecycle_hook',
        `nth_${pool.name.value.replace(/[^A-Za-z0-9_-]/g, '')}`,
        {
          name: make.literal('interlock-nth', at),
          autoscaling_group_name: make.call(
            'replace',
            [
              bind.given(pool.autoScalingGroup),
              make.literal('/^.*:autoScalingGroupName\\//', at),
              make.literal('', at),
            ],
            at,
          ),
          lifecycle_transition: make.literal('autoscaling:EC2_INSTANCE_TERMINATING', at),
          default_result: make.literal('CONTINUE', at),
          heartbeat_timeout: make.literal(timeout?.value ?? HOOK_TIMEOUT, timeout?.from.at ?? at),
        },
        at,
      ),
    ];
  });
}
