/** Array consistency against trying everything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConsistent, isConsistentInOrder } from '../../src/eventbridge/consistency.js';
import type { Within } from '../../src/eventbridge/leaves.js';

/** Places in a small forest of arrays: those numbered 10 and up lie in an element of array 0 or 1. */
const place: fc.Arbitrary<Within> = fc
  .tuple(fc.nat(2), fc.nat(2), fc.boolean(), fc.nat(1))
  .map(([array, index, nested, inner]) => {
    if (array === 2) return [];
    const outer = { array, index };
    return nested ? [outer, { array: 10 + array * 3 + index, index: inner }] : [outer];
  });

const places = fc.array(fc.array(place, { maxLength: 3 }), { maxLength: 4 });

/** Every choice of one place for each field, until one uses no array at two elements. */
function exhaustive(fields: readonly (readonly Within[])[], taken: Within = []): boolean {
  const [first, ...rest] = fields;
  if (first === undefined) return true;
  return first.some((within) => {
    const clash = within.some((step) =>
      taken.some(({ array, index }) => array === step.array && index !== step.index),
    );
    return !clash && exhaustive(rest, [...taken, ...within]);
  });
}

describe('isConsistent', () => {
  it('finds a consistent choice exactly when there is one', () => {
    const seen = new Set<unknown>();
    fc.assert(
      fc.property(places, (fields) => {
        const verdict = isConsistent(fields);
        seen.add(verdict);
        expect(verdict).toBe(exhaustive(fields));
      }),
      { numRuns: 5000, seed: 4 },
    );
    expect(seen).toEqual(new Set([true, false]));
  });

  it('takes long arrays that do not agree, each on its own', () => {
    const column = (array: number, parity: number): readonly Within[] =>
      Array.from({ length: 3000 }, (_, at) => [{ array, index: at * 2 + parity }]);
    const fields = [0, 1, 2].flatMap((array) => [column(array, 0), column(array, 1)]);
    expect(isConsistent(fields)).toBe(false);
  });

  it('takes arrays that agree before one that does not, each on its own', () => {
    const column = (array: number, parity: number): readonly Within[] =>
      Array.from({ length: 600 }, (_, at) => [{ array, index: at * 2 + parity }]);
    const agreeing = [0, 1].flatMap((array) => [column(array, 0), column(array, 0)]);
    expect(isConsistent([...agreeing, column(2, 0), column(2, 1)])).toBe(false);
  });

  it('says that it does not know rather than search without end', () => {
    // Thirty arrays, each tied to the next by a field that any of the two can satisfy; the first one contradicts itself.
    const either = (array: number): readonly Within[] => [0, 1].map((index) => [{ array, index }]);
    const arrays = [...Array(30).keys()];
    const fields = [
      ...arrays.map(either),
      ...arrays.map((array) => [...either(array), ...either(array + 1)]),
      ...either(0).map((within) => [within]),
    ];
    expect(isConsistent(fields)).toBeUndefined();
  });
});

describe('isConsistentInOrder', () => {
  const inner = (index: number): Within => [
    { array: 0, index: 0 },
    { array: 1, index },
  ];

  it('asks for one element of each array, the inner ones too', () => {
    expect(isConsistentInOrder([{ places: [inner(0)] }, { places: [inner(0)] }])).toBe(true);
    expect(isConsistentInOrder([{ places: [inner(0)] }, { places: [inner(1)] }])).toBe(false);
  });

  it('finds a field absent only where no place of it is in the elements taken', () => {
    const absent = (...absentFrom: readonly Within[]) => ({ places: [], absentFrom });
    expect(isConsistentInOrder([{ places: [inner(0)] }, absent(inner(1))])).toBe(true);
    expect(isConsistentInOrder([{ places: [inner(0)] }, absent(inner(1), inner(0))])).toBe(false);
    expect(isConsistentInOrder([absent(inner(1)), { places: [inner(0)] }])).toBe(false);
  });
});
