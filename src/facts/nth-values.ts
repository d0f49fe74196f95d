/** The values of the NTH charts: defaults, which mode's templates read them, and which wins where several say the same. */
import data from './data/nth-values.json' with { type: 'json' };
import { asRows, type Ranged, rowsFor } from './range.js';
import type { ChartValue } from './values.js';

export type NthMode = 'queue' | 'imds';

export interface NthValue extends ChartValue {
  /** The modes in which a template reads it. In the other, it has no effect. */
  readonly modes: readonly NthMode[];
}

type Named = Ranged & { readonly name: string };

/** Dotted keys that a chart reads in one mode or the other. */
export const nthValues = (chart: string): ReadonlyMap<string, NthValue> =>
  new Map(
    rowsFor(asRows<Named & NthValue>(data.values), chart).map(({ name, versions: _, ...value }) => [
      name,
      value,
    ]),
  );

/**
 * The values that decide one field of the DaemonSet's pods, the winner first.
 * The first that is not empty replaces the others whole. Older charts have no
 * such order, and the Deployment of queue mode reads only the plain name.
 */
export function precedence(
  chart: string,
  os: 'linux' | 'windows',
  field: 'affinity' | 'nodeSelector' | 'tolerations',
): readonly string[] {
  const rows = rowsFor(asRows<Named & { order: readonly string[] }>(data.precedence), chart);
  return rows.find(({ name }) => name === `${os}.${field}`)?.order ?? [field];
}

/** Environment variables that a mode's pods get from a value, by variable. */
export const environment = (chart: string, mode: NthMode): ReadonlyMap<string, string> =>
  new Map(
    rowsFor(asRows<Named & { value: string }>(data.environment), chart)
      .filter(({ name }) => name.startsWith(`${mode}.`))
      .map(({ name, value }) => [name.slice(mode.length + 1), value]),
  );
