/** `interlock prove`: the ownership table and a verdict. */
import type { Target } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import type { Proof } from '../model/expect.js';
import type { AssumedVersions } from '../recognise/context.js';
import { proveJson } from '../report/json.js';
import { type ProvedConfiguration, worst } from '../report/proof.js';
import { type Sources, sourcesOf } from '../report/sources.js';
import { tableText } from '../report/table.js';
import { type Style, style } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import { proveConfigurations } from './configurations.js';
import { gather } from './inputs.js';
import { provePolicies } from './policies.js';
import { provedConfigurations } from './proved-configurations.js';
import { CLEAN, type ExitStatus, FOUND } from './status.js';

export interface ProveOptions {
  readonly format: 'text' | 'json' | 'html';
  readonly strict: boolean;
  readonly target: Target;
  readonly verbose: boolean;
  readonly assume?: AssumedVersions;
}

export async function prove(
  host: Host,
  paths: readonly string[],
  options: ProveOptions,
): Promise<ExitStatus> {
  const inputs = gather(host, paths);
  const { strict, target, assume = {} } = options;
  const policies =
    inputs.policies.length === 0 ? [] : await provePolicies(host, inputs, { strict, target });
  const roots = await proveConfigurations(host, inputs.configurations, { strict, assume });
  const sources = sourcesOf(inputs.texts);
  const configurations = provedConfigurations(policies, roots);
  const verdict = worst(configurations.map(({ proof }) => proof));
  const findings = ordered([
    ...inputs.findings,
    ...[...policies, ...roots].flatMap((judged) => judged.findings),
  ]).filter((finding) => atLeast(finding, 'warning'));
  const report = { configurations, verdict, findings, sources };
  if (options.format === 'json') host.out(proveJson(configurations, verdict, sources));
  else if (options.format === 'html') {
    const { reportPage } = await import('../report/html/report.js');
    const complete = inputs.complete && roots.every((root) => root.complete);
    host.out(reportPage({ about: 'ownership', ...report, complete }));
  } else host.out(proveText(report, style(host.colour), options.verbose));
  return verdict === 'proved' ? CLEAN : FOUND;
}

interface ProveReport {
  readonly configurations: readonly ProvedConfiguration[];
  readonly verdict: Proof;
  readonly findings: readonly Finding[];
  readonly sources: Sources;
}

function proveText(
  { configurations, verdict, findings, sources }: ProveReport,
  style: Style,
  verbose: boolean,
): string {
  const colour = { proved: style.good, refuted: style.error, undetermined: style.warning };
  return [
    ...configurations.map((one) => `${tableText(one, { style, sources, verbose })}\n`),
    findings.length > 0 ? `${findingsText(findings, sources, style)}\n` : '',
    configurations.length === 0
      ? 'undetermined: nothing to judge was found\n'
      : `${colour[verdict](verdict)}\n`,
  ].join('');
}
