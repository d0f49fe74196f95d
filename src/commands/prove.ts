/** `interlock prove`: the ownership table and a verdict. */
import { ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import { worst } from '../report/proof.js';
import { sourcesOf } from '../report/sources.js';
import type { Output } from './formats.js';
import { gather } from './inputs.js';
import { type JudgedInputs, type JudgeOptions, judgedText, judgeInputs } from './judge.js';
import { writeReports } from './reports.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND } from './status.js';
import { PACKAGE_VERSION } from './version.js';

export interface ProveOptions extends JudgeOptions {
  readonly format?: readonly Output[];
  readonly verbose: boolean;
  /** Writes what is proved to a lock: to the file, or to the one in the working directory. */
  readonly writeLock?: string | true;
}

export async function prove(
  host: Host,
  paths: readonly string[],
  { format: outputs = [], verbose, writeLock, ...options }: ProveOptions,
): Promise<ExitStatus> {
  const inputs = gather(host, paths);
  const judgement = await judgeInputs(host, inputs, options);
  const { configurations, findings, complete } = judgement;
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
  const problem =
    (await writeReports(host, report, { outputs, verbose })) ??
    (writeLock === undefined ? undefined : await lock(host, judgement, writeLock));
  if (problem !== undefined) {
    host.err(`${problem}\n`);
    return COULD_NOT_RUN;
  }
  return verdict === 'proved' ? CLEAN : FOUND;
}

async function lock(
  host: Host,
  judged: JudgedInputs,
  file: string | true,
): Promise<string | undefined> {
  const [{ writeLock }, { standingsOf }] = await Promise.all([
    import('./locks.js'),
    import('./standings.js'),
  ]);
  return writeLock(host, standingsOf(judged), file === true ? undefined : file);
}
