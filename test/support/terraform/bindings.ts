/** What a stack's variables are bound to, in a mock AWS in which the cluster and its groups stand already. */
import type { AwsClient } from './aws-client.js';
import { issuer } from './mock-eks.js';
import { regionOf, rootOf, type Stack } from './stacks.js';

/** Name of the Auto Scaling group that stands for each one that a stack refers to. */
export const groupOf = ({ name }: Stack): string => `${name}-group`;

/** Makes what the stack refers to and gives the value of each of its variables. */
export async function bind(
  stack: Stack,
  aws: AwsClient,
): Promise<Readonly<Record<string, string>>> {
  const root = rootOf(stack);
  const cluster = root.data.aws_eks_cluster?.this?.name;
  if (typeof cluster !== 'string') throw new Error(`${stack.name} does not say its cluster`);
  const identity = await aws.identityProvider(`https://${issuer(cluster)}`);
  const values: Record<string, string> = {};
  for (const [name, declared] of Object.entries(root.variable ?? {})) {
    if (name === 'cluster_endpoint') values[name] = `https://${cluster}.eks.amazonaws.com`;
    else if (name === 'cluster_version') values[name] = versionIn(declared);
    else if (name === 'oidc_provider_arn') values[name] = identity;
    else if (name.endsWith('autoscaling_group_arn'))
      values[name] = await aws.group(regionOf(root), groupOf(stack));
    else throw new Error(`nobody knows what to bind "${name}" of ${stack.name} to`);
  }
  return values;
}

/** A stack holds the version to the one that its policy was judged with. */
function versionIn(declared: unknown): string {
  const version = /== \\"([\d.]+)\\"/.exec(JSON.stringify(declared))?.[1];
  return version ?? '1.33';
}
