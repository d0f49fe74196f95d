/** `interlock prove`: the ownership table and a verdict. */
import { ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import { sourcesOf } from '../report/sources.js';
import type { Output } from './formats.js';
import { gather } from './inputs.js';
import { type JudgeOptions, judgedText, judgeInputs } from './judge.js';
import { writeReports } from './reports.js';
import { partOf, type Selection } from './selection.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND } from './status.js';
import { PACKAGE_VERSION } from './version.js';

export interface ProveOptions extends JudgeOptions, Selection {
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
  const given = gather(host, paths);
  const part = partOf(host, given, options);
  if ('status' in part) return part.status;
  const { inputs } = part;
  const lock = writeLock === undefined ? undefined : await lockTo(host, writeLock);
  const judgement = await judgeInputs(host, inputs, options, lock?.stands);
  const { configurations, verdict, findings, complete } = judgement;
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
  const problem = (await writeReports(host, report, { outputs, verbose })) ?? lock?.write();
  if (problem !== undefined) {
    host.err(`${problem}\n`);
    return COULD_NOT_RUN;
  }
  return verdict === 'proved' ? CLEAN : FOUND;
}

/** What takes down how things stand, and writes it. */
async function lockTo(host: Host, file: string | true) {
  const [{ writeLock }, { standings }] = await Promise.all([
    import('./locks.js'),
    import('./standings.js'),
  ]);
  const { stands, all } = standings();
  return { stands, write: () => writeLock(host, all, file === true ? undefined : file) };
}
