/**
 * What an expression is evaluated in: the names it may refer to, and what one
 * evaluation shares. The evaluator itself is passed along here, so that its
 * parts need not import each other in a circle.
 */
import type { Origin, Span } from '../../source/span.js';
import type { Unknown, Value } from '../../value/value.js';
import type { World } from '../../value/world.js';
import type { Expression } from '../syntax/expression.js';
import type { TemplateReader } from '../syntax/reader.js';
import type { Budget } from './budget.js';

/** Files that functions may read. Paths use `/` and are relative to the root module's directory. */
export interface FileAccess {
  /** The text; null where there is no such file; undefined where it may not be read. */
  read(path: string): string | null | undefined;
  /** Every file below the directory, by path relative to it; undefined where it may not be read. */
  list(directory: string): readonly string[] | undefined;
  /** What a file is called where it is shown; its path where this is not given. */
  nameOf?(path: string): string;
}

export type Evaluate = (e: Expression, scope: Scope) => Value;

/** One step of a reference, its key evaluated. */
export type Step = { readonly at: Span } & (
  | { readonly name: string; readonly key?: never }
  | { readonly key: Value; readonly name?: never }
);

/** What the first `used` steps after a root name refer to. */
export interface Resolved {
  readonly value: Value;
  readonly used: number;
}

/** The names of one module instance: `var`, `local`, `module`, `data`, `path`, resources. */
export interface Names {
  /** `module.addons["blue"]`; empty for the root. */
  readonly address: string;
  /** Relative to the root module's directory. */
  readonly directory: string;
  /** The call that a summary stands for: what the summary says, the call says. */
  readonly standsAt?: Origin;
  resolve(root: string, steps: readonly Step[], from: Origin): Resolved;
}

export interface Run {
  readonly evaluate: Evaluate;
  readonly budget: Budget;
  readonly world: World;
  /** Undecided booleans that a decision met, by term. */
  readonly free: Map<string, Unknown>;
  readonly files: FileAccess | undefined;
  readonly readTemplate: TemplateReader | undefined;
}

export interface Scope {
  readonly run: Run;
  readonly names: Names;
  /** `each`, `count`, `self`, `for` variables, iterators of dynamic blocks. */
  readonly bound: ReadonlyMap<string, Value>;
  /** Decisions made here shape no resource, so what they leave open is of no interest. */
  readonly quiet?: true;
}

/** The place of an expression, for the module instance it is evaluated for. */
export const originIn = ({ names }: Scope, at: Span): Origin =>
  names.standsAt ?? (names.address === '' ? { at } : { at, instance: names.address });

export const withBound = (scope: Scope, names: Iterable<readonly [string, Value]>): Scope => ({
  ...scope,
  bound: new Map([...scope.bound, ...names]),
});

/** The value as it arrives at a reference: it keeps the place it was written at and gains the hop. */
export const passedThrough = <T extends Value>(value: T, hop: Origin): T => ({
  ...value,
  from: withVia(value.from, value.from.via === undefined ? hop : withVia(hop, value.from.via)),
});

/** A place that was reached by another. */
export const withVia = ({ at, instance }: Origin, via: Origin): Origin =>
  instance === undefined ? { at, via } : { at, instance, via };
