/** The run that asserts the wiring: rule to queue, queue to handler, handler to the nodes it may touch. */
import type { EventKind } from '../../facts/reactions.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { entry } from '../../value/read.js';
import type { CompileContext } from '../context.js';
import { type InstallationParts, installationParts } from '../installations.js';
import { hasKarpenter } from '../karpenter.js';
import { ruleName } from '../parts/event-queue.js';
import { PATTERNS } from '../parts/patterns.js';
import { block } from '../plan.js';
import { CLUSTER_DATA } from '../root.js';

/** One assertion: both sides are equal. */
type Assertion = readonly [left: Expression, right: Expression, message: string];

export function wiring(context: CompileContext): SourceBlock {
  const { at } = context;
  const assertions = [
    ...installationParts(context).flatMap((parts) => [
      ...parts.events.flatMap((event) => ruleAssertions(context, parts, event)),
      ...(parts.queued ? queueAssertions(context, parts) : []),
      ...(parts.identified ? identityAssertions(context, parts) : []),
    ]),
    ...nodeAssertions(context),
  ];
  return {
    ...block('run', ['every_event_reaches_the_queue_of_its_owner'], {}, at),
    body: {
      attributes: [{ name: 'command', key: at, value: make.reference('apply', at) }],
      blocks: assertions.map(([left, right, message]) =>
        block(
          'assert',
          [],
          {
            condition: { kind: 'binary', operator: '==', left, right, at },
            error_message: make.literal(message, at),
          },
          at,
        ),
      ),
    },
  };
}

const decoded = (value: Expression): Expression => make.call('jsondecode', [value], value.at);

/** The pattern is the owner's event alone, and the one target is the owner's queue. */
function ruleAssertions(
  { at }: CompileContext,
  { name, release }: InstallationParts,
  event: EventKind,
): readonly Assertion[] {
  const rule = ruleName(name, event);
  const ref = (text: string) => make.reference(text, at);
  const pattern = make.call('jsonencode', [make.fromData(PATTERNS[event], at)], at);
  return [
    [
      decoded(ref(`aws_cloudwatch_event_rule.${rule}.event_pattern`)),
      decoded(pattern),
      `The rule ${rule} must match ${event} and nothing else.`,
    ],
    [
      ref(`aws_cloudwatch_event_target.${rule}.rule`),
      ref(`aws_cloudwatch_event_rule.${rule}.name`),
      `The target ${rule} must be that of its rule.`,
    ],
    [
      ref(`aws_cloudwatch_event_target.${rule}.arn`),
      ref(`aws_sqs_queue.${name}.arn`),
      `The owner of ${event} is ${release}: its queue must get the event.`,
    ],
  ];
}

/** The queue lets its own rules send, and nobody else; the handler reads that queue. */
function queueAssertions(
  { at, intent, facts }: CompileContext,
  { handler, name, release, events, managedTag }: InstallationParts,
): readonly Assertion[] {
  const ref = (text: string) => make.reference(text, at);
  const statement = make.index(
    make.attribute(decoded(ref(`aws_sqs_queue_policy.${name}.policy`)), 'Statement', at),
    0,
    at,
  );
  const sources = make.index(
    make.attribute(make.attribute(statement, 'Condition', at), 'ArnEquals', at),
    'aws:SourceArn',
    at,
  );
  const rules = make.list(
    events.map((event) => ref(`aws_cloudwatch_event_rule.${ruleName(name, event)}.arn`)),
    at,
  );
  const sends: Assertion = [
    make.call('toset', [sources], at),
    make.call('toset', [rules], at),
    `The rules of ${release}, and no others, may send to its queue.`,
  ];
  const values = valuesOf(name, at);
  if (handler === 'karpenter')
    return [
      sends,
      [
        make.attribute(make.attribute(values, 'settings', at), 'interruptionQueue', at),
        ref(`aws_sqs_queue.${name}.name`),
        'Karpenter must read its own queue.',
      ],
    ];
  const { check, tag } = facts.reactions.tagCheckOf(intent.nth.chart.value);
  return [
    sends,
    [
      make.attribute(values, 'queueURL', at),
      ref(`aws_sqs_queue.${name}.url`),
      `${release} must read its own queue.`,
    ],
    [
      make.attribute(values, check, at),
      make.literal(true, at),
      `${release} must leave nodes alone that it does not manage.`,
    ],
    [
      make.attribute(values, tag, at),
      make.literal(managedTag ?? '', at),
      `${release} must know its nodes by its own tag.`,
    ],
  ];
}

const valuesOf = (release: string, at: Expression['at']): Expression =>
  decoded(make.index(make.reference(`helm_release.${release}.values`, at), 0, at));

/** The pods take their own role, and nobody else can. */
const identityAssertions = (
  context: CompileContext,
  parts: InstallationParts,
): readonly Assertion[] =>
  context.intent.identity.value === 'irsa'
    ? annotationAssertions(context, parts)
    : associationAssertions(context, parts);

function annotationAssertions(
  { at }: CompileContext,
  { name, release, namespace, serviceAccount }: InstallationParts,
): readonly Assertion[] {
  const annotations = make.attribute(
    make.attribute(valuesOf(name, at), 'serviceAccount', at),
    'annotations',
    at,
  );
  const subject = `"system:serviceaccount:${namespace}:${serviceAccount}"`;
  return [
    [
      make.index(annotations, 'eks.amazonaws.com/role-arn', at),
      make.reference(`aws_iam_role.${name}.arn`, at),
      `The pods of ${release} must take its role.`,
    ],
    [
      make.call(
        'strcontains',
        [make.reference(`aws_iam_role.${name}.assume_role_policy`, at), make.literal(subject, at)],
        at,
      ),
      make.literal(true, at),
      `The role of ${release} must trust its service account.`,
    ],
  ];
}

function associationAssertions(
  { at }: CompileContext,
  { name, release, namespace, serviceAccount }: InstallationParts,
): readonly Assertion[] {
  const ref = (text: string) => make.reference(text, at);
  const association = `aws_eks_pod_identity_association.${name}`;
  const statement = make.index(
    make.attribute(decoded(ref(`aws_iam_role.${name}.assume_role_policy`)), 'Statement', at),
    0,
    at,
  );
  const tested = make.attribute(make.attribute(statement, 'Condition', at), 'StringEquals', at);
  return [
    [
      ref(`${association}.role_arn`),
      ref(`aws_iam_role.${name}.arn`),
      `The pods of ${release} must take its role.`,
    ],
    [
      make.list([ref(`${association}.namespace`), ref(`${association}.service_account`)], at),
      make.fromData([namespace, serviceAccount], at),
      `The role of ${release} must go to its service account.`,
    ],
    [
      make.index(tested, 'aws:RequestTag/kubernetes-service-account', at),
      make.literal(serviceAccount, at),
      `The role of ${release} must trust its service account.`,
    ],
    [
      make.index(tested, 'aws:RequestTag/eks-cluster-arn', at),
      ref(`${CLUSTER_DATA}.arn`),
      `The role of ${release} must trust this cluster alone.`,
    ],
  ];
}

/** Nodes have the role that the cluster admits. */
function nodeAssertions(context: CompileContext): readonly Assertion[] {
  if (!hasKarpenter(context)) return [];
  const { at, intent } = context;
  const own = intent.nodeClasses.filter(
    ({ spec }) => entry(spec, 'role') === undefined && entry(spec, 'instanceProfile') === undefined,
  );
  const objects = make.attribute(valuesOf('interlock_nodepools', at), 'objects', at);
  const role = make.reference('aws_iam_role.karpenter_node', at);
  const made = own.map(
    (nodeClass): Assertion => [
      make.attribute(
        make.attribute(make.index(objects, intent.nodeClasses.indexOf(nodeClass), at), 'spec', at),
        'role',
        at,
      ),
      make.attribute(role, 'name', at),
      `The nodes of the class ${nodeClass.name.value} must have the role that is made for them.`,
    ],
  );
  if (!intent.cluster.authenticationMode.value.startsWith('API')) return made;
  return [
    ...made,
    [
      make.reference('aws_eks_access_entry.karpenter_node.principal_arn', at),
      make.attribute(role, 'arn', at),
      'The cluster must admit the role of the nodes.',
    ],
  ];
}
