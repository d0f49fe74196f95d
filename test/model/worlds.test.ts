/** What holds in every world holds; where worlds differ, what they differ in is named. */
import { describe, expect, it } from 'vitest';
import { eventName, type State } from '../../src/model/verdict.js';
import type { WorldVerdicts } from '../../src/model/worlds.js';
import { mergeWorlds } from '../../src/model/worlds.js';
import { open } from '../support/system.js';
import { nodePool, verdictsOf } from '../support/verdicts.js';

/** A world in which the Spot notice has a state. */
function world(
  state: State,
  given: Partial<WorldVerdicts> & { readonly is?: Record<string, boolean> },
): WorldVerdicts {
  const spot = verdictsOf({ pools: [nodePool] }).filter(
    ({ event }) => eventName(event) === 'spot-interruption',
  );
  const { is = {}, ...rest } = given;
  return {
    world: new Map(Object.entries(is)),
    verdicts: spot.map((verdict) => ({ ...verdict, state, unknowns: [] })),
    ...rest,
  };
}

const merged = (...worlds: readonly WorldVerdicts[]) =>
  mergeWorlds(worlds).map(({ state, unknowns, worlds: all }) => ({
    state,
    unknowns: unknowns.map(({ term }) => term),
    worlds: all?.map(({ when, state: there }) => `${when}: ${there}`),
  }))[0];

describe('several worlds', () => {
  it('agree on what they agree on', () => {
    expect(
      merged(world('owned', { is: { 'var.a': true } }), world('owned', { is: { 'var.a': false } })),
    ).toEqual({ state: 'owned', unknowns: [], worlds: ['var.a: owned', 'not var.a: owned'] });
  });

  it('leave open what decides', () => {
    const found = merged(
      world('owned', { is: { 'var.a': true, 'var.b': true } }),
      world('owned', { is: { 'var.a': true, 'var.b': false } }),
      world('gap', { is: { 'var.a': false, 'var.b': true } }),
      world('gap', { is: { 'var.a': false, 'var.b': false } }),
    );
    expect(found?.state).toBe('undetermined');
    expect(found?.unknowns).toEqual(['var.a']);
  });

  it('name the releases that decide, with the booleans that do not left out', () => {
    const release = [{ term: 'the release of module.addons', from: open('x').from }];
    const found = merged(
      world('owned', { is: { 'var.a': true }, when: 'module.addons at 2', open: release }),
      world('owned', { is: { 'var.a': false }, when: 'module.addons at 2', open: release }),
      world('gap', { is: { 'var.a': true }, when: 'module.addons at 1', open: release }),
      world('gap', { is: { 'var.a': false }, when: 'module.addons at 1', open: release }),
    );
    expect(found?.unknowns).toEqual(['the release of module.addons']);
  });

  it('say nothing where the event cannot happen', () => {
    const found = merged(
      world('not-applicable', { is: { 'var.a': true } }),
      world('owned', { is: { 'var.a': false } }),
    );
    expect(found?.state).toBe('owned');
  });

  it('say nothing of a pool that they lack', () => {
    const found = merged(world('owned', { is: { 'var.a': true } }), {
      world: new Map([['var.a', false]]),
      verdicts: [],
    });
    expect(found?.state).toBe('owned');
  });

  it('show the claims of the first world in which the event can happen', () => {
    const with_ = (state: State, installation: string, at: number) => {
      const one = world(state, { is: { [`var.${at}`]: true } });
      return {
        ...one,
        verdicts: one.verdicts.map((verdict) => ({
          ...verdict,
          claims: [{ installation } as never],
        })),
      };
    };
    const shown = (...worlds: readonly WorldVerdicts[]) =>
      mergeWorlds(worlds)[0]?.claims[0]?.installation;
    expect(
      shown(with_('not-applicable', 'a', 0), with_('owned', 'b', 1), with_('owned', 'c', 2)),
    ).toBe('b');
    expect(shown(with_('not-applicable', 'a', 0), with_('not-applicable', 'b', 1))).toBe('a');
    expect(shown(with_('gap', 'a', 0), with_('owned', 'b', 1))).toBe('a');
  });

  it('rest on what any of them rests on, and say what tells them apart', () => {
    const assuming = [{ id: 'x', says: 'it is so' }];
    const rests = world('owned', { is: { 'var.a': true }, when: '' });
    const both = mergeWorlds([
      { ...rests, verdicts: rests.verdicts.map((verdict) => ({ ...verdict, assuming })) },
      world('owned', { is: { 'var.a': false }, when: 'module.x at 2' }),
    ])[0];
    expect(both?.assuming.map(({ id }) => id)).toContain('x');
    expect(both?.worlds?.map(({ when }) => when)).toEqual(['var.a', 'not var.a and module.x at 2']);
  });

  it('are none, or one as it is', () => {
    expect(mergeWorlds([])).toEqual([]);
    const one = world('gap', {});
    expect(mergeWorlds([one])).toBe(one.verdicts);
  });
});
