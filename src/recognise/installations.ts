/** The installations of Karpenter and NTH among the Helm releases, by chart, whatever the release is called. */
import type { Installation } from '../model/system.js';
import { once } from '../source/once.js';
import type { Tri } from '../value/logic.js';
import { and, not } from '../value/logic.js';
import { flag } from '../value/read.js';
import { isUnknown } from '../value/value.js';
import { type ChartRelease, releasesOf } from './charts.js';
import type { RecogniseContext } from './context.js';
import { daemonSetPlacement } from './placement.js';
import { settingOf } from './values.js';

/** The installations that a release makes: NTH of an unknown mode is two, of which one exists. */
export function installationsOf(
  context: RecogniseContext,
  release: ChartRelease,
  cluster: string,
): readonly Installation[] {
  const chart = release.chart;
  if (chart === undefined || isUnknown(chart)) return [];
  if (chart.value === 'karpenter') return [karpenter(context, release, cluster)];
  if (chart.value === 'aws-node-termination-handler') return nth(context, release, cluster);
  return [];
}

function karpenter(
  { facts, assume }: RecogniseContext,
  release: ChartRelease,
  cluster: string,
): Installation {
  const releases = releasesOf(
    release.version,
    facts.karpenter.karpenterVersions(),
    assume.karpenter,
  );
  const defaults = facts.karpenter.chartValues(releases.allowed.at(-1) ?? '');
  return {
    id: release.address,
    handler: 'karpenter',
    cluster,
    exists: release.exists,
    releases,
    setting: once((key) => settingOf(release.values, key, defaults)),
    from: release.from,
  };
}

function nth(
  { facts, assume }: RecogniseContext,
  release: ChartRelease,
  cluster: string,
): readonly Installation[] {
  const releases = releasesOf(release.version, facts.nth.nthCharts(), assume.nth);
  const newest = releases.allowed.at(-1) ?? '';
  const defaults = facts.nth.nthValues(newest);
  const setting: Installation['setting'] = once((key) => settingOf(release.values, key, defaults));
  const base = {
    handler: 'nth' as const,
    cluster,
    releases,
    setting,
    from: release.from,
  };
  const queueMode = flag(setting('enableSqsTerminationDraining')) ?? false;
  const queue: Installation = {
    ...base,
    id: release.address,
    mode: 'queue',
    exists: and([release.exists, queueMode]),
  };
  const imds: Installation = {
    ...base,
    id: release.address,
    mode: 'imds',
    exists: and([release.exists, not(queueMode)]),
    // A pool's nodes are the same for every event.
    runsOn: once(daemonSetPlacement(release.values, newest, facts.nth)),
  };
  return [queue, imds].filter((installation) => (installation.exists as Tri) !== false);
}
