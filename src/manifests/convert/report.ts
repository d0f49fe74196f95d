/** What a conversion has to say: each change of behaviour with its reason, and what only a person can fill in. */
import type { Node } from 'yaml';
import type { Finding, Severity } from '../../diagnostics/finding.js';
import type { Span } from '../../source/span.js';

/** Gives the place of a node in the original text. */
export type Place = (node: Node | null | undefined) => Span;

export interface Conversation {
  readonly place: Place;
  readonly findings: Finding[];
  /** What is made of the result gives the nodes a role of its own. */
  readonly roleFollows?: true;
}

/** A change of behaviour: what is done differently, and what keeps it as it was. */
export function tellChange(
  { findings }: Conversation,
  at: Span,
  message: string,
  help?: string,
): void {
  findings.push({
    rule: 'changed-behaviour',
    severity: 'note',
    message,
    at,
    ...(help !== undefined && { help }),
  });
}

/** Something that cannot be derived; `line` is what to write. */
export function ask(
  { findings }: Conversation,
  severity: Severity,
  at: Span,
  { message, line }: { readonly message: string; readonly line: string },
): void {
  findings.push({ rule: 'underivable-value', severity, message, at, help: `write: ${line}` });
}
