/** How Karpenter's nodes are let into the cluster: without it they launch and never join. */
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import type { CompileContext } from './context.js';
import { hasKarpenter } from './karpenter.js';
import { block } from './plan.js';

/** `roleArn` is the ARN of the nodes' role as the output writes it. */
export function admission(context: CompileContext, roleArn: Expression): readonly SourceBlock[] {
  if (!hasKarpenter(context)) return [];
  const { intent, at, clusterName, findings } = context;
  const mode = intent.cluster.authenticationMode;
  if (mode.value === 'external') return [];
  if (mode.value !== 'CONFIG_MAP')
    return [
      block(
        'resource',
        ['aws_eks_access_entry', 'karpenter_node'],
        {
          cluster_name: clusterName,
          principal_arn: roleArn,
          type: make.literal('EC2_LINUX', mode.from.at),
        },
        at,
      ),
    ];
  // aws-auth is one text that several owners share: a second writer deletes the entries of the first.
  findings.push({
    rule: 'unadmitted-node-role',
    severity: 'note',
    message:
      'the node role is admitted by aws-auth, which belongs to the cluster: add the output "aws_auth_roles" to its mapRoles, or no Karpenter node joins',
    at: mode.from.at,
    help: 'or set authenticationMode: API_AND_CONFIG_MAP on the cluster and here',
  });
  return [
    block(
      'output',
      ['aws_auth_roles'],
      {
        description: make.literal(
          'Entries for mapRoles of the aws-auth ConfigMap that admit the nodes of Karpenter.',
          at,
        ),
        value: make.list(
          [
            make.object(
              [
                ['rolearn', roleArn],
                ['username', make.literal('system:node:{{EC2PrivateDNSName}}', at)],
                ['groups', make.fromData(['system:bootstrappers', 'system:nodes'], at)],
              ],
              at,
            ),
          ],
          at,
        ),
      },
      at,
    ),
  ];
}
