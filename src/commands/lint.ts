/** `interlock lint`: gather, judge, render. */
import { baselineText } from '../diagnostics/baseline.js';
import type { Finding, Severity } from '../diagnostics/finding.js';
import type { FixMode } from '../diagnostics/fix.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import { LOCK_NAME } from '../diff/lock-name.js';
import type { Host } from '../host/host.js';
import type { Report } from '../report/report.js';
import { sourcesOf } from '../report/sources.js';
import { fixFiles, writeInPlace } from './fixes.js';
import { type Output, showsTables } from './formats.js';
import { type AllInputs, gather } from './inputs.js';
import { type JudgedInputs, type JudgeOptions, judgedText, judgeInputs } from './judge.js';
import { writeReports } from './reports.js';
import { isSelection, partOf, type Selection } from './selection.js';
import { fixedRules, type Settled, type SettleOptions, settle } from './settle.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND, WRONG_USAGE } from './status.js';
import { PACKAGE_VERSION } from './version.js';

export interface LintOptions extends SettleOptions, JudgeOptions, Selection {
  readonly format?: readonly Output[];
  readonly failOn: Severity;
  readonly fix?: FixMode;
  /** The lock that owners and drains are held against; the one in the working directory where absent. */
  readonly lock?: string;
}

export async function lint(
  host: Host,
  paths: readonly string[],
  options: LintOptions,
): Promise<ExitStatus> {
  const isPart = isSelection(options);
  if (isPart && options.writeBaseline === true) {
    host.err('a baseline is of everything: leave --shard and --changed-since away\n');
    return WRONG_USAGE;
  }
  const given = gather(host, paths);
  const part = partOf(host, given, options);
  if ('status' in part) return part.status;
  const { inputs } = part;
  const lock = await lockOf(host, options.lock);
  const tables = showsTables(options.format ?? []);
  const judged = await judgeInputs(host, inputs, { ...options, tables }, lock?.stands);
  const { complete } = judged;
  const { texts, project } = inputs;
  const said = [...judged.findings, ...(lock?.findings() ?? [])];
  // What a comment or a baseline knows of the rest is no news of this part.
  const input = { findings: said, texts, complete: complete && !isPart, project, options };
  const settled = await settle(host, input);
  const findings = ordered(settled.findings);
  if (options.writeBaseline === true) return writeBaseline(host, findings, options.baseline);
  if (options.fix !== undefined) return fix(host, paths, findings, options);
  const report = await reportOf(inputs, judged, { settled, failOn: options.failOn });
  const problem = await writeReports(host, report, { outputs: options.format ?? [] });
  if (problem !== undefined) {
    host.err(`${problem}\n`);
    return COULD_NOT_RUN;
  }
  return findings.some((finding) => atLeast(finding, options.failOn)) ? FOUND : CLEAN;
}

/** What takes down how things stand and says what nobody has agreed to, where there is a lock. */
async function lockOf(host: Host, named: string | undefined) {
  const file = named ?? (host.kindOf(LOCK_NAME) === 'file' ? LOCK_NAME : undefined);
  if (file === undefined) return undefined;
  const [{ checkLock }, { standings }] = await Promise.all([
    import('./locks.js'),
    import('./standings.js'),
  ]);
  const { stands, all } = standings();
  return { stands, findings: (): readonly Finding[] => checkLock(host, all, file) };
}

async function reportOf(
  inputs: AllInputs,
  { configurations, verdict, complete }: JudgedInputs,
  { settled, failOn }: { readonly settled: Settled; readonly failOn: Severity },
): Promise<Report> {
  const { RULES } = await import('../rules/registry.js');
  const judged = judgedText(inputs);
  return {
    command: 'lint',
    findings: ordered(settled.findings),
    configurations,
    verdict,
    complete,
    failOn,
    sources: sourcesOf(inputs.texts),
    rules: RULES,
    version: PACKAGE_VERSION,
    quiet: quietText(settled),
    ...(judged === undefined ? {} : { judged }),
  };
}

/** What was found and is not shown. */
const quietText = ({ known, suppressed }: Settled): string =>
  [
    ...(known > 0 ? [`${known} known to the baseline`] : []),
    ...(suppressed > 0 ? [`${suppressed} suppressed`] : []),
  ].join(', ');

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
