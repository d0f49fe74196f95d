/** What a run of `lint` or `prove` has to show, whatever the format. */
import type { Finding, Severity } from '../diagnostics/finding.js';
import { atLeast } from '../diagnostics/order.js';
import type { Proof } from '../model/expect.js';
import type { RuleMeta } from '../rules/rule.js';
import type { ProvedConfiguration } from './proof.js';
import type { Sources } from './sources.js';

export interface Report {
  readonly command: 'lint' | 'prove';
  /** In order, settled against the project, suppressions and the baseline. */
  readonly findings: readonly Finding[];
  readonly configurations: readonly ProvedConfiguration[];
  readonly verdict: Proof;
  /** False when something that was given could not be read to the end. */
  readonly complete: boolean;
  /** The least severity that fails the run. */
  readonly failOn: Severity;
  readonly sources: Sources;
  readonly rules: readonly RuleMeta[];
  readonly version: string;
  /** `1 policy and 2 configurations`; absent where there was nothing to judge. */
  readonly judged?: string;
  /** What was found and is not shown; empty where there is none. */
  readonly quiet: string;
}

/** A proof is about its table: what else was found is shown from warnings on. */
export const shownFindings = ({
  command,
  findings,
}: Pick<Report, 'command' | 'findings'>): readonly Finding[] =>
  command === 'prove' ? findings.filter((finding) => atLeast(finding, 'warning')) : findings;
