/**
 * Array consistency: fields that a rule finds in one array of objects must all be
 * found in the same element. Each field brings the places it may be found in.
 */
import type { Step, Within } from './leaves.js';

/** Enough for any event; only names with dots in them, which AWS does not use, can need more. */
const MAX_STEPS = 100_000;

interface Budget {
  left: number;
}

/** Whether each field can be found at one of its places, all of them in the same elements; undefined past our bound. */
export function isConsistent(fields: readonly (readonly Within[])[]): boolean | undefined {
  const budget = { left: MAX_STEPS };
  if (solve(fields, budget)) return true;
  return budget.left < 0 ? undefined : false;
}

function solve(fields: readonly (readonly Within[])[], budget: Budget): boolean {
  if (--budget.left < 0) return false;
  // A place outside of all arrays asks nothing of the other fields.
  const bound = fields.filter((places) => places.every((within) => within.length > 0));
  return groups(bound.map(byElement)).every((group) => solveGroup(group, budget));
}

/** The places of one field by the array element they start in, with that element left off. */
interface Field {
  readonly arrays: ReadonlySet<number>;
  readonly elements: ReadonlyMap<string, { readonly step: Step; readonly rest: Within[] }>;
  readonly places: readonly Within[];
}

function byElement(places: readonly Within[]): Field {
  const arrays = new Set<number>();
  const elements = new Map<string, { readonly step: Step; readonly rest: Within[] }>();
  for (const [step, ...rest] of places) {
    if (step === undefined) continue;
    arrays.add(step.array);
    const found = elements.get(keyOf(step));
    if (found) found.rest.push(rest);
    else elements.set(keyOf(step), { step, rest: [rest] });
  }
  return { arrays, elements, places };
}

const keyOf = ({ array, index }: Step): string => `${array}:${index}`;

/** Fields that share an array, directly or through others, decide together; the groups are independent. */
function groups(fields: readonly Field[]): readonly (readonly Field[])[] {
  let found: { readonly arrays: ReadonlySet<number>; readonly fields: readonly Field[] }[] = [];
  for (const field of fields) {
    const joined = found.filter(({ arrays }) => [...arrays].some((id) => field.arrays.has(id)));
    const arrays = new Set([...field.arrays, ...joined.flatMap((group) => [...group.arrays])]);
    const members = [...joined.flatMap((group) => group.fields), field];
    found = [...found.filter((group) => !joined.includes(group)), { arrays, fields: members }];
  }
  return found.map((group) => group.fields);
}

/** Tries each element the first field may lie in: the others follow it, or use other arrays. */
function solveGroup(group: readonly Field[], budget: Budget): boolean {
  const [first] = group;
  for (const [key, { step }] of first?.elements ?? []) {
    const inside = group.map((field) => [
      ...(field.elements.get(key)?.rest ?? []),
      ...placesOutside(field, step.array),
    ]);
    if (solve(inside, budget)) return true;
  }
  return false;
}

function placesOutside({ arrays, places }: Field, array: number): readonly Within[] {
  if (arrays.size === 1 && arrays.has(array)) return [];
  return places.filter(([step]) => step?.array !== array);
}

/** A field that may also be absent: from the elements that the fields before it are found in. */
export interface OrderedField {
  readonly places: readonly Within[];
  /** Where the event has it; only for a field that wants to be absent. */
  readonly absentFrom?: readonly Within[];
}

/** Deeper than any pattern that EventBridge would take. */
const MAX_FIELDS = 1000;

/**
 * The same for rules in which a field wants to be absent. EventBridge takes the fields in the order
 * of their paths, and asks for absence in the elements chosen by then (aws/event-ruler@337e8d9
 * src/main/software/amazon/event/ruler/NameState.java).
 */
export function isConsistentInOrder(fields: readonly OrderedField[]): boolean | undefined {
  const bound = fields.filter(({ places }) => places.every((within) => within.length > 0));
  const budget = { left: bound.length > MAX_FIELDS ? 0 : MAX_STEPS };
  if (search(bound, new Map(), budget)) return true;
  return budget.left < 0 ? undefined : false;
}

function search(
  [field, ...rest]: readonly OrderedField[],
  taken: ReadonlyMap<number, number>,
  budget: Budget,
): boolean {
  if (--budget.left < 0) return false;
  if (field === undefined) return true;
  const agrees = (within: Within): boolean =>
    within.every(({ array, index }) => (taken.get(array) ?? index) === index);
  for (const within of field.places) {
    if (!agrees(within)) continue;
    const steps = within.map(({ array, index }) => [array, index] as const);
    if (search(rest, new Map([...taken, ...steps]), budget)) return true;
  }
  const isAbsent = field.absentFrom?.some(agrees) === false;
  return isAbsent && search(rest, taken, budget);
}
