/** Helm values that are given as a file alone: which chart they are for is told by their keys. */
import type { HelmValues } from '../configuration/configuration.js';
import { entry } from '../value/read.js';
import { isMap, isUnknown, known, type Value } from '../value/value.js';
import type { ChartRelease } from './charts.js';
import { mergeValues, noValues } from './values.js';

/** Keys that only one of the charts reads, at the top of its values. */
const NTH_KEYS =
  /^(?:enable(?:SqsTermination|SpotInterruption|ScheduledEvent|Rebalance|ASGLifecycle)\w*|checkTagBeforeDraining|checkASGTagBeforeDraining|managedTag|managedAsgTag|queueURL|deleteSqsMsgIfNodeNotFound|nodeTerminationGracePeriod|podTerminationGracePeriod|enableOutOfServiceTaint)$/;
const KARPENTER_SETTINGS = [
  'clusterName',
  'clusterEndpoint',
  'interruptionQueue',
  'interruptionQueueName',
  'featureGates',
  'batchMaxDuration',
  'aws',
];

/** The releases that values of their own stand for, where nothing else installs their chart. */
export function valuesReleases(
  files: readonly HelmValues[],
  others: readonly ChartRelease[],
): readonly ChartRelease[] {
  const installed = new Set(
    others.flatMap(({ chart }) => (chart === undefined || isUnknown(chart) ? [] : [chart.value])),
  );
  return files.flatMap((file) => {
    const found = chartOf(file.body);
    if (found === undefined || installed.has(found.chart)) return [];
    const { from } = file;
    return [
      {
        address: file.file,
        chart: { value: found.chart, from },
        // No file of values says of which release of its chart it is.
        version: { unknown: 'input' as const, term: `version of ${found.chart}`, from },
        skipsCrds: false as const,
        dependsOn: [],
        values: mergeValues(noValues(from), found.values),
        exists: true as const,
        from,
        ...(file.cluster === undefined ? {} : { cluster: file.cluster }),
      },
    ];
  });
}

function chartOf(body: Value): { readonly chart: string; readonly values: Value } | undefined {
  const own = chartByKeys(body);
  if (own !== undefined) return { chart: own, values: body };
  // A chart that wraps another keeps its values under the other's name.
  for (const name of ['karpenter', 'aws-node-termination-handler']) {
    const inner = entry(body, name);
    const chart = inner === undefined ? undefined : chartByKeys(inner);
    if (inner !== undefined && chart === name) return { chart, values: inner };
  }
  return undefined;
}

function chartByKeys(body: Value): string | undefined {
  if (isUnknown(body) || !isMap(body.value)) return undefined;
  if ([...body.value.keys()].some((key) => NTH_KEYS.test(key)))
    return 'aws-node-termination-handler';
  const settings = entry(body, 'settings') ?? known(new Map(), body.from);
  return KARPENTER_SETTINGS.some((key) => entry(settings, key) !== undefined)
    ? 'karpenter'
    : undefined;
}
