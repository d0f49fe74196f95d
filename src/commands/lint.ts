/** `interlock lint`: gather, judge, render. */

import type { Target } from '../compile/plan.js';
import { baselineText } from '../diagnostics/baseline.js';
import type { Finding, Severity } from '../diagnostics/finding.js';
import type { FixMode } from '../diagnostics/fix.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import type { AssumedVersions } from '../recognise/context.js';
import { lintJson } from '../report/json.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText, summaryText } from '../report/text.js';
import { proveConfigurations } from './configurations.js';
import { fixFiles, writeInPlace } from './fixes.js';
import { type AllInputs, gather } from './inputs.js';
import { provePolicies } from './policies.js';
import { provedConfigurations } from './proved-configurations.js';
import { fixedRules, type Settled, type SettleOptions, settle } from './settle.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND } from './status.js';

export interface LintOptions extends SettleOptions {
  readonly format: 'text' | 'json' | 'html';
  readonly failOn: Severity;
  readonly strict: boolean;
  readonly target: Target;
  readonly assume?: AssumedVersions;
  readonly fix?: FixMode;
}

export async function lint(
  host: Host,
  paths: readonly string[],
  options: LintOptions,
): Promise<ExitStatus> {
  const inputs = gather(host, paths);
  const { strict, target, assume = {} } = options;
  const policies =
    inputs.policies.length === 0 ? [] : await provePolicies(host, inputs, { strict, target });
  const roots = await proveConfigurations(host, inputs.configurations, { strict, assume });
  const said = [...inputs.findings, ...[...policies, ...roots].flatMap(({ findings }) => findings)];
  const complete = inputs.complete && roots.every((root) => root.complete);
  const { texts, project } = inputs;
  const settled = await settle(host, { findings: said, texts, complete, project, options });
  const findings = ordered(settled.findings);
  if (options.writeBaseline === true) return writeBaseline(host, findings, options.baseline);
  if (options.fix !== undefined) return fix(host, paths, findings, options);
  const report = { inputs, findings, settled, complete };
  if (options.format === 'html') {
    const { reportPage } = await import('../report/html/report.js');
    const configurations = provedConfigurations(policies, roots);
    host.out(
      reportPage({
        about: 'findings',
        configurations,
        findings,
        sources: sourcesOf(texts),
        complete,
      }),
    );
  } else show(host, options, report);
  return findings.some((finding) => atLeast(finding, options.failOn)) ? FOUND : CLEAN;
}

interface Report {
  readonly inputs: AllInputs;
  readonly findings: readonly Finding[];
  readonly settled: Settled;
  readonly complete: boolean;
}

function show(
  host: Host,
  { format }: LintOptions,
  { inputs, findings, settled, complete }: Report,
): void {
  const sources = sourcesOf(inputs.texts);
  if (format === 'json') {
    host.out(lintJson(findings, complete, sources));
    return;
  }
  const paint = style(host.colour);
  if (findings.length > 0) host.out(`${findingsText(findings, sources, paint)}\n`);
  const what = judgedText(inputs);
  host.out(
    what === undefined && findings.length === 0
      ? 'nothing to judge was found\n'
      : `${summaryText(findings, paint)} in ${what ?? 'what was given'}${quietText(settled)}\n`,
  );
}

/** What was found and is not shown. */
function quietText({ known, suppressed }: Settled): string {
  const parts = [
    ...(known > 0 ? [`${known} known to the baseline`] : []),
    ...(suppressed > 0 ? [`${suppressed} suppressed`] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

const DEFAULT_BASELINE = 'interlock-baseline.json';

async function writeBaseline(
  host: Host,
  findings: readonly Finding[],
  file = DEFAULT_BASELINE,
): Promise<ExitStatus> {
  const { RULES } = await import('../rules/registry.js');
  const text = baselineText(findings, fixedRules(RULES));
  const problem = writeInPlace(host, new Map([[file, text]]));
  host.err(problem === undefined ? `the baseline was written to ${file}\n` : `${problem}\n`);
  return problem === undefined ? CLEAN : COULD_NOT_RUN;
}

/** Fixes what can be fixed and judges what is then there. */
async function fix(
  host: Host,
  paths: readonly string[],
  findings: readonly Finding[],
  { fix: mode = 'safe', ...options }: LintOptions,
): Promise<ExitStatus> {
  const { applied, files, problem } = fixFiles(host, findings, mode);
  if (problem !== undefined) {
    host.err(`${problem}\n`);
    return COULD_NOT_RUN;
  }
  host.err(`${applied.length} fixed in ${files.size} ${files.size === 1 ? 'file' : 'files'}\n`);
  return lint(host, paths, options);
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
