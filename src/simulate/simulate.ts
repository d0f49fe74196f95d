/** A wave simulated: what became of it, and the least time that any schedule needs. */
import { leastTime } from './bound.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { type Parameters, run } from './run.js';
import type { Wave } from './wave.js';

export interface Simulated extends Outcome {
  /** Seconds; Infinity where no schedule ends. */
  readonly least: number;
}

export function simulate(wave: Wave, given: Parameters): Simulated {
  const staying = run(wave, given, 'stay');
  // Where all nodes go at once, nothing that happens before differs.
  const ending = wave.spread === 0 ? staying : run(wave, given, 'loss');
  return { ...outcomeOf(wave, ending, staying), least: leastTime(wave, given) };
}
