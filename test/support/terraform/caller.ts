/**
 * An HCL root that calls everything that was compiled for one target, each with
 * the values of a mock AWS: modules with the provider of their region, the one
 * whose cluster is bound once for each of two clusters by `for_each`; roots of
 * their own as modules with their own providers.
 */
import type { JudgedPolicy } from '../../../src/commands/policies.js';
import { type Intent, isReference, textOf } from '../../../src/policy/intent.js';
import type { MockAws } from './mock-aws.js';
import { issuer } from './mock-eks.js';
import type { CompiledStack } from './stacks.js';

/** What one region holds once the root is applied. */
export interface Called {
  readonly region: string;
  readonly policies: readonly { readonly cluster: string; readonly policy: JudgedPolicy }[];
}

export interface CallerRoot {
  readonly files: ReadonlyMap<string, string>;
  readonly called: readonly Called[];
}

/** Clusters for a policy that is for any. */
const CLUSTERS = ['blue', 'green'];

export async function callerRoot(
  compiled: readonly CompiledStack[],
  aws: MockAws,
): Promise<CallerRoot> {
  const files = new Map<string, string>();
  const calls: string[] = [];
  const regions = new Map<string, Called['policies'][number][]>();
  for (const stack of compiled) {
    const { intent } = stack.policy;
    if (intent === undefined) throw new Error(`${stack.name} was not read`);
    for (const [name, text] of stack.files) files.set(`${stack.name}/${name}`, text);
    const region = intent.cluster.region.value;
    const clusters = clustersOf(intent);
    regions.set(region, [
      ...(regions.get(region) ?? []),
      ...clusters.map((cluster) => ({ cluster, policy: stack.policy })),
    ]);
    for (const cluster of clusters) {
      aws.versions.set(cluster, textOf(intent.cluster.kubernetesVersion) ?? '1.33');
      await aws.client.identityProvider(`https://${issuer(cluster)}`);
    }
    calls.push(...(await callsOf(stack, intent, aws)));
  }
  files.set('main.tf', [providers([...regions.keys()]), ...calls].join('\n'));
  return {
    files,
    called: [...regions].map(([region, policies]) => ({ region, policies })),
  };
}

const clustersOf = (intent: Intent): readonly string[] =>
  isReference(intent.cluster.name) ? CLUSTERS : [textOf(intent.cluster.name) ?? ''];

const alias = (region: string): string => region.replaceAll('-', '_');

const providers = (regions: readonly string[]): string =>
  [
    ...regions.map(
      (region) => `provider "aws" {\n  alias  = "${alias(region)}"\n  region = "${region}"\n}\n`,
    ),
    'provider "helm" {}\n',
    `terraform {\n  required_providers {\n    aws = { source = "hashicorp/aws" }\n    helm = { source = "hashicorp/helm" }\n  }\n}\n`,
  ].join('\n');

async function callsOf(
  stack: CompiledStack,
  intent: Intent,
  aws: MockAws,
): Promise<readonly string[]> {
  const clusters = clustersOf(intent);
  const values = await Promise.all(
    clusters.map(
      async (cluster) => [cluster, await valuesFor(stack, intent, cluster, aws)] as const,
    ),
  );
  if (stack.target !== 'module')
    return values.map(([cluster, given]) =>
      call(`${stack.name}-${cluster}`, stack.name, argumentsOf(given)),
    );
  const passed = `providers = { aws = aws.${alias(intent.cluster.region.value)}, helm = helm }`;
  const [[, first] = ['', {}]] = values;
  if (values.length === 1) return [call(stack.name, stack.name, [passed, ...argumentsOf(first)])];
  const each = `for_each = ${JSON.stringify(Object.fromEntries(values))}`;
  const arguments_ = Object.keys(first).map((name) => `${name} = each.value.${name}`);
  return [call(stack.name, stack.name, [each, passed, ...arguments_])];
}

type Given = Readonly<Record<string, string>>;

const argumentsOf = (given: Given): readonly string[] =>
  Object.entries(given).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);

const call = (name: string, folder: string, lines: readonly string[]): string =>
  `module "${name}" {\n${[`source = "./${folder}"`, ...lines].map((line) => `  ${line}\n`).join('')}}\n`;

/** A value for each variable; what a variable refers to is made. */
async function valuesFor(
  { variables, groupTags, name: stack }: CompiledStack,
  { cluster: { region, kubernetesVersion } }: Intent,
  cluster: string,
  aws: MockAws,
): Promise<Given> {
  const given: Record<string, string> = {};
  for (const name of variables) {
    const pool = /^(.*)_autoscaling_group_arn$/.exec(name)?.[1];
    if (name === 'cluster_name') given[name] = cluster;
    else if (name === 'cluster_endpoint') given[name] = `https://${cluster}.eks.amazonaws.com`;
    else if (name === 'cluster_version') given[name] = textOf(kubernetesVersion) ?? '1.33';
    else if (name === 'oidc_provider_arn')
      given[name] = await aws.client.identityProvider(`https://${issuer(cluster)}`);
    else if (pool !== undefined)
      given[name] = await aws.client.group(region.value, `${cluster}-${pool}`, groupTags.get(pool));
    else throw new Error(`nobody knows what to bind "${name}" of ${stack} to`);
  }
  return given;
}
