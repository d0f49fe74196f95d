/** The values of the karpenter and karpenter-crd charts, release by release. */
import data from './data/karpenter-values.json' with { type: 'json' };
import { asRows, type Ranged, rowsFor } from './range.js';
import type { ChartValue } from './values.js';

export type { ChartValue } from './values.js';

type Row = Ranged & ChartValue & { readonly name: string };

/** Dotted keys that the karpenter chart reads, with defaults. */
export const chartValues = (version: string): ReadonlyMap<string, ChartValue> =>
  table(data.karpenter, version);

/** Dotted keys that the karpenter-crd chart reads; empty for releases whose chart takes none. */
export const crdChartValues = (version: string): ReadonlyMap<string, ChartValue> =>
  table(data.karpenterCrd, version);

const table = (rows: readonly unknown[], version: string): ReadonlyMap<string, ChartValue> =>
  new Map(
    rowsFor(asRows<Row>(rows), version).map(({ name, versions: _, ...value }) => [name, value]),
  );
