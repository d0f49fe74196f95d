/** What is left of the findings of a run: weighed by the project, taken back by comments, known to a baseline. */
import { type BaselineEntry, compareBaseline, readBaseline } from '../diagnostics/baseline.js';
import type { Finding } from '../diagnostics/finding.js';
import { suppress } from '../diagnostics/suppress.js';
import type { Host } from '../host/host.js';
import type { Rule } from '../rules/rule.js';
import type { Project } from './project.js';

export interface SettleOptions {
  readonly baseline?: string;
  readonly writeBaseline?: boolean;
  /** The day that suppressions are held against. */
  readonly today?: string;
}

export interface SettleInput {
  readonly findings: readonly Finding[];
  readonly texts: ReadonlyMap<string, string>;
  readonly complete: boolean;
  readonly project: Project | undefined;
  readonly options: SettleOptions;
}

export interface Settled {
  readonly findings: readonly Finding[];
  /** Found, and known to the baseline. */
  readonly known: number;
  readonly suppressed: number;
}

export async function settle(host: Host, input: SettleInput): Promise<Settled> {
  const { findings, texts, complete, project, options } = input;
  const { RULES } = await import('../rules/registry.js');
  const fixed = fixedRules(RULES);
  const today = options.today ?? host.today();
  const rules = { known: new Set(RULES.map(({ id }) => id)), fixed };
  const weighed = weigh(findings, project, fixed);
  const taken = suppress({ findings: weighed, texts, rules, today, complete });
  const left = { findings: taken.findings, suppressed: taken.suppressed.length };
  if (options.baseline === undefined || options.writeBaseline === true)
    return { ...left, known: 0 };
  const baseline = baselineOf(host, options.baseline);
  const { fresh, known, stale } = compareBaseline(left.findings, baseline.entries, fixed);
  return {
    findings: [...fresh, ...(complete ? stale : []), ...baseline.findings],
    known: known.length,
    suppressed: left.suppressed,
  };
}

/** Rules of syntax weigh what they weigh: what comes after such a fault would be wrong. */
export const fixedRules = (rules: readonly Rule[]): ReadonlySet<string> =>
  new Set(rules.filter(({ family }) => family === 'syntax').map(({ id }) => id));

/** Findings with the severities that the project gives their rules. */
function weigh(
  findings: readonly Finding[],
  project: Project | undefined,
  fixed: ReadonlySet<string>,
): readonly Finding[] {
  const severities = project?.severities ?? new Map<string, never>();
  if (severities.size === 0) return findings;
  return findings.flatMap((finding) => {
    const severity = fixed.has(finding.rule) ? undefined : severities.get(finding.rule);
    if (severity === 'off') return [];
    return [severity === undefined ? finding : { ...finding, severity }];
  });
}

function baselineOf(
  host: Host,
  file: string,
): { readonly entries: readonly BaselineEntry[]; readonly findings: readonly Finding[] } {
  const read = host.read(file);
  if ('problem' in read) return { entries: [], findings: [unreadableBaseline(file, read.problem)] };
  const { value, findings } = readBaseline(file, read.text);
  return { entries: value ?? [], findings };
}

const unreadableBaseline = (file: string, problem: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message: `the baseline cannot be read: ${problem}`,
  at: { file, start: 0, end: 0 },
  help: 'write it with --write-baseline',
});
