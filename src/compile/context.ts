/** What every part of a compiler needs: the intent, the facts, how references are bound, and where findings go. */
import type { Finding } from '../diagnostics/finding.js';
import type { Intent, Reference } from '../policy/intent.js';
import type { PolicyFacts } from '../policy/read.js';
import type { Span } from '../source/span.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { Value } from '../value/value.js';
import type { Binder } from './bind.js';

export interface CompileContext {
  readonly intent: Intent;
  readonly facts: PolicyFacts;
  readonly bind: Binder;
  /** Reads values of the policy that have the form of a reference. */
  readonly read: (value: Value) => Reference | undefined;
  readonly findings: Finding[];
  /** The cluster's name as the output writes it. */
  readonly clusterName: Expression;
  /** Whoever calls the output binds what the policy leaves out, so nothing is looked up. */
  readonly callerBinds?: true;
  /** Place for what has no line of its own in the policy. */
  readonly at: Span;
}
