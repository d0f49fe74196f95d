/**
 * Karpenter on AWS, release by release from 0.19: what it serves, reads,
 * needs and does. Versions are given with or without `v`; a release beyond the
 * tables is judged as the newest one, and `karpenterVersions` says which are
 * known. Pure lookups.
 */
import data from './data/karpenter.json' with { type: 'json' };
import { asRanges, asRows, compareVersions, inAny, type Ranged, rowFor, rowsFor } from './range.js';

export {
  CRITICAL_CLASSES,
  type DrainBehaviour,
  drainBehaviour,
  nodeClaimsActedOn,
} from './karpenter-behaviour.js';
export { type ChartValue, chartValues, crdChartValues } from './karpenter-values.js';
export { readsValue } from './values.js';

export const KARPENTER_REPOSITORY = 'oci://public.ecr.aws/karpenter';

export interface KubernetesRange {
  readonly min: string;
  readonly max: string;
}

export interface ServedApi {
  readonly kind: string;
  readonly group: string;
  readonly served: readonly string[];
  readonly storage: string;
}

export interface EventRule {
  readonly name: string;
  readonly source: string;
  readonly detailType: string;
}

type Named = Ranged & { readonly name: string };

const names = (rows: readonly unknown[], version: string): readonly string[] =>
  rowsFor(asRows<Named>(rows), version).map(({ name }) => name);

/** Every release from 0.19.0, which brought interruption handling, without `v`, oldest first. */
export const karpenterVersions = (): readonly string[] => data.versions;

/** Whether a chart of this version exists; false for typos as well as for releases newer than the tables. */
export const isKarpenterVersion = (version: string): boolean =>
  data.versions.includes(version.replace(/^v/, ''));

/** How the version is written as a chart version: with `v` up to 0.34. */
export function chartVersion(version: string): string {
  const bare = version.replace(/^v/, '');
  return compareVersions(bare, '0.35.0') < 0 ? `v${bare}` : bare;
}

/** The Kubernetes minors that a release is stated to work with; outside them it only logs. */
export function kubernetesRange(version: string): KubernetesRange | undefined {
  const row = rowFor(asRows<Ranged & KubernetesRange>(data.kubernetes), version);
  return row === undefined ? undefined : { min: row.min, max: row.max };
}

/**
 * The newest known release whose range holds a Kubernetes version. Where none
 * does, or no version is given, the newest of all; `supportsKubernetes` tells.
 */
export const newestFor = (kubernetes: string | undefined): string =>
  data.versions.findLast(
    (version) => kubernetes !== undefined && supportsKubernetes(version, kubernetes),
  ) ?? newestKarpenter();

export const newestKarpenter = (): string => data.versions.at(-1) ?? '';

/** Whether a Kubernetes version lies in a release's stated range. */
export function supportsKubernetes(version: string, kubernetes: string): boolean {
  const range = kubernetesRange(version);
  if (range === undefined) return false;
  const minor = kubernetes.replace(/^v/, '').split('.', 2).join('.');
  return compareVersions(minor, range.min) >= 0 && compareVersions(minor, range.max) <= 0;
}

/** The kinds whose CRDs come with a release, and the API versions it serves. */
export const servedApis = (version: string): readonly ServedApi[] =>
  rowsFor(asRows<Named & Omit<ServedApi, 'kind'>>(data.apis), version).map(
    ({ name, group, served, storage }) => ({ kind: name, group, served, storage }),
  );

/**
 * Whether objects of this kind and `group/version` can be applied with a
 * release's CRDs. From 0.33.6 to 0.37 `v1` is served for the way back from 1.0
 * only: those releases work with what they store, `v1beta1`.
 */
export const serves = (version: string, apiVersion: string, kind: string): boolean =>
  servedApis(version).some(
    (api) =>
      api.kind === kind && api.served.some((served) => `${api.group}/${served}` === apiVersion),
  );

/**
 * The bundled CRDs convert through a webhook in namespace `kube-system`, which
 * a release installed elsewhere does not answer. The karpenter-crd chart can
 * name another namespace.
 */
export const hasConversionWebhook = (version: string): boolean =>
  inAny(version, asRanges(data.conversionWebhook));

/** Actions that upstream's own policy grants the controller. */
export const iamActions = (version: string): readonly string[] => names(data.iamActions, version);

/** EventBridge rules that upstream recommends; none has a `detail` filter. */
export const eventRules = (version: string): readonly EventRule[] =>
  rowsFor(asRows<Ranged & EventRule>(data.eventRules), version).map(
    ({ name, source, detailType }) => ({ name, source, detailType }),
  );

/** Whether upstream's queue policy denies requests without TLS. */
export const queuePolicyDeniesHttp = (version: string): boolean =>
  inAny(version, asRanges(data.queuePolicyDenies));

/** The chart values that name the interruption queue, the one that wins first. */
export const queueSettings = (version: string): readonly string[] =>
  names(data.queueSettings, version);

/** A queue that is missing or may not be read stops the whole controller at start. */
export const panicsWithoutQueue = (version: string): boolean =>
  inAny(version, asRanges(data.panicsWithoutQueue));

/** It asks EC2 for instance status every minute, with or without a queue, and has no switch for it. */
export const pollsInstanceStatus = (version: string): boolean =>
  inAny(version, asRanges(data.pollsInstanceStatus));

/** The poll considers reboot, retirement, maintenance and stop events only; before, every scheduled event. */
export const pollsFilteredEventCodes = (version: string): boolean =>
  inAny(version, asRanges(data.pollsFilteredEventCodes));

/** A failed status check ends the node at once, without regard for PDBs and volumes; before, it was drained. */
export const isForcefulOnStatusFailure = (version: string): boolean =>
  inAny(version, asRanges(data.forcefulOnStatusFailure));

/** The messages that a release parses, by upstream's folder names; any other is deleted unread. */
export const parsedMessages = (version: string): readonly string[] => names(data.parsers, version);
