/** Values for the module's variables in its tests: ones that it takes, and ones that it must refuse. */
import { partitionOf } from '../../facts/partitions.js';
import { isReference, textOf } from '../../policy/intent.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { Bound } from '../bind.js';
import type { CompileContext } from '../context.js';
import { longestClusterName } from '../names.js';

export const ACCOUNT = '123456789012';
const OTHER_REGION = 'eu-south-9';
const FOREIGN_PARTITION = 'aws-other';

/** The name of the cluster in tests: the policy's own, where it is written. */
export const sampleCluster = ({ intent }: CompileContext): string =>
  textOf(intent.cluster.name) ?? 'sample';

export const issuerOf = (cluster: string, region: string): string =>
  `oidc.eks.${region}.amazonaws.com/id/${cluster}`;

/** A value that the variable takes; the policy's own where it says one. */
export function sampleValue(context: CompileContext, { name, reference, hint }: Bound): Expression {
  const { at } = reference.from;
  const literal = (value: string | number | boolean) => make.literal(value, at);
  if (reference.is !== undefined) return literal(reference.is.value);
  const region = context.intent.cluster.region.value;
  const cluster = sampleCluster(context);
  const partition = partitionOf(region);
  switch (name) {
    case 'cluster_name':
      return literal(cluster);
    case 'cluster_endpoint':
      return literal(`https://${cluster}.eks.${region}.amazonaws.com`);
    case 'cluster_version':
      return literal('1.33');
    case 'oidc_provider_arn':
      return literal(`arn:${partition}:iam::${ACCOUNT}:oidc-provider/${issuerOf(cluster, region)}`);
    default:
      return literal(
        hint.group === undefined ? 'sample' : groupSample(hint.group, region, partition),
      );
  }
}

const groupSample = (pool: string, region: string, partition: string): string =>
  `arn:${partition}:autoscaling:${region}:${ACCOUNT}:autoScalingGroup:00000000-0000-4000-8000-000000000000:autoScalingGroupName/${pool}`;

/** A value that the variable must refuse, and the name of the test that says so. */
export interface Refused {
  readonly because: string;
  readonly value: Expression;
}

export function refusedValues(context: CompileContext, bound: Bound): readonly Refused[] {
  const { name, reference, hint } = bound;
  const { at } = reference.from;
  const refused = (because: string, value: string | number | boolean): Refused => ({
    because,
    value: make.literal(value, at),
  });
  if (reference.is !== undefined)
    return [refused(`${name}_other_than_the_policy_says`, otherThan(reference.is.value))];
  const region = context.intent.cluster.region.value;
  const partition = partitionOf(region);
  switch (name) {
    case 'cluster_name':
      return [
        refused('empty_cluster_name', ''),
        refused('cluster_name_that_is_none', 'a/b'),
        refused('cluster_name_too_long', 'a'.repeat(longestClusterName(context) + 1)),
      ];
    case 'cluster_endpoint':
      return [refused('endpoint_without_tls', 'http://example.com')];
    case 'cluster_version':
      return [refused('version_with_patch', '1.33.1')];
    case 'oidc_provider_arn':
      return [
        refused('identity_provider_that_is_a_role', `arn:${partition}:iam::${ACCOUNT}:role/x`),
        refused('identity_provider_by_its_issuer', issuerOf('x', region)),
      ];
    default:
      return hint.group === undefined
        ? []
        : [
            refused(`${name}_that_is_a_name`, hint.group),
            refused(`${name}_of_another_region`, groupSample(hint.group, OTHER_REGION, partition)),
            refused(
              `${name}_of_another_partition`,
              groupSample(hint.group, region, FOREIGN_PARTITION),
            ),
          ];
  }
}

const otherThan = (value: string | number | boolean): string | number | boolean =>
  typeof value === 'string' ? `${value}0` : typeof value === 'number' ? value + 1 : !value;

/** Whether the identity provider is bound by whoever calls the module. */
export const bindsProvider = ({ intent }: CompileContext): boolean => {
  const given = intent.cluster.oidcProviderArn;
  return given !== undefined && isReference(given) && !given.lookup;
};
