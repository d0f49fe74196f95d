/**
 * The actions that the add-ons module's own policies grant to Karpenter's
 * controller, with spot termination and instance profile creation switched on
 * (aws-ia/terraform-aws-eks-blueprints-addons@v1.0.0..v1.24.3 main.tf,
 * data.aws_iam_policy_document.karpenter).
 */
import { releaseParameters } from './addons-parameters.js';

const ALWAYS = [
  'ec2:CreateFleet',
  'ec2:CreateLaunchTemplate',
  'ec2:CreateTags',
  'ec2:DeleteLaunchTemplate',
  'ec2:DescribeAvailabilityZones',
  'ec2:DescribeImages',
  'ec2:DescribeInstanceTypeOfferings',
  'ec2:DescribeInstanceTypes',
  'ec2:DescribeInstances',
  'ec2:DescribeLaunchTemplates',
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSpotPriceHistory',
  'ec2:DescribeSubnets',
  'ec2:RunInstances',
  'ec2:TerminateInstances',
  'eks:DescribeCluster',
  'iam:PassRole',
  'pricing:GetProducts',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
  'ssm:GetParameter',
];
const PROFILES = [
  'iam:AddRoleToInstanceProfile',
  'iam:CreateInstanceProfile',
  'iam:DeleteInstanceProfile',
  'iam:GetInstanceProfile',
  'iam:RemoveRoleFromInstanceProfile',
  'iam:TagInstanceProfile',
];

export function karpenterActions(release: string): ReadonlySet<string> {
  const { instanceProfileActions } = releaseParameters(release);
  return new Set([
    ...ALWAYS,
    ...(instanceProfileActions === 'none' ? [] : PROFILES),
    ...(instanceProfileActions === 'with-list' ? ['iam:ListInstanceProfiles'] : []),
  ]);
}
