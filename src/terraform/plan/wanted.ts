/**
 * What attributes refer to. A plan lists what an expression mentions but not
 * what it takes of it, and mentions of locals and of `each.value` hide even
 * that: what an attribute is for tells the rest.
 */

export interface Wanted {
  readonly type: string;
  readonly attribute: string;
}

const wanted = (type: string, attribute: string): Wanted => ({ type, attribute });

const QUEUE_ARN = wanted('aws_sqs_queue', 'arn');
const DOCUMENT = wanted('data.aws_iam_policy_document', 'json');
const ROLE_NAME = wanted('aws_iam_role', 'name');
const ROLE_ARN = wanted('aws_iam_role', 'arn');
const GROUP_NAME = wanted('aws_autoscaling_group', 'name');
const TEMPLATE_ID = wanted('aws_launch_template', 'id');
const CLUSTER_NAME = wanted('aws_eks_cluster', 'name');

/** By type and path of the attribute, without positions. */
const ATTRIBUTES: ReadonlyMap<string, Wanted> = new Map([
  ['aws_cloudwatch_event_target.arn', QUEUE_ARN],
  ['aws_cloudwatch_event_target.rule', wanted('aws_cloudwatch_event_rule', 'name')],
  ['aws_sqs_queue_policy.queue_url', wanted('aws_sqs_queue', 'url')],
  ['aws_sqs_queue_policy.policy', DOCUMENT],
  ['aws_sqs_queue.policy', DOCUMENT],
  ['aws_sqs_queue.kms_master_key_id', wanted('aws_kms_key', 'arn')],
  ['aws_kms_key.policy', DOCUMENT],
  ['aws_iam_role.assume_role_policy', DOCUMENT],
  ['aws_iam_role_policy.role', ROLE_NAME],
  ['aws_iam_role_policy.policy', DOCUMENT],
  ['aws_iam_policy.policy', DOCUMENT],
  ['aws_iam_role_policy_attachment.role', ROLE_NAME],
  ['aws_iam_role_policy_attachment.policy_arn', wanted('aws_iam_policy', 'arn')],
  ['aws_iam_instance_profile.role', ROLE_NAME],
  ['data.aws_iam_policy_document.source_policy_documents', DOCUMENT],
  ['data.aws_iam_policy_document.override_policy_documents', DOCUMENT],
  ['aws_autoscaling_lifecycle_hook.autoscaling_group_name', GROUP_NAME],
  ['aws_autoscaling_group_tag.autoscaling_group_name', GROUP_NAME],
  ['aws_autoscaling_group.launch_template.id', TEMPLATE_ID],
  [
    'aws_autoscaling_group.mixed_instances_policy.launch_template.launch_template_specification.launch_template_id',
    TEMPLATE_ID,
  ],
  ['aws_autoscaling_group.launch_configuration', wanted('aws_launch_configuration', 'name')],
  ['aws_eks_node_group.launch_template.id', TEMPLATE_ID],
  ['aws_eks_node_group.cluster_name', CLUSTER_NAME],
  ['aws_eks_node_group.node_role_arn', ROLE_ARN],
  ['aws_eks_fargate_profile.cluster_name', CLUSTER_NAME],
  ['aws_eks_access_entry.cluster_name', CLUSTER_NAME],
  ['aws_eks_access_entry.principal_arn', ROLE_ARN],
  ['aws_eks_pod_identity_association.cluster_name', CLUSTER_NAME],
  ['aws_eks_pod_identity_association.role_arn', ROLE_ARN],
]);

/** Settings of a Helm release, by how their names end. */
const SETTINGS: readonly (readonly [RegExp, Wanted])[] = [
  [/(?:^|\.)queueURL$/, wanted('aws_sqs_queue', 'url')],
  [/(?:^|\.)interruptionQueue(?:Name)?$/, wanted('aws_sqs_queue', 'name')],
  [/role-arn$/, ROLE_ARN],
  [/(?:^|\.)clusterName$/, CLUSTER_NAME],
  [/(?:^|\.)clusterEndpoint$/, wanted('aws_eks_cluster', 'endpoint')],
];

export const wantedBy = (type: string, path: readonly (string | number)[]): Wanted | undefined =>
  ATTRIBUTES.get([type, ...path.filter((step) => typeof step === 'string')].join('.'));

export const wantedBySetting = (name: string): Wanted | undefined =>
  SETTINGS.find(([pattern]) => pattern.test(name))?.[1];

/** Statements on queues name queues, whatever else a policy is about. */
export const wantedByActions = (actions: readonly string[]): Wanted | undefined =>
  actions.length > 0 && actions.every((action) => action.startsWith('sqs:'))
    ? QUEUE_ARN
    : undefined;

/** Attributes that AWS computes: what refers to one is no text of its own, also where it is known by now. */
export const isComputed = (attribute: string): boolean => /^(?:arn|id|url)$/.test(attribute);
