/** The world of the module's tests: the cluster as the policy describes it, and groups that carry their tags. */
import { dnsSuffixOf, partitionOf } from '../../facts/partitions.js';
import { textOf } from '../../policy/intent.js';
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { guardedGroups } from '../guards.js';
import { block } from '../plan.js';
import { CLUSTER_DATA, OIDC_DATA } from '../root.js';
import { ACCOUNT, issuerOf, sampleCluster } from './samples.js';

export function mocks(
  context: CompileContext,
  blocks: readonly SourceBlock[],
): readonly SourceBlock[] {
  const { at } = context;
  const region = context.intent.cluster.region.value;
  const partition = partitionOf(region);
  const issuer = issuerOf(sampleCluster(context), region);
  const provider = `arn:${partition}:iam::${ACCOUNT}:oidc-provider/${issuer}`;
  const looksUp = blocks.some(({ type, labels }) => [type, ...labels].join('.') === OIDC_DATA);
  const aws = [
    overrideData(context, CLUSTER_DATA, clusterValues(context)),
    ...(looksUp ? [overrideData(context, OIDC_DATA, { arn: provider })] : []),
    ...guardedGroups(context).map(({ address, managedTag }) =>
      overrideData(context, address, groupValues(managedTag)),
    ),
    ...blocks.flatMap((one) => madeByAws(context, one)),
  ];
  const mock = (name: string, inner: readonly SourceBlock[]): SourceBlock => ({
    ...block('mock_provider', [name], {}, at),
    body: { attributes: [], blocks: inner },
  });
  return [mock('aws', aws), mock('helm', [])];
}

/** ARNs that AWS would give: the provider refuses what is none, and each is another, so that they can be told apart. */
function madeByAws(
  context: CompileContext,
  { type, labels: [kind = '', name = ''] }: SourceBlock,
): readonly SourceBlock[] {
  if (type !== 'resource') return [];
  const region = context.intent.cluster.region.value;
  const partition = partitionOf(region);
  const { at } = context;
  const values: Readonly<Record<string, object>> = {
    aws_sqs_queue: {
      arn: `arn:${partition}:sqs:${region}:${ACCOUNT}:${name}`,
      url: `https://sqs.${region}.${dnsSuffixOf(region)}/${ACCOUNT}/${name}`,
    },
    aws_iam_role: { arn: `arn:${partition}:iam::${ACCOUNT}:role/${name}` },
  };
  const made = values[kind];
  if (made === undefined) return [];
  const target = make.reference(`${kind}.${name}`, at);
  return [block('override_resource', [], { target, values: make.fromData(made, at) }, at)];
}

/** Overrides what a data source reads. */
export const overrideData = (
  { at }: CompileContext,
  address: string,
  values: object,
): SourceBlock =>
  block(
    'override_data',
    [],
    { target: make.reference(address, at), values: make.fromData(values, at) },
    at,
  );

export interface ClusterChange {
  readonly region?: string;
  readonly authenticationMode?: string;
  readonly version?: string;
  readonly issuer?: string;
}

/** What the cluster's data source finds; as the policy says, but for the change. */
export function clusterValues(context: CompileContext, change: ClusterChange = {}): object {
  const { cluster } = context.intent;
  const name = sampleCluster(context);
  const region = change.region ?? cluster.region.value;
  const partition = partitionOf(cluster.region.value);
  const mode = cluster.authenticationMode.value;
  return {
    arn: `arn:${partition}:eks:${region}:${ACCOUNT}:cluster/${name}`,
    endpoint: `https://${name}.eks.${region}.amazonaws.com`,
    version: change.version ?? textOf(cluster.kubernetesVersion) ?? '1.33',
    identity: [{ oidc: [{ issuer: change.issuer ?? `https://${issuerOf(name, region)}` }] }],
    access_config: [
      {
        authentication_mode:
          change.authenticationMode ?? (mode === 'external' ? 'API_AND_CONFIG_MAP' : mode),
        bootstrap_cluster_creator_admin_permissions: false,
      },
    ],
  };
}

/** What the data source of a group finds. */
export const groupValues = (tag: string, propagate = true): object => ({
  tag: [{ key: tag, value: 'true', propagate_at_launch: propagate }],
});
