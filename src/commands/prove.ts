/** `interlock prove`: the ownership table and a verdict. */
import type { Target } from '../compile/plan.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import type { AssumedVersions } from '../recognise/context.js';
import { proveJson } from '../report/json.js';
import { type ProvedConfiguration, provedConfiguration, worst } from '../report/proof.js';
import { sourcesOf } from '../report/sources.js';
import { tableText } from '../report/table.js';
import { style } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import { proveConfigurations } from './configurations.js';
import { gather } from './inputs.js';
import { type JudgedPolicy, provePolicies } from './policies.js';
import { rootConfigurations } from './root-configurations.js';
import { CLEAN, type ExitStatus, FOUND } from './status.js';

export interface ProveOptions {
  readonly format: 'text' | 'json';
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
  const configurations = [...policies.map(configurationOf), ...roots.flatMap(rootConfigurations)];
  const verdict = worst(configurations.map(({ proof }) => proof));
  if (options.format === 'json') host.out(proveJson(configurations, verdict, sources));
  else {
    const paint = style(host.colour);
    const findings = ordered([
      ...inputs.findings,
      ...[...policies, ...roots].flatMap((judged) => judged.findings),
    ]).filter((finding) => atLeast(finding, 'warning'));
    for (const configuration of configurations)
      host.out(
        `${tableText(configuration, { style: paint, sources, verbose: options.verbose })}\n`,
      );
    if (findings.length > 0) host.out(`${findingsText(findings, sources, paint)}\n`);
    const colour = { proved: paint.good, refuted: paint.error, undetermined: paint.warning };
    host.out(
      configurations.length === 0
        ? 'undetermined: nothing to judge was found\n'
        : `${colour[verdict](verdict)}\n`,
    );
  }
  return verdict === 'proved' ? CLEAN : FOUND;
}

/** A policy that could not be compiled proves nothing; its findings say why. */
export function configurationOf(policy: JudgedPolicy): ProvedConfiguration {
  if (policy.judged !== undefined)
    return provedConfiguration(
      policy.file,
      policy.judged.system,
      policy.judged.verdicts,
      policy.judged.proof,
    );
  return {
    root: policy.file,
    cluster: '',
    proof: 'undetermined',
    title: (id) => id,
    assumptions: [],
    pools: [],
  };
}
