/** The model's claims and the trace, each made without the other, say the same of every (pool, event). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { State } from '../../src/model/verdict.js';
import { compareSystem, differencesIn } from '../support/agreement.js';
import { aSystem } from '../support/random-system.js';

describe('the model and the trace', () => {
  it('agree on random systems with unknowns in them', () => {
    const seen = new Map<State, number>();
    fc.assert(
      fc.property(aSystem, (system) => {
        const compared = compareSystem(system);
        expect(differencesIn(compared)).toEqual([]);
        for (const { verdict } of compared)
          seen.set(verdict.state, (seen.get(verdict.state) ?? 0) + 1);
      }),
      { numRuns: 200, seed: 20261130 },
    );
    const states = ['owned', 'conflict', 'gap', 'undetermined', 'not-applicable'] as const;
    expect(states.filter((state) => (seen.get(state) ?? 0) < 3)).toEqual([]);
  });
});
