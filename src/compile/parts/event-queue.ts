/** A queue for one installation, with one rule for each event that it owns: nothing else can reach it. */
import type { EventKind } from '../../facts/reactions.js';
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { block } from '../plan.js';
import { policyDocument } from './iam.js';
import { PATTERNS } from './patterns.js';

export interface EventQueue {
  /** Name of the resources: `karpenter`, `nth`, `nth_spot`. */
  readonly name: string;
  readonly queueName: Expression;
  /** Who listens, for the descriptions of the rules. */
  readonly listener: string;
  /** Prefix of rules and targets: `interlock-nth`. */
  readonly prefix: string;
  readonly events: readonly EventKind[];
}

/** SQS takes 80 characters; the part that Terraform fills in later is its own affair. */
const LONGEST_NAME = 80;

/** `interlock-nth-<cluster>-spot`; a finding where the cluster's name makes it too long. */
export function queueName(
  { clusterName, intent, findings }: CompileContext,
  prefix: string,
  suffix = '',
): Expression {
  const { from } = intent.cluster.name;
  const written = clusterName.kind === 'literal' ? String(clusterName.value) : '';
  if (`${prefix}-${written}${suffix}`.length > LONGEST_NAME)
    findings.push({
      rule: 'invalid-policy',
      severity: 'error',
      message: `the queue "${prefix}-${written}${suffix}" is longer than the ${LONGEST_NAME} characters that SQS allows`,
      at: from.at,
      help: `use a cluster name of at most ${LONGEST_NAME - prefix.length - 1 - suffix.length} characters`,
    });
  return make.template([`${prefix}-`, clusterName, suffix], from.at);
}

export const eventQueue = (spec: EventQueue, at: Span): readonly SourceBlock[] => [
  queue(spec, at),
  queuePolicy(spec, at),
  ...spec.events.flatMap((event) =>
    eventRule(
      { ...spec, event, queueArn: make.reference(`aws_sqs_queue.${spec.name}.arn`, at) },
      at,
    ),
  ),
];

const resource = (type: string, name: string, attributes: Parameters<typeof block>[2], at: Span) =>
  block('resource', [type, name], attributes, at);

const queue = ({ name, queueName }: EventQueue, at: Span): SourceBlock =>
  resource(
    'aws_sqs_queue',
    name,
    {
      name: queueName,
      // A message that is older than the incident only drains what is gone.
      message_retention_seconds: make.literal(300, at),
      sqs_managed_sse_enabled: make.literal(true, at),
    },
    at,
  );

export const ruleName = (name: string, event: EventKind): string =>
  `${name}_${event.replaceAll('-', '_')}`;

function queuePolicy({ name, events }: EventQueue, at: Span): SourceBlock {
  const arn = make.reference(`aws_sqs_queue.${name}.arn`, at);
  const rules = events.map((event) =>
    make.reference(`aws_cloudwatch_event_rule.${ruleName(name, event)}.arn`, at),
  );
  const statements = [
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
  ];
  return resource(
    'aws_sqs_queue_policy',
    name,
    {
      queue_url: make.reference(`aws_sqs_queue.${name}.url`, at),
      policy: policyDocument(statements, at),
    },
    at,
  );
}

export interface EventRule extends Pick<EventQueue, 'name' | 'listener' | 'prefix'> {
  readonly event: EventKind;
  readonly queueArn: Expression;
}

/** One rule and its one target; nothing for an event that no rule can send. */
export function eventRule(
  { name, listener, prefix, event, queueArn }: EventRule,
  at: Span,
): readonly SourceBlock[] {
  const pattern = PATTERNS[event];
  if (pattern === undefined) return [];
  const rule = ruleName(name, event);
  return [
    resource(
      'aws_cloudwatch_event_rule',
      rule,
      {
        name_prefix: make.literal(`${prefix}-`, at),
        description: make.literal(`${event} to ${listener}`, at),
        event_pattern: make.call('jsonencode', [make.fromData(pattern, at)], at),
      },
      at,
    ),
    resource(
      'aws_cloudwatch_event_target',
      rule,
      {
        rule: make.reference(`aws_cloudwatch_event_rule.${rule}.name`, at),
        target_id: make.literal(prefix, at),
        arn: queueArn,
      },
      at,
    ),
  ];
}
