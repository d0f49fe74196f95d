/** Whether an event is of a shape: which event of the facts a text is, and that samples and facts agree. */

import { type EventShape, type FieldShape, formsOf, formTokens } from './event-shape.js';
import { type Glob, overlaps, tokensOf } from './glob.js';
import { leafForms } from './leaves.js';
import { isUnknownScalar, type Scalar } from './matcher.js';

/** What of an event (parsed JSON) the shape does not allow, by path; empty where it fits. */
export function misfits(event: unknown, shape: EventShape): readonly string[] {
  const found = new Set<string>();
  const wrong: string[] = [];
  for (const { form, value } of leafForms(event)) {
    found.add(form);
    if (!fits(form, value, shape)) wrong.push(form);
  }
  for (const [path, field] of shape.fields)
    if (!field.optional && !('open' in field) && !found.has(path)) wrong.push(path);
  return wrong;
}

export const fitsShape = (event: unknown, shape: EventShape): boolean =>
  misfits(event, shape).length === 0;

function fits(form: string, value: Scalar, { fields }: EventShape): boolean {
  const field = fields.get(form);
  if (field !== undefined) return allows(field, value);
  return [...fields].some(
    ([path, shape]) => 'open' in shape && form.startsWith(path.replace(/\*$/, '')),
  );
}

function allows(field: FieldShape, value: Scalar): boolean {
  if ('open' in field) return true;
  if ('values' in field)
    return field.values.some((known) => isUnknownScalar(known) || known === value);
  if (typeof value !== 'string') return false;
  if (field.except?.some((name) => name.toLowerCase() === value.toLowerCase())) return false;
  const text: Glob = { tokens: tokensOf([value]), ignoreCase: false };
  return field.like.flatMap(formsOf).some((form) => overlaps(text, formTokens(form)));
}
