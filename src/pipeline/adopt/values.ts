/** Helm values of a handler that a policy passes on: those that the compiler does not decide, and that the chart reads. */
import type { Installation } from '../../model/system.js';
import { isMap, isUnknown, known, type Value } from '../../value/value.js';
import { type Notes, uncarried } from './notes.js';
import { plainOf } from './plain.js';
import { type AdoptSource, chartOf } from './source.js';

/** Values that the compiler writes itself, and so takes from no policy. */
const DECIDED: Readonly<Record<string, readonly string[]>> = {
  karpenter: [
    'settings.clusterName',
    'settings.clusterEndpoint',
    'settings.interruptionQueue',
    'settings.interruptionQueueName',
    'settings.aws',
    'serviceAccount',
    'replicas',
    'nodeSelector',
    'tolerations',
  ],
  nth: [
    'awsRegion',
    'queueURL',
    'serviceAccount',
    'checkTagBeforeDraining',
    'managedTag',
    'managedAsgTag',
    'enableSqsTerminationDraining',
    'enableSpotInterruptionDraining',
    'enableScheduledEventDraining',
    'enableRebalanceMonitoring',
    'enableRebalanceDraining',
    'enableASGLifecycleDraining',
    'replicas',
    'workers',
    'nodeSelector',
    'tolerations',
    'daemonsetAffinity',
    'daemonsetNodeSelector',
    'daemonsetTolerations',
    'linuxNodeSelector',
    'affinity',
    'podTerminationGracePeriod',
    'nodeTerminationGracePeriod',
    'terminationGracePeriodSeconds',
    'podDisruptionBudget',
    'deleteSqsMsgIfNodeNotFound',
    'taintNode',
  ],
};

/** What is left of the values that are written; undefined where nothing is. */
export function remainingValues(
  source: AdoptSource,
  notes: Notes,
  installation: Installation,
): unknown {
  const { handler } = installation;
  const values = chartOf(source, installation)?.values;
  if (values === undefined) return undefined;
  const left = without(values, '', {
    notes,
    decided: DECIDED[handler] ?? [],
    ...readerOf(source, installation),
  });
  return left === undefined ? undefined : plainOf(notes, left, `handlers.${handler}.values`);
}

interface Reader {
  readonly chart: string;
  readonly reads: (path: string) => boolean;
  /** The chart reads keys below this one. */
  readonly goesOn: (path: string) => boolean;
}

function readerOf({ facts }: AdoptSource, { handler, releases }: Installation): Reader {
  const version = releases.allowed.at(-1) ?? '';
  const ofKarpenter = handler === 'karpenter';
  const table =
    (ofKarpenter ? facts.karpenter.chartValues(version) : facts.nth.nthValues(version)) ??
    new Map();
  const { readsValue } = ofKarpenter ? facts.karpenter : facts.nth;
  const keys = [...table.keys()];
  return {
    chart: `chart ${version} of ${ofKarpenter ? 'Karpenter' : 'NTH'}`,
    reads: (path) => table.size === 0 || readsValue(table, path) === true,
    goesOn: (path) => keys.some((key) => key.startsWith(`${path}.`)),
  };
}

interface Sieve extends Reader {
  readonly notes: Notes;
  readonly decided: readonly string[];
}

function without(value: Value, path: string, sieve: Sieve): Value | undefined {
  if (path !== '' && !sieve.goesOn(path)) {
    if (sieve.reads(path)) return value;
    uncarried(
      sieve.notes,
      `${sieve.chart} does not read "${path}"`,
      { at: ('key' in value && value.key) || value.from.at },
      { help: 'it does nothing: leave it out', severity: 'note' },
    );
    return undefined;
  }
  if (isUnknown(value) || !isMap(value.value)) return value;
  const kept = [...value.value].flatMap(([key, item]) => {
    const at = path === '' ? key : `${path}.${key}`;
    if (sieve.decided.includes(at)) return [];
    const inner = without(item, at, sieve);
    return inner === undefined ? [] : [[key, inner] as const];
  });
  return kept.length === 0 ? undefined : known(new Map(kept), value.from, value.key);
}
