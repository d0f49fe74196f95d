/** Plans are not idle: every leaf of every plan, and the list of inert leaves holds nothing else. */
import { describe, expect, it } from 'vitest';
import { notBorneOut, plansAreNotIdle } from '../support/plan-mutation.js';

plansAreNotIdle(() => true);

describe('the list of inert leaves', () => {
  it('holds nothing that is not borne out', () => {
    expect(notBorneOut()).toEqual([]);
  });
});
