/** Values of a repo as data of a policy: what is known as it is, what only Terraform knows as a reference. */
import type { Span } from '../../source/span.js';
import { parseTraversal } from '../../terraform/syntax/traversal.js';
import { isList, isMap, isUnknown, type Unknown, type Value } from '../../value/value.js';
import { type Notes, uncarried } from './notes.js';

/** Data of a policy; a key or an item that cannot be said is left out, and noted. */
export function plainOf(notes: Notes, value: Value, what: string): unknown {
  if (!isUnknown(value) && value.secret === true) {
    // At its name: where the value itself stands, a report would show it.
    const at = { at: value.key ?? zeroWidth(value.from.at) };
    uncarried(notes, `${what} is secret, and a policy holds no secrets`, at, {
      help: 'pass it to the call yourself',
    });
    return undefined;
  }
  if (value.encodes !== undefined) return plainOf(notes, value.encodes, what);
  if (isUnknown(value)) return referenceOf(notes, value, what);
  const data = value.value;
  if (isList(data)) return data.flatMap((item, i) => plainOf(notes, item, `${what}[${i}]`) ?? []);
  if (isMap(data))
    return new Map(
      [...data].map(([key, item]) => [key, plainOf(notes, item, `${what}.${key}`)] as const),
    );
  return data;
}

const zeroWidth = (at: Span): Span => ({ ...at, start: 0, end: 0 });

/** Names that mean something in a root module, or to whoever calls it. */
const ROOTS = /^(?:module|var|local|data)\.|^[a-z][a-z0-9]*_[a-z0-9_]*\./;
/** Names inside a module that a root calls: nobody outside can refer to them. */
const INNER =
  /\bmodule\.[^.[]+(?:\[[^\]]*\])?\.(?:module|var|local|data|[a-z][a-z0-9]*_[a-z0-9_]*)\./;

/** `{ terraform: … }` for a value that the root can refer to. */
export function referenceOf(notes: Notes, value: Unknown, what: string): unknown {
  const { term } = value;
  if (canRefer(value)) return { terraform: term };
  uncarried(notes, `${what} is not known, and nothing outside refers to it: ${term}`, value.from, {
    help: 'say its value in the policy',
  });
  return undefined;
}

export const canRefer = ({ term, from }: Unknown): boolean =>
  ROOTS.test(term) && !INNER.test(term) && parseTraversal(term, from.at) !== undefined;
