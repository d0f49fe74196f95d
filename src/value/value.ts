/**
 * What a text says, as far as it says it. A value is known, with the place it
 * was written at, or unknown, with a cause and a canonical term.
 */
import type { Origin, Span } from '../source/span.js';

/**
 * Why a value is unknown: Terraform knows it only after apply; nobody gave a
 * value; we cannot read the thing it comes from; our own bound was hit.
 */
export type UnknownCause = 'apply' | 'input' | 'unread' | 'limit';

/** Two unknowns with one `term` are equal: that is how wiring joins. */
export interface Unknown {
  readonly unknown: UnknownCause;
  /** Canonical expression, e.g. `module.eks["blue"].cluster_name`: its identity and its name in messages. */
  readonly term: string;
  readonly from: Origin;
  /** Where the key of this entry stands, when the value is an entry of an object. */
  readonly key?: Span;
  /** Number of elements, where that is known although the elements are not. */
  readonly length?: number;
  readonly notNull?: true;
  /** The text the value is known to start with. */
  readonly prefix?: string;
  /** It is the text of these parts, one after the other, some of them unknown. */
  readonly parts?: readonly Value[];
  /** The structure of which it is the JSON or YAML text. */
  readonly encodes?: Value;
  /** Terms of the undecided booleans it hangs on: a world that settles them may make it known. */
  readonly hinges?: readonly string[];
  /** Terraform fails here too, and why. `try` goes on to its next argument. */
  readonly failed?: string;
}

export type Refinements = Partial<Omit<Unknown, 'unknown' | 'term' | 'from' | 'key'>>;

export interface Located<T> {
  readonly value: T;
  readonly from: Origin;
}

export type Data = string | number | boolean | null | readonly Value[] | ReadonlyMap<string, Value>;

export interface Known extends Located<Data> {
  /** Where the key of this entry stands, when the value is an entry of an object. */
  readonly key?: Span;
  /** Never printed. */
  readonly secret?: true;
  /** A list that is a set: its elements have no positions and are their own keys. */
  readonly set?: true;
  /** An object with more entries than are written here; the others are parts of this unknown. */
  readonly rest?: Unknown;
  /** It is the text of these parts, one after the other: each with a place of its own, e.g. a line of a heredoc. */
  readonly parts?: readonly Value[];
  /** The structure of which it is the JSON or YAML text, with the places of its leaves. */
  readonly encodes?: Value;
  /** A collection whose size Terraform does not know while it plans, though the text tells us. */
  readonly unsettled?: Unknown;
}

export type Value = Unknown | Known;
export type Maybe<T> = Located<T> | Unknown;

/** Asked more than anything else, of objects of many forms: reading the field is faster than `in`. */
export const isUnknown = (value: Maybe<unknown>): value is Unknown =>
  (value as Partial<Unknown>).unknown !== undefined;

export const known = (value: Data, from: Origin, key?: Span): Known =>
  key === undefined ? { value, from } : { value, from, key };

export function unknown(
  cause: UnknownCause,
  term: string,
  from: Origin,
  refinements?: Refinements,
): Unknown {
  return { unknown: cause, term, from, ...refinements };
}

export const isMap = (data: Data | undefined): data is ReadonlyMap<string, Value> =>
  data instanceof Map;

export const isList = (data: Data | undefined): data is readonly Value[] => Array.isArray(data);

/** Plain data as a value, every leaf at one origin. */
export function fromData(data: unknown, from: Origin): Value {
  if (Array.isArray(data))
    return known(
      data.map((item) => fromData(item, from)),
      from,
    );
  if (data !== null && typeof data === 'object') {
    const entries = Object.entries(data).map(([key, item]) => [key, fromData(item, from)] as const);
    return known(new Map(entries), from);
  }
  return known(data as string | number | boolean | null, from);
}
