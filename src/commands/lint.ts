/** `interlock lint`: gather, judge, render. */
import type { Finding, Severity } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import type { AssumedVersions } from '../recognise/context.js';
import { lintJson } from '../report/json.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText, summaryText } from '../report/text.js';
import { proveConfigurations } from './configurations.js';
import { type AllInputs, gather } from './inputs.js';
import { provePolicies } from './policies.js';
import type { Project } from './project.js';
import { CLEAN, type ExitStatus, FOUND } from './status.js';

export interface LintOptions {
  readonly format: 'text' | 'json';
  readonly failOn: Severity;
  readonly strict: boolean;
  readonly assume?: AssumedVersions;
}

export async function lint(
  host: Host,
  paths: readonly string[],
  options: LintOptions,
): Promise<ExitStatus> {
  const inputs = gather(host, paths);
  const { strict, assume = {} } = options;
  const policies =
    inputs.policies.length === 0 ? [] : await provePolicies(host, inputs, { strict });
  const roots = await proveConfigurations(host, inputs.configurations, { strict, assume });
  const said = [...inputs.findings, ...[...policies, ...roots].flatMap(({ findings }) => findings)];
  const findings = ordered(weighed(said, inputs.project));
  const complete = inputs.complete && roots.every((root) => root.complete);
  const sources = sourcesOf(inputs.texts);
  if (options.format === 'json') host.out(lintJson(findings, complete, sources));
  else {
    const paint = style(host.colour);
    if (findings.length > 0) host.out(`${findingsText(findings, sources, paint)}\n`);
    const what = judgedText(inputs);
    host.out(
      what === undefined && findings.length === 0
        ? 'nothing to judge was found\n'
        : `${summaryText(findings, paint)} in ${what ?? 'what was given'}\n`,
    );
  }
  return findings.some((finding) => atLeast(finding, options.failOn)) ? FOUND : CLEAN;
}

function judgedText({ policies, configurations }: AllInputs): string | undefined {
  const parts = [
    counted(policies.length, 'policy', 'policies'),
    counted(configurations.length, 'configuration', 'configurations'),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' and ');
}

const counted = (count: number, one: string, many: string): string | undefined =>
  count === 0 ? undefined : `${count} ${count === 1 ? one : many}`;

/** Findings of syntax and schema weigh what they weigh: what comes after them would be wrong. */
const FIXED = new Set(['unreadable-file', 'suspicious-character', 'invalid-policy']);

/** Findings with the severities that the project gives their rules. */
function weighed(findings: readonly Finding[], project: Project | undefined): readonly Finding[] {
  const severities = project?.severities ?? new Map<string, never>();
  if (severities.size === 0) return findings;
  return findings.flatMap((finding) => {
    const severity = FIXED.has(finding.rule) ? undefined : severities.get(finding.rule);
    if (severity === 'off') return [];
    return [severity === undefined ? finding : { ...finding, severity }];
  });
}
