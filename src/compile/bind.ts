/**
 * References of a policy bound in an output that is a root of its own: each
 * becomes a variable, or a data source where the policy says `lookup`.
 */

import { type Given, isReference, type Reference } from '../policy/intent.js';
import { isReferenceForm } from '../policy/references.js';
import type { Origin, Span } from '../source/span.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import { printExpression } from '../terraform/syntax/print.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';
import { block } from './plan.js';

export interface Hint {
  /** Name of the variable; made from the reference where absent. */
  readonly name?: string;
  readonly type?: 'string' | 'any';
  /** What to read instead where the policy says `lookup: true`. */
  readonly lookup?: (at: Span) => Expression;
}

export interface Binder {
  readonly reference: (reference: Reference, hint?: Hint) => Expression;
  readonly given: (given: Given, hint?: Hint) => Expression;
  /** Verbatim data of a policy: literals stay literals, references inside are bound. */
  readonly value: (value: Value) => Expression;
  /** The variable blocks for everything bound so far, in the order of their names. */
  readonly variables: () => readonly SourceBlock[];
  /** References that asked for a look-up where there is nothing to look them up by. */
  readonly unresolvable: () => readonly Reference[];
}

interface Bound {
  readonly name: string;
  readonly reference: Reference;
  readonly type: 'string' | 'any';
}

/** `read` turns a value of the form `{ terraform: … }` into a reference that was already checked. */
export function binder(read: (value: Value) => Reference | undefined): Binder {
  const bound = new Map<string, Bound>();
  const taken = new Set<string>();
  const unresolvable: Reference[] = [];

  const variable = (reference: Reference, hint: Hint): string => {
    const before = bound.get(reference.term);
    if (before !== undefined) return before.name;
    const name = unique(hint.name ?? slug(reference.term), taken);
    taken.add(name);
    bound.set(reference.term, { name, reference, type: hint.type ?? 'any' });
    return name;
  };
  const reference = (ref: Reference, hint: Hint = {}): Expression => {
    if (ref.lookup && hint.lookup !== undefined) return hint.lookup(ref.from.at);
    if (ref.lookup) unresolvable.push(ref);
    return make.reference(`var.${variable(ref, hint)}`, ref.from.at);
  };
  const value = (item: Value): Expression => {
    if (isUnknown(item)) return make.literal(null, item.from.at);
    const at = item.from.at;
    if (isReferenceForm(item)) {
      const ref = read(item);
      return ref === undefined ? make.literal(null, at) : reference(ref);
    }
    const data = item.value;
    if (isList(data)) return make.list(data.map(value), at);
    if (isMap(data))
      return make.object(
        [...data].map(([key, part]) => [key, value(part)] as const),
        at,
      );
    return make.literal(data as string | number | boolean | null, at);
  };
  return {
    reference,
    value,
    given: (given, hint) =>
      isReference(given)
        ? reference(given, { type: 'string', ...hint })
        : make.literal(given.value, given.from.at),
    variables: () =>
      [...bound.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map(variableBlock),
    unresolvable: () => unresolvable,
  };
}

/** A variable name from an expression: its letters and digits, not longer than is readable. */
const slug = (term: string): string => {
  const words = term.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return (/^[A-Za-z]/.test(words) ? words : `value_${words}`).slice(0, 80).toLowerCase();
};

function unique(name: string, taken: ReadonlySet<string>): string {
  let candidate = name;
  for (let i = 2; taken.has(candidate); i++) candidate = `${name}_${i}`;
  return candidate;
}

function variableBlock({ name, reference, type }: Bound): SourceBlock {
  const at = reference.from.at;
  const plain = block(
    'variable',
    [name],
    {
      type: make.literal(type, at),
      description: make.literal(`Bind to ${printExpression(reference.expression)}`, at),
      nullable: make.literal(false, at),
    },
    at,
  );
  const { is } = reference;
  if (is === undefined) return plain;
  return { ...plain, body: { ...plain.body, blocks: [validation(name, is.value, is.from)] } };
}

/** Holds the value that the policy was judged with and the one that Terraform has together. */
function validation(name: string, value: string | number | boolean, from: Origin): SourceBlock {
  const at = from.at;
  return block(
    'validation',
    [],
    {
      condition: {
        kind: 'binary',
        operator: '==',
        left: make.reference(`var.${name}`, at),
        right: make.literal(value, at),
        at,
      },
      error_message: make.literal(
        `The policy was judged with ${JSON.stringify(value)}; say the new value in the policy and compile again.`,
        at,
      ),
    },
    at,
  );
}
