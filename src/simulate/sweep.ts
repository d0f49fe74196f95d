/** The same wave under many settings: every combination of workers, replicas and grace that is asked for. */
import type { Parameters } from './run.js';
import { simulate } from './simulate.js';
import { withGrace, withNth } from './variants.js';
import type { Wave } from './wave.js';

export const DIMENSIONS = ['workers', 'replicas', 'grace'] as const;

export type Dimension = (typeof DIMENSIONS)[number];

export type Dimensions = Readonly<Partial<Record<Dimension, readonly number[]>>>;

export interface SweepRow {
  readonly settings: Readonly<Partial<Record<Dimension, number>>>;
  readonly inTime: number;
  readonly pods: number;
  readonly drained: number;
  readonly nodes: number;
  readonly needs: number | undefined;
  readonly least: number;
  readonly fits: boolean;
  /** No other row has as many pods in time, or as many so soon; absent where all rows are alike. */
  readonly best?: true;
}

export function sweep(wave: Wave, dimensions: Dimensions, given: Parameters): readonly SweepRow[] {
  const rows = combinations(dimensions).map((settings): SweepRow => {
    const { inTime, pods, drained, nodes, needs, least, fits } = simulate(
      varied(wave, settings),
      given,
    );
    return { settings, inTime, pods, drained, nodes, needs, least, fits };
  });
  const [best] = rows.toSorted(better);
  const [worst] = rows.toSorted((a, b) => better(b, a));
  if (best === undefined || worst === undefined || better(best, worst) === 0) return rows;
  return rows.map((row) => (row === best ? { ...row, best: true } : row));
}

/** More pods in time come first, then less time; of equal rows the first. */
function better(a: SweepRow, b: SweepRow): number {
  if (a.inTime !== b.inTime) return b.inTime - a.inTime;
  const [first, second] = [a.needs ?? Number.MAX_VALUE, b.needs ?? Number.MAX_VALUE];
  return first - second;
}

function varied(wave: Wave, { workers, replicas, grace }: SweepRow['settings']): Wave {
  const nth = withNth(wave, {
    ...(workers !== undefined && { workers }),
    ...(replicas !== undefined && { replicas }),
  });
  return grace === undefined ? nth : withGrace(nth, grace);
}

const combinations = (dimensions: Dimensions): readonly SweepRow['settings'][] =>
  DIMENSIONS.reduce<readonly SweepRow['settings'][]>(
    (rows, dimension) =>
      rows.flatMap((row) => {
        const values = dimensions[dimension];
        return values === undefined
          ? [row]
          : values.map((value) => ({ ...row, [dimension]: value }));
      }),
    [{}],
  );
