/** Blocks of a plan as cdktf constructs: one entry for each type that the compiler writes. */
import { AutoscalingGroupTagA } from '@cdktf/provider-aws/lib/autoscaling-group-tag/index.js';
import { AutoscalingLifecycleHook } from '@cdktf/provider-aws/lib/autoscaling-lifecycle-hook/index.js';
import { CloudwatchEventRule } from '@cdktf/provider-aws/lib/cloudwatch-event-rule/index.js';
import { CloudwatchEventTarget } from '@cdktf/provider-aws/lib/cloudwatch-event-target/index.js';
import { DataAwsAutoscalingGroup } from '@cdktf/provider-aws/lib/data-aws-autoscaling-group/index.js';
import { DataAwsEksCluster } from '@cdktf/provider-aws/lib/data-aws-eks-cluster/index.js';
import { DataAwsIamOpenidConnectProvider } from '@cdktf/provider-aws/lib/data-aws-iam-openid-connect-provider/index.js';
import { EksAccessEntry } from '@cdktf/provider-aws/lib/eks-access-entry/index.js';
import { EksPodIdentityAssociation } from '@cdktf/provider-aws/lib/eks-pod-identity-association/index.js';
import { IamRole } from '@cdktf/provider-aws/lib/iam-role/index.js';
import { IamRolePolicy } from '@cdktf/provider-aws/lib/iam-role-policy/index.js';
import { IamRolePolicyAttachment } from '@cdktf/provider-aws/lib/iam-role-policy-attachment/index.js';
import { AwsProvider } from '@cdktf/provider-aws/lib/provider/index.js';
import { SqsQueue } from '@cdktf/provider-aws/lib/sqs-queue/index.js';
import { SqsQueuePolicy } from '@cdktf/provider-aws/lib/sqs-queue-policy/index.js';
import { HelmProvider } from '@cdktf/provider-helm/lib/provider/index.js';
import { Release } from '@cdktf/provider-helm/lib/release/index.js';
import { TerraformProvider, type TerraformStack } from 'cdktf';
import type { Json } from '../terraform/syntax/json.js';

/** Attributes of a block under the names that cdktf's classes give them. */
export type Config = Readonly<Record<string, Json | undefined>>;

type Make = (stack: TerraformStack, id: string, config: never) => unknown;

const made =
  <C>(construct: new (stack: TerraformStack, id: string, config: C) => unknown): Make =>
  (stack, id, config) =>
    new construct(stack, id, config as C);

/** By `resource.<type>` and `data.<type>`. */
export const CONSTRUCTS: Readonly<Record<string, Make>> = {
  'resource.helm_release': made(Release),
  'resource.aws_autoscaling_lifecycle_hook': made(AutoscalingLifecycleHook),
  'resource.aws_autoscaling_group_tag': made(AutoscalingGroupTagA),
  'resource.aws_cloudwatch_event_rule': made(CloudwatchEventRule),
  'resource.aws_cloudwatch_event_target': made(CloudwatchEventTarget),
  'resource.aws_iam_role': made(IamRole),
  'resource.aws_iam_role_policy': made(IamRolePolicy),
  'resource.aws_iam_role_policy_attachment': made(IamRolePolicyAttachment),
  'resource.aws_sqs_queue': made(SqsQueue),
  'resource.aws_sqs_queue_policy': made(SqsQueuePolicy),
  'resource.aws_eks_access_entry': made(EksAccessEntry),
  'resource.aws_eks_pod_identity_association': made(EksPodIdentityAssociation),
  'data.aws_autoscaling_group': made(DataAwsAutoscalingGroup),
  'data.aws_eks_cluster': made(DataAwsEksCluster),
  'data.aws_iam_openid_connect_provider': made(DataAwsIamOpenidConnectProvider),
};

/** A provider without bindings: its settings are passed on as they are. */
class PlainProvider extends TerraformProvider {
  constructor(
    stack: TerraformStack,
    id: string,
    type: string,
    private readonly settings: Config,
  ) {
    super(stack, id, { terraformResourceType: type });
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return { ...this.settings };
  }
}

export const PROVIDERS: Readonly<
  Record<string, (stack: TerraformStack, config: Config, settings: Config) => unknown>
> = {
  aws: (stack, config) => new AwsProvider(stack, 'aws', config as never),
  helm: (stack, config) => new HelmProvider(stack, 'helm', config as never),
  kubernetes: (stack, _, settings) =>
    new PlainProvider(stack, 'kubernetes', 'kubernetes', settings),
};
