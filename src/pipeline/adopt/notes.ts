/** What adopting gathers on the way: what could not be carried over, what must be filled in, comments for the text. */
import type { Finding, Severity } from '../../diagnostics/finding.js';
import type { PolicyComment } from '../../policy/write.js';
import type { Origin } from '../../source/span.js';

export interface Notes {
  readonly findings: Finding[];
  readonly comments: PolicyComment[];
}

export const newNotes = (): Notes => ({ findings: [], comments: [] });

/** A thing that stands and that the policy does not say. */
export function uncarried(
  { findings }: Notes,
  message: string,
  { at }: Origin,
  { help, severity = 'warning' }: { readonly help?: string; readonly severity?: Severity } = {},
): void {
  findings.push({
    rule: 'uncarried-setting',
    severity,
    message,
    at,
    ...(help === undefined ? {} : { help }),
  });
}

/** A value that no text says and that the policy needs: something is written in its place. */
export function fillIn(
  { findings, comments }: Notes,
  path: PolicyComment['path'],
  what: string,
  { at }: Origin,
): void {
  findings.push({
    rule: 'underivable-value',
    severity: 'warning',
    message: `nothing says ${what}`,
    at: { ...at, end: Math.min(at.end, at.start + 1) },
    help: `say it in the policy, at "${path.join('.')}"`,
  });
  comments.push({ path, text: `Nothing says ${what}: fill it in.` });
}
