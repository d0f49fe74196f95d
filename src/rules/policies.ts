/** What rules on policy documents share: documents that are known and in force, words for their owners. */
import type { System } from '../model/system.js';
import type { WrittenPolicy, WrittenStatement } from '../model/written.js';
import type { Span } from '../source/span.js';
import { isUnknown, type Unknown, type Value } from '../value/value.js';

export interface KnownPolicy extends WrittenPolicy {
  readonly statements: readonly WrittenStatement[];
}

const isKnown = (policy: WrittenPolicy): policy is KnownPolicy =>
  !('unknown' in (policy.statements as readonly WrittenStatement[] | Unknown)) &&
  policy.exists !== false;

export const knownPolicies = (
  { as }: System,
  ...kinds: readonly WrittenPolicy['kind'][]
): readonly KnownPolicy[] => as.policies.filter(isKnown).filter(({ kind }) => kinds.includes(kind));

/** Texts that are written, each with its place. */
export const textsOf = (
  values: readonly Value[],
): readonly { readonly text: string; readonly at: Span }[] =>
  values.flatMap((value) =>
    isUnknown(value) || typeof value.value !== 'string'
      ? []
      : [{ text: value.value, at: value.from.at }],
  );

/** Whether an action is among the patterns, as far as they are written. */
export const namesAction = (actions: readonly Value[], action: string): boolean =>
  textsOf(actions).some(({ text }) => {
    const pattern = text.toLowerCase().split('*');
    return pattern.length === 1
      ? pattern[0] === action.toLowerCase()
      : fits(pattern, action.toLowerCase());
  });

function fits([first = '', ...rest]: readonly string[], action: string): boolean {
  if (!action.startsWith(first)) return false;
  let place = first.length;
  for (const part of rest) {
    const found = action.indexOf(part, place);
    if (found < 0) return false;
    place = found + part.length;
  }
  return rest.at(-1) === '' || place === action.length;
}
