/**
 * Workloads that no pool in sight can take although they seem to be meant for one.
 * A workload that names nothing of a pool's may run on nodes that are out of sight.
 */
import { distance } from 'fastest-levenshtein';
import type { Origin } from '../source/span.js';
import { isUnknown } from '../value/value.js';
import { fits, isCommon, met, type NodeShape, untolerated } from './fit.js';
import type { Pool, Taint } from './system.js';
import type { LabelCondition, Workload } from './workload.js';

export interface Obstacle {
  readonly says: string;
  readonly help: string;
  readonly from?: Origin;
}

export interface Unschedulable {
  readonly workload: Workload;
  readonly pool: Pool;
  readonly obstacle: Obstacle;
  /** More than one sign says that it is meant for the pool. */
  readonly sure: boolean;
}

export function unschedulable(
  workloads: readonly Workload[],
  shapes: readonly (NodeShape & { readonly pool: Pool })[],
): readonly Unschedulable[] {
  return workloads.flatMap((workload) => {
    if (shapes.length === 0 || shapes.some((shape) => fits(workload, shape) !== false)) return [];
    const meant = shapes
      .map((shape) => ({ shape, signs: signsFor(workload, shape) }))
      .filter(({ signs }) => signs > 0)
      .sort((a, b) => b.signs - a.signs)[0];
    if (meant === undefined) return [];
    const { shape, signs } = meant;
    const obstacle = obstacleTo(workload, shape);
    return obstacle === undefined
      ? []
      : [{ workload, pool: shape.pool, obstacle, sure: signs > 1 }];
  });
}

/** How much says that a workload is meant for a pool: labels of its own that it names, meets or just misses, taints. */
function signsFor(workload: Workload, shape: NodeShape): number {
  const own = ownLabels(shape);
  const keys = [...own.keys()];
  const named = workload.placement
    .flat()
    .filter(({ key }) => !isCommon(key) && keys.some((one) => one === key || isNear(one, key)));
  if (named.length === 0) return 0;
  const meets = named.some((one) => met(one, shape) === true);
  const misses = named.some((one) => nearMiss(one, own.get(one.key)));
  const tolerates = taintsOf(shape).some(({ key }) =>
    workload.tolerations.some((one) => one.key === key),
  );
  return 1 + (meets ? 2 : 0) + (misses ? 1 : 0) + (tolerates ? 1 : 0);
}

/** Labels by which the pool's nodes differ from others', with the value where there is one. */
function ownLabels({ pool, requirements }: NodeShape): ReadonlyMap<string, string | undefined> {
  const labels = new Map<string, string | undefined>(
    requirements.map(({ key }) => [key, undefined]),
  );
  if (!isUnknown(pool.labels)) for (const [key, value] of pool.labels.value) labels.set(key, value);
  if (pool.kind === 'NodePool' && !isUnknown(pool.name))
    labels.set('karpenter.sh/nodepool', pool.name.value);
  return labels;
}

const nearMiss = ({ values }: LabelCondition, own: string | undefined): boolean =>
  own !== undefined && values.some((value) => !isUnknown(value) && isNear(own, value.value));

/** A slip of the pen: a letter in four at most, or none but capitals. */
const isNear = (meant: string, written: string): boolean =>
  distance(meant.toLowerCase(), written.toLowerCase()) <= meant.length / 4;

const taintsOf = ({ pool }: NodeShape): readonly Taint[] =>
  isUnknown(pool.taints) ? [] : pool.taints.value;

function obstacleTo(workload: Workload, shape: NodeShape): Obstacle | undefined {
  const [term = []] = workload.placement;
  const unmet = term.find((one) => met(one, shape) === false);
  if (unmet !== undefined) return labelObstacle(unmet, ownLabels(shape));
  const [taint] = untolerated(workload.tolerations, taintsOf(shape));
  if (taint === undefined) return undefined;
  const { key, value, effect } = taint;
  return {
    says: `the taint "${key}${value === undefined ? '' : `=${value}`}:${effect}" is not tolerated`,
    help: `tolerate it: { key: ${key}, operator: ${value === undefined ? 'Exists' : `Equal, value: "${value}"`}, effect: ${effect} }`,
  };
}

function labelObstacle(
  { key, operator, values, from }: LabelCondition,
  own: ReadonlyMap<string, string | undefined>,
): Obstacle {
  const wanted = values.map((value) => (isUnknown(value) ? value.term : value.value)).join(', ');
  const says =
    operator === 'In'
      ? `"${key}" is never "${wanted}"`
      : `"${key}" ${operator} ${wanted} never holds`;
  return { says, help: labelHelp(key, own), from };
}

function labelHelp(key: string, own: ReadonlyMap<string, string | undefined>): string {
  const value = own.get(key);
  if (value !== undefined) return `"${key}" of its nodes is "${value}"`;
  const near = [...own.keys()].find((one) => one !== key && isNear(one, key));
  return near === undefined ? 'its nodes have no such label' : `did you mean "${near}"?`;
}
