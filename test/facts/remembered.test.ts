/** Facts that remember their answers say what the facts say. */
import { describe, expect, it } from 'vitest';
import * as nth from '../../src/facts/nth.js';
import * as reactions from '../../src/facts/reactions.js';
import { remembered, rememberedReactions } from '../../src/facts/remembered.js';

describe('a remembered area', () => {
  it('asks each lookup by text once for each text', () => {
    const asked: string[] = [];
    const area = remembered({
      tag: 'managed',
      chart: (version: string) => asked.push(version),
      reads: (version: string, key: string) => asked.push(`${version} ${key}`),
    });
    expect([area.chart('1.0'), area.chart('1.0'), area.chart('2.0')]).toEqual([1, 1, 2]);
    expect([area.reads('1.0', 'a'), area.reads('1.0', 'a'), area.reads('1.0', 'b')]).toEqual([
      3, 3, 4,
    ]);
    expect(asked).toEqual(['1.0', '2.0', '1.0 a', '1.0 b']);
    expect(area.tag).toBe('managed');
  });

  it('remembers that there is no answer', () => {
    let asked = 0;
    const area = remembered({
      input(...texts: readonly string[]) {
        asked++;
        return texts.length > 2 ? texts : undefined;
      },
    });
    expect([area.input('a', 'b'), area.input('a', 'b')]).toEqual([undefined, undefined]);
    expect(asked).toBe(1);
    expect(area.input('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  });

  it('works out anew what is asked for by anything but text', () => {
    const { nthIamActions, readsValue, nthValues } = remembered(nth);
    const chart = nth.newestChart();
    expect(nthIamActions(chart, { heartbeats: true })).not.toEqual(nthIamActions(chart));
    const values = nthValues(chart);
    expect(readsValue(values, 'managedTag')).toBe(true);
    expect(readsValue(new Map(), 'managedTag')).toBe(false);
  });
});

describe('remembered reactions', () => {
  it('are those of the table for every query', () => {
    const area = rememberedReactions(reactions);
    for (const { handler, mode, event, variant, pools, versions } of reactions.REACTIONS)
      for (const pool of pools)
        for (const version of versions) {
          const query = {
            handler,
            pool,
            event,
            ...(mode && { mode }),
            ...(variant === undefined ? {} : { variant }),
            ...(version === null ? {} : { version }),
          };
          const told = area.reactionsFor(query);
          expect(told).toEqual(reactions.reactionsFor(query));
          expect(area.reactionsFor({ ...query })).toBe(told);
        }
  });
});
