/** `interlock prove`: the ownership table and a verdict. */
import { ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import { worst } from '../report/proof.js';
import { sourcesOf } from '../report/sources.js';
import type { Output } from './formats.js';
import { gather } from './inputs.js';
import { type JudgeOptions, judgedText, judgeInputs } from './judge.js';
import { writeReports } from './reports.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND } from './status.js';
import { PACKAGE_VERSION } from './version.js';

export interface ProveOptions extends JudgeOptions {
  readonly format?: readonly Output[];
  readonly verbose: boolean;
}

export async function prove(
  host: Host,
  paths: readonly string[],
  { format: outputs = [], verbose, ...options }: ProveOptions,
): Promise<ExitStatus> {
  const inputs = gather(host, paths);
  const { configurations, findings, complete } = await judgeInputs(host, inputs, options);
  const verdict = worst(configurations.map(({ proof }) => proof));
  const { RULES } = await import('../rules/registry.js');
  const judged = judgedText(inputs);
  const report = {
    command: 'prove',
    findings: ordered(findings),
    configurations,
    verdict,
    complete,
    failOn: 'error',
    sources: sourcesOf(inputs.texts),
    rules: RULES,
    version: PACKAGE_VERSION,
    quiet: '',
    ...(judged === undefined ? {} : { judged }),
  } as const;
  const problem = await writeReports(host, report, { outputs, verbose });
  if (problem !== undefined) {
    host.err(`${problem}\n`);
    return COULD_NOT_RUN;
  }
  return verdict === 'proved' ? CLEAN : FOUND;
}
