/**
 * Charts of Karpenter at which an upgrade must stop: objects of v1beta1 become
 * v1 only where a release serves both, and its predecessor must know v1 for the
 * way back (aws/karpenter-provider-aws@v1.0.9 website/content/en/preview/upgrading/v1-migration.md).
 */
import type { Facts } from '../../facts/facts.js';
import { compareVersions } from '../../facts/range.js';

export interface Stop {
  readonly chart: string;
  /** Whose objects it is to have: as they were, or as they will be. */
  readonly objects: 'old' | 'new';
}

export function stopsBetween(
  from: string,
  to: string,
  karpenter: NonNullable<Facts['karpenter']>,
): readonly Stop[] {
  const serves = (chart: string, api: string): boolean =>
    karpenter.serves(chart, `karpenter.sh/${api}`, 'NodePool');
  const all = karpenter.karpenterVersions();
  if (compareVersions(from, '1.0.0') >= 0 || compareVersions(to, '1.0.0') < 0) return [];
  const patch = all.findLast((chart) => minorOf(chart) === minorOf(from) && serves(chart, 'v1'));
  const both = all.findLast(
    (chart) =>
      compareVersions(chart, '1.0.0') >= 0 && serves(chart, 'v1') && serves(chart, 'v1beta1'),
  );
  return [
    ...(patch === undefined || compareVersions(patch, from) <= 0
      ? []
      : [{ chart: patch, objects: 'old' as const }]),
    ...(both === undefined || compareVersions(both, to) >= 0
      ? []
      : [{ chart: both, objects: 'new' as const }]),
  ];
}

const minorOf = (version: string): string => version.split('.', 2).join('.');
