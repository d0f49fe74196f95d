/**
 * What is said of the variables that references become, and what is asked of
 * their values: the shapes without which an owner would not be the owner.
 * Conditions look at their own variable alone: Terraform takes no other before 1.9.
 */
import { partitionOf } from '../facts/partitions.js';
import type { PoolIntent } from '../policy/intent.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { Guard, Hint } from './bind.js';
import type { CompileContext } from './context.js';
import { longestClusterName } from './names.js';

type Named = Pick<CompileContext, 'intent' | 'facts'>;

export const clusterNameHint = (context: Named): Hint => {
  const longest = longestClusterName(context);
  return {
    name: 'cluster_name',
    type: 'string',
    description: 'Name of the EKS cluster.',
    guards: [
      matches(
        `^[0-9A-Za-z][0-9A-Za-z_-]{0,${longest - 1}}$`,
        `Give the name of the EKS cluster: letters, digits, "-" and "_", at most ${longest} of them, so that the names made from it fit.`,
      ),
    ],
  };
};

export const endpointHint: Hint = {
  name: 'cluster_endpoint',
  type: 'string',
  description: "Address of the EKS cluster's API server.",
  guards: [
    matches('^https://[^/]+', 'Give the endpoint of the EKS cluster: it begins with https://.'),
  ],
};

export const versionHint: Hint = {
  name: 'cluster_version',
  type: 'string',
  description: 'Kubernetes version of the EKS cluster, major and minor.',
  guards: [
    matches('^[0-9]+[.][0-9]+$', 'Give the Kubernetes version of the cluster, for example "1.33".'),
  ],
};

export const oidcProviderHint = ({ intent }: Named): Hint => {
  const partition = partitionOf(intent.cluster.region.value);
  return {
    name: 'oidc_provider_arn',
    type: 'string',
    description:
      'ARN of the IAM OIDC provider of the EKS cluster, for the roles of service accounts.',
    guards: [
      matches(
        `^arn:${partition}:iam::[0-9]{12}:oidc-provider/.+$`,
        `Give the ARN of the cluster's IAM OIDC provider: arn:${partition}:iam::ACCOUNT:oidc-provider/ISSUER.`,
      ),
    ],
  };
};

/** The ARN of a pool's Auto Scaling group as the output writes it; undefined where the pool has none. */
export function groupArn(
  { bind, intent }: CompileContext,
  { name, autoScalingGroup }: PoolIntent,
): Expression | undefined {
  if (autoScalingGroup === undefined) return undefined;
  const region = intent.cluster.region.value;
  const head = `arn:${partitionOf(region)}:autoscaling:${region}`;
  return bind.given(autoScalingGroup, {
    name: `${name.value.replace(/[^a-z0-9]+/g, '_').replace(/^(?=[0-9])/, 'pool_')}_autoscaling_group_arn`,
    group: name.value,
    description: `ARN of the Auto Scaling group that is the pool "${name.value}".`,
    guards: [
      matches(
        `^${head}:[0-9]{12}:autoScalingGroup:[^:]+:autoScalingGroupName/.+$`,
        `Give the ARN of the Auto Scaling group, not its name, in the cluster's region: ${head}:ACCOUNT:autoScalingGroup:ID:autoScalingGroupName/NAME.`,
      ),
    ],
  });
}

/** The ARNs of the groups among pools, in the order of the pools. */
export const groupArns = (
  context: CompileContext,
  { pools }: { readonly pools: readonly PoolIntent[] },
): readonly Expression[] => pools.flatMap((pool) => groupArn(context, pool) ?? []);

function matches(pattern: string, message: string): Guard {
  return {
    message,
    condition: (value) => {
      const { at } = value;
      return make.call('can', [make.call('regex', [make.literal(pattern, at), value], at)], at);
    },
  };
}
