/**
 * References of a policy bound in an output that is a root of its own: each
 * becomes a variable, or a data source where the policy says `lookup`.
 */

import { type Given, isReference, type Reference } from '../policy/intent.js';
import { isReferenceForm } from '../policy/references.js';
import type { Span } from '../source/span.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import { printExpression } from '../terraform/syntax/print.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';
import { block } from './plan.js';

/** What a value must be, for what the policy says to hold. */
export interface Guard {
  readonly condition: (value: Expression) => Expression;
  /** What to give instead; text, not a template. */
  readonly message: string;
}

export interface Hint {
  /** Name of the variable; made from the reference where absent. */
  readonly name?: string;
  readonly type?: 'string' | 'any';
  /** What the variable is, in a sentence. */
  readonly description?: string;
  readonly guards?: readonly Guard[];
  /** The pool whose Auto Scaling group it is. */
  readonly group?: string;
  /** What to read instead where the policy says `lookup: true`. */
  readonly lookup?: (at: Span) => Expression;
}

export interface Binder {
  readonly reference: (reference: Reference, hint?: Hint) => Expression;
  readonly given: (given: Given, hint?: Hint) => Expression;
  /** Verbatim data of a policy: literals stay literals, references inside are bound. */
  readonly value: (value: Value) => Expression;
  /** Everything bound so far, in the order of the names of the variables. */
  readonly bound: () => readonly Bound[];
  /** References that asked for a look-up where there is nothing to look them up by. */
  readonly unresolvable: () => readonly Reference[];
}

/** A variable and the reference that it stands for. */
export interface Bound {
  readonly name: string;
  readonly reference: Reference;
  readonly hint: Hint;
}

/** `read` turns a value of the form `{ terraform: … }` into a reference that was already checked. */
export function binder(read: Read): Binder {
  const bound = new Map<string, Bound>();
  const taken = new Set<string>();
  const unresolvable: Reference[] = [];

  const variable = (reference: Reference, hint: Hint): string => {
    const before = bound.get(reference.term);
    if (before !== undefined) return before.name;
    const name = unique(hint.name ?? slug(reference.term), taken);
    taken.add(name);
    bound.set(reference.term, { name, reference, hint });
    return name;
  };
  const reference = (ref: Reference, hint: Hint = {}): Expression => {
    if (ref.lookup && hint.lookup !== undefined) return hint.lookup(ref.from.at);
    if (ref.lookup) unresolvable.push(ref);
    return make.reference(`var.${variable(ref, hint)}`, ref.from.at);
  };
  return {
    ...bindingBy(reference, read),
    bound: () => [...bound.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    unresolvable: () => unresolvable,
  };
}

type Read = (value: Value) => Reference | undefined;

/** For what Terraform never reads: a reference is what it is said to be; `refuse` hears of one that says nothing. */
export function literalBinder(read: Read, refuse: (reference: Reference) => void): Binder {
  const reference = (ref: Reference): Expression => {
    if (ref.is === undefined) refuse(ref);
    return make.literal(ref.is?.value ?? null, ref.from.at);
  };
  return { ...bindingBy(reference, read), bound: () => [], unresolvable: () => [] };
}

/** How data is bound, given how a reference is. */
function bindingBy(
  reference: Binder['reference'],
  read: Read,
): Pick<Binder, 'reference' | 'given' | 'value'> {
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

/** The variable block of what is bound. */
export function variableBlock({ name, reference, hint }: Bound): SourceBlock {
  const at = reference.from.at;
  const says = printExpression(reference.expression);
  const plain = block(
    'variable',
    [name],
    {
      type: make.literal(hint.type ?? 'any', at),
      description: make.literal(
        hint.description === undefined ? `Bind to ${says}` : `${hint.description} Bind to ${says}`,
        at,
      ),
      nullable: make.literal(false, at),
    },
    at,
  );
  const { is } = reference;
  const guards = is === undefined ? (hint.guards ?? []) : [equals(is.value)];
  const value = make.reference(`var.${name}`, is?.from.at ?? at);
  const blocks = guards.map(({ condition, message }) =>
    block(
      'validation',
      [],
      { condition: condition(value), error_message: make.literal(message, value.at) },
      value.at,
    ),
  );
  return { ...plain, body: { ...plain.body, blocks } };
}

/** Holds the value that the policy was judged with and the one that Terraform has together. */
const equals = (is: string | number | boolean): Guard => ({
  condition: (value) => ({
    kind: 'binary',
    operator: '==',
    left: value,
    right: make.literal(is, value.at),
    at: value.at,
  }),
  message: `The policy was judged with ${JSON.stringify(is)}; say the new value in the policy and compile again.`,
});
