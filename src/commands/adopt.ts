/** `interlock adopt`: the policy that describes what stands. */
import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import { type Adopted, adopt as adoptCluster } from '../pipeline/adopt/index.js';
import type { AssumedVersions } from '../recognise/context.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText, summaryText } from '../report/text.js';
import { proveConfigurations } from './configurations.js';
import { loadFacts } from './facts.js';
import { type AllInputs, gather } from './inputs.js';
import { expressionParser } from './policies.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND, WRONG_USAGE } from './status.js';

export interface AdoptOptions {
  /** Folder for the policies, one for each cluster; standard output where absent. */
  readonly out?: string;
  readonly assume?: AssumedVersions;
}

/** What could not be read, or what no installed release serves, cannot be carried over either. */
const UNREAD: ReadonlySet<string> = new Set(['unreadable-file', 'duplicate-block', 'removed-api']);

export interface AdoptedInputs {
  /** One policy for each cluster that has pools. */
  readonly adopted: readonly Adopted[];
  /** What could not be carried over, and what was not read. */
  readonly findings: readonly Finding[];
}

/** The policies that describe what was given. */
export async function adoptInputs(
  host: Host,
  inputs: AllInputs,
  assume: AssumedVersions,
): Promise<AdoptedInputs> {
  const roots = await proveConfigurations(host, inputs.configurations, { strict: false, assume });
  const facts = await loadFacts();
  const parser = await expressionParser(host);
  const adopted = roots.flatMap((repo) =>
    repo.system.clusters
      .filter(({ id }) => repo.system.pools.some(({ cluster }) => cluster === id))
      .map((cluster) => adoptCluster({ repo, cluster, facts, parser })),
  );
  const findings = ordered([
    ...inputs.findings,
    ...roots.flatMap((repo) => repo.findings.filter(({ rule }) => UNREAD.has(rule))),
    ...adopted.flatMap((one) => one.findings),
  ]);
  return { adopted, findings };
}

export async function adopt(
  host: Host,
  paths: readonly string[],
  { out, assume = {} }: AdoptOptions,
): Promise<ExitStatus> {
  const inputs = gather(host, paths);
  const { adopted, findings } = await adoptInputs(host, inputs, assume);
  const paint = style(host.colour);
  if (findings.length > 0)
    host.err(
      `${findingsText(findings, sourcesOf(inputs.texts), paint)}\n${summaryText(findings, paint)}\n`,
    );
  const [first, second] = adopted;
  if (first === undefined) {
    host.err('no cluster with pools was found: nothing to adopt\n');
    return FOUND;
  }
  if (out === undefined && second !== undefined) {
    host.err(
      `${adopted.length} clusters were found: give a folder for their policies with --out\n`,
    );
    return WRONG_USAGE;
  }
  if (out === undefined) host.out(first.text);
  else {
    const failed = host.write(
      out,
      new Map(adopted.map(({ name, text }) => [`${name}.yaml`, text])),
    );
    if (failed !== undefined) {
      host.err(`cannot write ${failed.problem}\n`);
      return COULD_NOT_RUN;
    }
    for (const { name } of adopted) host.out(`wrote ${out}/${name}.yaml\n`);
  }
  return findings.some((finding) => atLeast(finding, 'error')) ? FOUND : CLEAN;
}
