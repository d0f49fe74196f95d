/** What a pattern stands for once it is read: rules of fields, with `$or` multiplied out. */
import type { Origin } from '../source/span.js';
import type { Matcher } from './matcher.js';

export interface Field {
  /** Names joined by dots: `{"a": {"b": []}}` and `{"a.b": []}` are the same field. */
  readonly path: string;
  /** Any of them may hold. */
  readonly matchers: readonly Matcher[];
  readonly from: Origin;
  /** A value of it is never to be printed. */
  readonly secret?: true;
}

/** Fields by path: of two with the same path the later one counts. */
export type Rule = ReadonlyMap<string, Field>;

export interface Pattern {
  readonly rules: readonly Rule[];
}
