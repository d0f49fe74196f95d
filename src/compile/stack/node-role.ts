/** The role of Karpenter's nodes, by a name that the node classes know before anything is applied. */
import { dnsSuffixOf, partitionOf } from '../../facts/partitions.js';
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { nodeRoleName } from '../names.js';
import { policyDocument } from '../parts/iam.js';
import { block } from '../plan.js';

const NAME = 'karpenter_node';
export const NODE_ROLE = `aws_iam_role.${NAME}`;

/** What a node needs to join, get addresses, pull images and be reached (aws/karpenter-provider-aws@v1.14.1 getting-started cloudformation.yaml). */
const POLICIES: Readonly<Record<string, string>> = {
  worker: 'AmazonEKSWorkerNodePolicy',
  cni: 'AmazonEKS_CNI_Policy',
  registry: 'AmazonEC2ContainerRegistryPullOnly',
  ssm: 'AmazonSSMManagedInstanceCore',
};

export function nodeRole(context: CompileContext): readonly SourceBlock[] {
  const { intent, at } = context;
  const region = intent.cluster.region.value;
  const trust = make.fromData(
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { Service: `ec2.${dnsSuffixOf(region)}` },
    },
    at,
  );
  const attachments = Object.entries(POLICIES).map(([key, policy]) =>
    block(
      'resource',
      ['aws_iam_role_policy_attachment', `${NAME}_${key}`],
      {
        role: make.reference(`${NODE_ROLE}.name`, at),
        policy_arn: make.literal(`arn:${partitionOf(region)}:iam::aws:policy/${policy}`, at),
      },
      at,
    ),
  );
  return [
    block(
      'resource',
      ['aws_iam_role', NAME],
      {
        name: nodeRoleName(context),
        assume_role_policy: policyDocument([trust], at),
      },
      at,
    ),
    ...attachments,
  ];
}

/** Addresses to wait for: a node without its policies never becomes ready. */
export const nodePolicies = (): readonly string[] =>
  Object.keys(POLICIES).map((key) => `aws_iam_role_policy_attachment.${NAME}_${key}`);
