/**
 * A baseline: the findings that a project has and knows of. What is new shows;
 * what is in it and no longer found is said, so that it does not hide the next one.
 * Entries are told apart by what they say, so that other lines may move.
 */
import type { Span } from '../source/span.js';
import { elements, entry, number, text } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';
import type { Finding, Outcome } from './finding.js';
import { identityOf } from './identity.js';
import { ordered } from './order.js';

const VERSION = 1;

export interface BaselineEntry {
  readonly rule: string;
  readonly file: string;
  readonly message: string;
  readonly count: number;
  /** Where it stands in the baseline. */
  readonly at: Span;
}

export interface Compared {
  /** Findings that the baseline does not know. */
  readonly fresh: readonly Finding[];
  readonly known: readonly Finding[];
  /** A finding for each entry that stands for more than was found. */
  readonly stale: readonly Finding[];
}

/** The baseline of findings; those of rules that nothing may hide are left out. */
export function baselineText(findings: readonly Finding[], fixed: ReadonlySet<string>): string {
  const counts = new Map<string, { finding: Finding; count: number }>();
  for (const finding of ordered(findings.filter(({ rule }) => !fixed.has(rule)))) {
    const key = identityOf(finding, finding.at.file);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { finding, count: 1 });
    else known.count++;
  }
  const entries = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([
        ,
        {
          finding: { rule, at, message },
          count,
        },
      ]) => ({
        rule,
        file: at.file,
        message,
        ...(count > 1 && { count }),
      }),
    );
  return `${JSON.stringify({ version: VERSION, findings: entries }, null, 2)}\n`;
}

/** Reads a baseline; one that cannot be read knows nothing. */
export function readBaseline(file: string, source: string): Outcome<readonly BaselineEntry[]> {
  const { documents, findings } = readYaml(file, source);
  const [document] = documents;
  if (document === undefined || findings.length > 0) return { findings };
  const version = number(entry(document.value, 'version'));
  const items = elements(entry(document.value, 'findings'));
  if (
    version === undefined ||
    isUnknown(version) ||
    version.value !== VERSION ||
    'unknown' in items
  )
    return {
      findings: [
        {
          rule: 'unreadable-file',
          severity: 'error',
          message: `it is no baseline of version ${VERSION}`,
          at: document.at,
          help: 'write it anew with --write-baseline',
        },
      ],
    };
  return { value: items.flatMap((item) => entryOf(item) ?? []), findings: [] };
}

function entryOf(item: Value): BaselineEntry | undefined {
  const word = (key: string): string | undefined => {
    const found = text(entry(item, key));
    return found === undefined || isUnknown(found) ? undefined : found.value;
  };
  const [rule, file, message] = [word('rule'), word('file'), word('message')];
  if (rule === undefined || file === undefined || message === undefined) return undefined;
  return { rule, file, message, count: Number(word('count') ?? 1), at: item.from.at };
}

/** What is new against a baseline, and what of it is gone. */
export function compareBaseline(
  findings: readonly Finding[],
  baseline: readonly BaselineEntry[],
  fixed: ReadonlySet<string>,
): Compared {
  const open = new Map(baseline.map((one) => [identityOf(one, one.file), one.count]));
  const fresh: Finding[] = [];
  const known: Finding[] = [];
  for (const finding of ordered(findings)) {
    const key = identityOf(finding, finding.at.file);
    const left = fixed.has(finding.rule) ? 0 : (open.get(key) ?? 0);
    if (left > 0) open.set(key, left - 1);
    (left > 0 ? known : fresh).push(finding);
  }
  const stale = baseline
    .filter((one) => (open.get(identityOf(one, one.file)) ?? 0) > 0)
    .map(staleOf);
  return { fresh, known, stale };
}

const staleOf = ({ rule, file, message, at }: BaselineEntry): Finding => ({
  rule: 'unused-suppression',
  severity: 'warning',
  message: `the baseline knows a finding of "${rule}" in ${file} that is no longer there: ${message}`,
  at,
  help: 'write the baseline anew with --write-baseline',
});
