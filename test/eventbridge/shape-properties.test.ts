/** The promises of matchShape, for random shapes and patterns and for those of the facts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { misfits } from '../../src/eventbridge/fit.js';
import { matchEvent } from '../../src/eventbridge/match.js';
import { parsePattern } from '../../src/eventbridge/pattern.js';
import { type EventShape, matchShape, specialise } from '../../src/eventbridge/shape.js';
import { events } from '../../src/facts/events.js';
import { fromData, isList, isMap, isUnknown, known, type Value } from '../../src/value/value.js';
import { anyShape, at, eventOf, patternFor } from './arbitrary.js';
import { here, patternOf, term } from './support.js';

const shapes = [...events.atoms, ...events.otherShapes].flatMap(({ shape }) => shape ?? []);
const aShape = fc.oneof(anyShape, fc.constantFrom(...shapes));

/** A shape, an event of it, and the data of a pattern. */
const triple = aShape.chain((shape) =>
  eventOf(shape).chain((event) =>
    patternFor(shape, event).map((pattern) => ({ shape, event, pattern })),
  ),
);

const runs = { numRuns: 3000, seed: 20261130 };

const agrees = (coverage: unknown, verdict: unknown): boolean =>
  (coverage !== 'every' || verdict === true) && (coverage !== 'none' || verdict === false);

describe('matchShape keeps its promises', () => {
  it('"every" means that an event matches, "none" that it does not', () => {
    const seen = { every: 0, some: 0, none: 0 };
    fc.assert(
      fc.property(triple, ({ shape, event, pattern }) => {
        const parsed = patternOf(pattern);
        const coverage = matchShape(parsed, shape);
        if (typeof coverage === 'string') seen[coverage]++;
        expect(agrees(coverage, matchEvent(parsed, event))).toBe(true);
      }),
      runs,
    );
    expect(Math.min(seen.every, seen.some, seen.none)).toBeGreaterThan(100);
  });

  it('random events are of their shape', () => {
    fc.assert(
      fc.property(triple, ({ shape, event }) => {
        expect(misfits(event, shape)).toEqual([]);
      }),
      { ...runs, numRuns: 1000 },
    );
  });

  it('a shape with a field made known covers the events with that value', () => {
    fc.assert(
      fc.property(triple, fc.nat(), ({ shape, event, pattern }, pick) => {
        const known = knownOf(shape, event, pick);
        const coverage = matchShape(patternOf(pattern), specialise(shape, known));
        expect(agrees(coverage, matchEvent(patternOf(pattern), event))).toBe(true);
      }),
      runs,
    );
  });

  it('what is decided in spite of unknowns stays so when they become known', () => {
    let decided = 0;
    fc.assert(
      fc.property(triple, fc.infiniteStream(fc.nat(5)), ({ shape, event, pattern }, dice) => {
        const veiled = parsePattern(veil(fromData(pattern, here), dice)).pattern;
        if (veiled === undefined) throw new Error('a veiled pattern is still a pattern');
        const verdict = matchEvent(patternOf(pattern), event);
        const guess = matchEvent(veiled, event);
        if (guess === true || guess === false) decided++;
        expect(typeof guess === 'boolean' ? guess : verdict).toBe(verdict);
        expect(agrees(matchShape(veiled, shape), verdict)).toBe(true);
      }),
      runs,
    );
    expect(decided).toBeGreaterThan(500);
  });
});

/** One top-level or nested text of the event outside of arrays, by its path. */
function knownOf(shape: EventShape, event: unknown, pick: number): Record<string, string> {
  const texts = [...shape.fields.keys()].flatMap((path) => {
    const value = path.includes('[]') ? undefined : at(event, path.split('.'));
    return typeof value === 'string' ? [[path, value] as const] : [];
  });
  const chosen = texts[pick % Math.max(1, texts.length)];
  return chosen ? { [chosen[0]]: chosen[1] } : {};
}

/** Some texts of a pattern made unknown, as elements of arrays and as operands; some arrays of texts as a whole. */
function veil(value: Value, dice: Iterator<number>): Value {
  const roll = (): number => dice.next().value;
  if (isUnknown(value)) return value;
  const { value: data } = value;
  if (typeof data === 'string') {
    const chance = roll();
    if (chance === 0) return term('var.x');
    return chance === 1 ? term('var.y', data.slice(0, 2)) : value;
  }
  if (isList(data)) {
    const isLiteral = data.every((item) => !isUnknown(item) && typeof item.value === 'string');
    if (isLiteral && roll() === 0) return term('var.names');
    return known(
      data.map((item) => veil(item, dice)),
      here,
    );
  }
  if (!isMap(data)) return value;
  return known(new Map([...data].map(([name, item]) => [name, veil(item, dice)])), here);
}
