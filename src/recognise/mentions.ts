/** Places that name a cluster: what makes it, what is given it, what belongs to it, what wants to reach it. */
import type { Block } from '../configuration/configuration.js';
import type { Origin } from '../source/span.js';
import { elements, entry, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import { type GroupPool, groupPools } from './autoscaling.js';
import type { ChartRelease } from './charts.js';
import { type RecogniseContext, regionOf } from './context.js';

export type Kind = 'cluster' | 'call' | 'data' | 'chart' | 'part' | 'tag';

/** A place that names a cluster. */
export interface Mention {
  readonly kind: Kind;
  readonly name: Maybe<string> | undefined;
  readonly endpoint: Maybe<string> | undefined;
  readonly region: Maybe<string> | undefined;
  /** Address of the block that mentions it. */
  readonly at: string | undefined;
  readonly from: Origin;
}

/** Every mention, those of what makes clusters first. */
export const mentionsOf = (
  context: RecogniseContext,
  releases: readonly ChartRelease[],
): readonly Mention[] => [
  ...context.resources('aws_eks_cluster').map((block) => resource(context, block)),
  ...context.configuration.blocks.flatMap((block) => call(context, block)),
  ...context.data('aws_eks_cluster').map((block) => data(context, block)),
  ...releases.flatMap(chart),
  ...PARTS.flatMap((type) => context.resources(type)).flatMap((block) => part(context, block)),
  ...groupPools(context).flatMap((group) => tagged(context, group)),
];

function resource(context: RecogniseContext, block: Block): Mention {
  return {
    kind: 'cluster',
    name: text(entry(block.body, 'name')),
    endpoint: { unknown: 'apply', term: `${block.address}.endpoint`, from: block.from },
    region: regionOf(context, block),
    at: block.address,
    from: block.from,
  };
}

/** Calls of modules that are given a cluster; a summary's own cluster is mentioned by itself. */
function call(context: RecogniseContext, block: Block): readonly Mention[] {
  if (block.type !== 'module' || block.exists === false) return [];
  const given = (key: string): Value | undefined => {
    const value = entry(block.body, key);
    return isAbsent(value) ? undefined : value;
  };
  const name = text(given('cluster_name') ?? given('eks_cluster_name') ?? given('eks_cluster_id'));
  if (name === undefined) return [];
  const own = context
    .resources('aws_eks_cluster')
    .some(({ address }) => address.startsWith(`${block.address}.`));
  const endpoint = text(given('cluster_endpoint') ?? given('eks_cluster_endpoint'));
  return own
    ? []
    : [{ kind: 'call', name, endpoint, region: undefined, at: block.address, from: name.from }];
}

function data(context: RecogniseContext, block: Block): Mention {
  const name = text(entry(block.body, 'name'));
  return {
    kind: 'data',
    name,
    endpoint: { unknown: 'unread', term: `${block.address}.endpoint`, from: block.from },
    region: regionOf(context, block),
    at: block.address,
    from: name?.from ?? block.from,
  };
}

/** Keys by which Karpenter's chart is told its cluster, newest first. */
const CLUSTER_NAMES = [
  ['settings', 'clusterName'],
  ['settings', 'aws', 'clusterName'],
  ['clusterName'],
];

/** The name of the cluster that a release of Karpenter is told. */
export function toldCluster(release: ChartRelease): Maybe<string> | undefined {
  const { chart, values } = release;
  if (chart === undefined || isUnknown(chart) || chart.value !== 'karpenter') return undefined;
  for (const path of CLUSTER_NAMES) {
    const value = entry(values.root, ...path);
    const name = isAbsent(value) ? undefined : text(value);
    if (name !== undefined && (isUnknown(name) || name.value !== '')) return name;
  }
  return undefined;
}

function chart(release: ChartRelease): readonly Mention[] {
  const name = toldCluster(release);
  if (name === undefined) return [];
  return [
    {
      kind: 'chart',
      name,
      endpoint: undefined,
      region: undefined,
      at: release.address,
      from: name.from,
    },
  ];
}

/** Blocks that belong to a cluster which they name. */
const PARTS = [
  'aws_eks_node_group',
  'aws_eks_fargate_profile',
  'aws_eks_access_entry',
  'aws_eks_pod_identity_association',
  'aws_eks_addon',
];

function part(context: RecogniseContext, block: Block): readonly Mention[] {
  const name = text(entry(block.body, 'cluster_name'));
  if (name === undefined) return [];
  const region = regionOf(context, block);
  return [{ kind: 'part', name, endpoint: undefined, region, at: block.address, from: name.from }];
}

/** The cluster that the tag of a group names. */
function tagged(context: RecogniseContext, { block, cluster }: GroupPool): readonly Mention[] {
  if (cluster === undefined) return [];
  const region = regionOf(context, block);
  const { address, from } = block;
  return [{ kind: 'tag', name: cluster, endpoint: undefined, region, at: address, from }];
}

/** Clusters that only those name who want to reach them: by a token, or by a command that gets one. */
export function accessed(context: RecogniseContext): readonly Mention[] {
  const providers = context.configuration.blocks.filter(({ type }) => type === 'provider');
  const commanded = providers.flatMap(({ body }) =>
    [body, first(entry(body, 'kubernetes'))].flatMap((access) => {
      const args = elements(entry(first(entry(access, 'exec')), 'args'));
      if ('unknown' in args) return [];
      const flag = args.findIndex((arg) => !isUnknown(arg) && arg.value === '--cluster-name');
      return flag < 0 ? [] : (text(args[flag + 1]) ?? []);
    }),
  );
  const looked = context
    .data('aws_eks_cluster_auth')
    .flatMap(({ body }) => text(entry(body, 'name')) ?? []);
  return [...looked, ...commanded].map((name) => ({
    kind: 'data',
    name,
    endpoint: undefined,
    region: undefined,
    at: undefined,
    from: name.from,
  }));
}

const first = (value: Value | undefined): Value | undefined => {
  const items = elements(value);
  return 'unknown' in items ? items : items[0];
};
