/** What Interlock has to say about a text: errors are values of this type, with a place, never exceptions. */
import type { Span } from '../source/span.js';

/** SARIF's levels, one to one. */
export type Severity = 'error' | 'warning' | 'note';

/** The other end of a contradiction. */
export interface Related {
  readonly at: Span;
  readonly message: string;
}

export interface TextEdit {
  readonly at: Span;
  readonly text: string;
}

/** `safe` never changes what anything does other than to remove the finding; `review` wants a person's eyes. */
export interface Fix {
  readonly title: string;
  readonly safety: 'safe' | 'review';
  readonly edits: readonly TextEdit[];
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** Starts lower-case or with a quote, values in double quotes, one fact, no final period. */
  readonly message: string;
  readonly at: Span;
  readonly related?: readonly Related[];
  /** What to write instead. */
  readonly help?: string;
  readonly fix?: Fix;
  readonly cluster?: string;
  readonly pool?: string;
  readonly event?: string;
}

/** A result that may be missing, with everything there is to say about it. */
export interface Outcome<T> {
  readonly value?: T;
  readonly findings: readonly Finding[];
}
