/** Conditions on labels: of a value, and of the values that another condition leaves. */
import { and, or, type Tri } from '../value/logic.js';
import { isUnknown, type Maybe } from '../value/value.js';
import type { LabelCondition } from './workload.js';

/** Whether a condition holds for a label's value; undefined where the label is absent. Unknown values hold. */
export function holdsFor(condition: LabelCondition, label: string | undefined): boolean {
  const tri = holds(condition, label);
  return tri === true || (tri !== false && 'unknown' in tri);
}

export function holds(condition: LabelCondition, label: string | undefined): Tri {
  const { operator, values } = condition;
  switch (operator) {
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
    case 'In':
      return label === undefined ? false : listed(values, label);
    case 'NotIn': {
      const found = label === undefined ? false : listed(values, label);
      return found === true ? false : found === false ? true : found;
    }
    default:
      return label !== undefined && compares(condition, Number(label));
  }
}

const listed = (values: readonly Maybe<string>[], label: string): Tri =>
  or(values.map((value) => (isUnknown(value) ? value : value.value === label)));

function compares({ operator, values }: LabelCondition, label: number): Tri {
  const [bound] = values;
  if (bound === undefined) return false;
  if (isUnknown(bound)) return bound;
  const limit = Number(bound.value);
  if (operator === 'Gt') return label > limit;
  if (operator === 'Lt') return label < limit;
  return operator === 'Gte' ? label >= limit : label <= limit;
}

/** Whether a label can be chosen so that a condition holds as well as those that its chooser is bound by. */
export function meets(condition: LabelCondition, bounds: readonly LabelCondition[]): Tri {
  if (bounds.some(({ operator }) => operator === 'DoesNotExist'))
    return holds(condition, undefined);
  if (condition.operator === 'DoesNotExist') return false;
  const wanted = condition.operator === 'In' ? condition.values : candidates(bounds);
  // Without a list there is always another value.
  if (wanted === undefined) return true;
  return or(
    wanted.map((value): Tri => {
      if (isUnknown(value)) return value;
      return and([condition, ...bounds].map((one) => holds(one, value.value)));
    }),
  );
}

const candidates = (bounds: readonly LabelCondition[]): readonly Maybe<string>[] | undefined =>
  bounds.find(({ operator }) => operator === 'In')?.values;
