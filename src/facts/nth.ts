/**
 * The charts of the AWS Node Termination Handler from 0.13.0: where each is
 * published, what it installs, reads and gets wrong. A chart beyond the tables
 * is judged as the newest one, and `nthCharts` says which are known.
 */

import data from './data/nth.json' with { type: 'json' };
import behaviour from './data/nth-behaviour.json' with { type: 'json' };
import type { NthMode } from './nth-values.js';
import { asRanges, asRows, compareVersions, inAny, type Ranged, rowFor, rowsFor } from './range.js';

export { environment, type NthMode, type NthValue, nthValues, precedence } from './nth-values.js';
export { readsValue } from './values.js';

export type NthFeature =
  | 'apiserver-cache'
  | 'asg-launch-hook'
  | 'completion-delay'
  | 'delete-message-if-node-not-found'
  | 'drops-by-deleting'
  | 'drops-foreign-health'
  | 'heartbeats'
  | 'imds-asg-termination'
  | 'instance-tag-check'
  | 'out-of-service-taint'
  | 'pod-identity'
  | 'queue-rebalance-drain'
  | 'queue-scheduled-change'
  | 'topology-spread'
  | 'visibility-timeout';

/** A defect of some releases. */
export interface NthFault {
  readonly id: string;
  readonly modes: readonly NthMode[];
  /** What must be set for it to show; absent where it always does. */
  readonly when?: Readonly<Record<string, string | boolean>>;
  readonly because: string;
  readonly source: string;
}

/** The two places charts are published in; neither has all of them. */
const REPOSITORIES: Readonly<Record<string, string>> = {
  'eks-charts': 'https://aws.github.io/eks-charts',
  oci: 'oci://public.ecr.aws/aws-ec2/helm',
};

/** Every chart version from 0.13.0, oldest first. */
export const nthCharts = (): readonly string[] => data.charts.map(({ version }) => version);

export const newestChart = (): string => data.charts.at(-1)?.version ?? '';

export const isNthChart = (version: string): boolean =>
  data.charts.some((chart) => chart.version === version);

/** The version of the handler in a chart; undefined for charts that are not known. */
export const appVersion = (chart: string): string | undefined =>
  data.charts.find(({ version }) => version === chart)?.app;

/** The repository in which a chart is found: it moved after 0.21.0, and the old place keeps the old ones. */
export function chartRepository(chart: string): string {
  const known = data.charts.find(({ version }) => version === chart)?.published;
  return REPOSITORIES[known ?? 'oci'] ?? '';
}

/** Whether a chart's handler has a feature. */
export function hasFeature(chart: string, feature: NthFeature): boolean {
  const since = behaviour.features.find(({ id }) => id === feature)?.since;
  return since !== undefined && compareVersions(chart, since) >= 0;
}

/** The first chart with a feature. */
export const featureSince = (feature: NthFeature): string =>
  behaviour.features.find(({ id }) => id === feature)?.since ?? '';

/** Known defects of a chart in a mode. */
export const faults = (chart: string, mode: NthMode): readonly NthFault[] =>
  rowsFor(asRows<NthFault & Ranged>(behaviour.faults), chart)
    .filter(({ modes }) => modes.includes(mode))
    .map(({ versions: _, ...fault }) => fault);

/** The newest chart without a defect; undefined where every known chart has it. */
export const newestWithout = (fault: string): string | undefined =>
  nthCharts().findLast((chart) =>
    (['queue', 'imds'] as const).every((mode) =>
      faults(chart, mode).every(({ id }) => id !== fault),
    ),
  );

/** Actions that the handler calls in queue mode, with those that heartbeats add. */
export const nthIamActions = (
  chart: string,
  options?: { heartbeats?: boolean },
): readonly string[] =>
  rowsFor(asRows<Ranged & { name: string; when?: string }>(behaviour.iamActions), chart)
    .filter(({ when }) => when === undefined || options?.heartbeats === true)
    .map(({ name }) => name);

/** Kubernetes minors that upstream tested a chart with; undefined where it does not say. Others may work. */
export function kubernetesTested(
  chart: string,
): { readonly min: string; readonly max: string } | undefined {
  const row = rowFor(asRows<Ranged & { min: string; max: string }>(data.kubernetesTested), chart);
  return row === undefined ? undefined : { min: row.min, max: row.max };
}

/** It installs a PodSecurityPolicy unless `rbac.pspEnabled` is false, which Kubernetes 1.25 and later refuse. */
export const rendersPodSecurityPolicy = (chart: string): boolean =>
  inAny(chart, asRanges(data.rendersPodSecurityPolicy));
