/** The wave of one judged policy: composed, simulated, with what to change and what else was tried. */
import type { KubeObject } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import type { JudgedVerdict } from '../model/expect.js';
import type { System } from '../model/system.js';
import type { Timeline } from '../model/timeline.js';
import type { Timing } from '../model/timing.js';
import { type Titles, titlesOf } from '../model/titles.js';
import type { Span } from '../source/span.js';
import { type Advised, advise } from './advice.js';
import { type Composed, compose, type Wanted } from './compose.js';
import type { DrainerFacts } from './drainers.js';
import { loneDrain } from './lone-drain.js';
import type { Scenario } from './scenario.js';
import { type Simulated, simulate } from './simulate.js';
import { type Dimensions, type SweepRow, sweep } from './sweep.js';
import type { Wave } from './wave.js';

export interface SimulateInput {
  readonly judged: {
    readonly system: System;
    readonly verdicts: readonly JudgedVerdict[];
    readonly timing: Timing;
  };
  readonly from: Span;
  readonly expected?: number;
  readonly scenario?: Scenario;
  readonly objects: readonly KubeObject[];
  readonly wanted: Wanted;
  readonly dimensions?: Dimensions;
  readonly facts: DrainerFacts;
}

/** What a wave did. */
export interface Ran {
  readonly wave: Wave;
  readonly outcome: Simulated;
  readonly advised: Advised;
  readonly sweep: readonly SweepRow[];
  /** The longest drain of each pool, step by step. */
  readonly timelines: readonly Timeline[];
  /** What people call an installation. */
  readonly title: Titles;
}

export interface SimulatedPolicy extends Pick<Composed, 'spared' | 'taken'> {
  /** Undefined where Spot takes nothing back. */
  readonly ran?: Ran;
  readonly findings: readonly Finding[];
}

export function simulatePolicy(input: SimulateInput): SimulatedPolicy {
  const { judged, dimensions, facts } = input;
  const { system, verdicts, timing } = judged;
  const { wave, ids, spared, taken, findings } = compose({ ...input, system, verdicts, timing });
  if (wave === undefined || findings.length > 0) return { spared, taken, findings };
  const given = facts.simulation;
  const outcome = simulate(wave, given);
  return {
    spared,
    taken,
    findings,
    ran: {
      wave,
      outcome,
      advised: advise(wave, outcome, given),
      sweep: dimensions === undefined ? [] : sweep(wave, dimensions, given),
      title: titlesOf(system),
      timelines: ids.flatMap((id, pool) => {
        const usual = longest(judged.timing, id);
        return usual === undefined ? [] : [loneDrain(usual, wave, pool)];
      }),
    },
  };
}

/** The time line of a pool's longest drain on a Spot notice. */
function longest({ timelines }: Timing, id: string): Timeline | undefined {
  return timelines
    .filter(({ pool, event }) => pool.id === id && event === 'spot-interruption')
    .reduce<Timeline | undefined>(
      (most, line) => (line.ends >= (most?.ends ?? -1) ? line : most),
      undefined,
    );
}
