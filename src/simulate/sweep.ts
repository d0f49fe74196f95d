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
}

export function sweep(wave: Wave, dimensions: Dimensions, given: Parameters): readonly SweepRow[] {
  return combinations(dimensions).map((settings) => {
    const { inTime, pods, drained, nodes, needs, least, fits } = simulate(
      varied(wave, settings),
      given,
    );
    return { settings, inTime, pods, drained, nodes, needs, least, fits };
  });
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
