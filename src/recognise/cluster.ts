/** The cluster of a configuration: what the caller says of it, what modules and handlers are told, what is looked up. */
import type { Configuration } from '../configuration/configuration.js';
import type { Cluster } from '../model/system.js';
import type { Origin } from '../source/span.js';
import { entry, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import type { ChartRelease } from './charts.js';
import type { RecogniseContext } from './context.js';

/** What the caller knows of the cluster besides the configuration. */
export interface SaidOfCluster {
  readonly name?: Maybe<string>;
  readonly region?: Maybe<string>;
}

/** The cluster, with where it is reached. */
export interface ClusterPlace {
  readonly cluster: Cluster;
  readonly endpoint?: Maybe<string>;
}

export function clusterPlace(
  context: RecogniseContext,
  releases: readonly ChartRelease[],
  said: SaidOfCluster,
): ClusterPlace {
  const { configuration } = context;
  const call = configuration.blocks.find(
    (block) => block.type === 'module' && entry(block.body, 'cluster_name') !== undefined,
  );
  const told = (key: string): Maybe<string> | undefined =>
    text(entry(call?.body, `cluster_${key}`)) ?? karpenterTold(releases, key);
  const name = said.name ?? told('name') ?? lookedUp(context);
  const from = name?.from ?? call?.from ?? firstOrigin(configuration);
  const region =
    said.region ?? (context.region === undefined ? undefined : { value: context.region, from });
  const endpoint = told('endpoint');
  return {
    cluster: {
      id: name === undefined ? 'cluster' : isUnknown(name) ? name.term : name.value,
      name: name ?? { value: 'cluster', from },
      ...(region === undefined ? {} : { region }),
      blindSpots: [],
      from,
    },
    ...(endpoint === undefined ? {} : { endpoint }),
  };
}

/** Chart values in which Karpenter is told its cluster; the older place is read up to 0.32. */
const TOLD: Readonly<Record<string, string>> = { name: 'clusterName', endpoint: 'clusterEndpoint' };

function karpenterTold(releases: readonly ChartRelease[], key: string): Maybe<string> | undefined {
  const release = releases.find(
    ({ chart }) => chart !== undefined && !isUnknown(chart) && chart.value === 'karpenter',
  );
  if (release === undefined) return undefined;
  const setting = TOLD[key] ?? key;
  return (
    given(entry(release.values.root, 'settings', setting)) ??
    given(entry(release.values.root, 'settings', 'aws', setting))
  );
}

const given = (value: Value | undefined): Maybe<string> | undefined =>
  isAbsent(value) ? undefined : text(value);

function lookedUp({ data, resources }: RecogniseContext): Maybe<string> | undefined {
  const [block] = [...resources('aws_eks_cluster'), ...data('aws_eks_cluster')];
  return block === undefined ? undefined : given(entry(block.body, 'name'));
}

export const firstOrigin = (configuration: Configuration): Origin =>
  configuration.blocks[0]?.from ??
  configuration.objects[0]?.from ??
  configuration.helmValues[0]?.from ?? { at: { file: '', start: 0, end: 0 } };
