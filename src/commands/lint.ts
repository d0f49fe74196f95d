/** `interlock lint`: gather, judge, render. */
import type { Severity } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import { lintJson } from '../report/json.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText, summaryText } from '../report/text.js';
import { gatherPolicies } from './inputs.js';
import { provePolicies } from './policies.js';
import { CLEAN, type ExitStatus, FOUND } from './status.js';

export interface LintOptions {
  readonly format: 'text' | 'json';
  readonly failOn: Severity;
  readonly strict: boolean;
}

export async function lint(
  host: Host,
  paths: readonly string[],
  options: LintOptions,
): Promise<ExitStatus> {
  const inputs = gatherPolicies(host, paths);
  const policies = await provePolicies(host, inputs, options);
  const findings = ordered([...inputs.findings, ...policies.flatMap((policy) => policy.findings)]);
  const sources = sourcesOf(inputs.texts);
  if (options.format === 'json') host.out(lintJson(findings, inputs.complete, sources));
  else {
    const paint = style(host.colour);
    if (findings.length > 0) host.out(`${findingsText(findings, sources, paint)}\n`);
    const count = policies.length;
    host.out(
      count === 0 && findings.length === 0
        ? 'no policy found: nothing was judged\n'
        : `${summaryText(findings, paint)} in ${count} ${count === 1 ? 'policy' : 'policies'}\n`,
    );
  }
  return findings.some((finding) => atLeast(finding, options.failOn)) ? FOUND : CLEAN;
}
