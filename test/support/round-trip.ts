/**
 * Adopting and compiling again: for each event of each pool who handles it in
 * what stands, and who handles it in what the adopted policy compiles to.
 */

import { proveConfigurations } from '../../src/commands/configurations.js';
import { loadFacts } from '../../src/commands/facts.js';
import { gather } from '../../src/commands/inputs.js';
import { expressionParser } from '../../src/commands/policies.js';
import type { Target } from '../../src/compile/plan.js';
import type { Finding } from '../../src/diagnostics/finding.js';
import type { EventKind } from '../../src/facts/reactions.js';
import * as reactions from '../../src/facts/reactions.js';
import type { Host } from '../../src/host/host.js';
import { effectOf } from '../../src/pipeline/adopt/effect.js';
import { adopt } from '../../src/pipeline/adopt/index.js';
import { poolsByName } from '../../src/pipeline/expectations.js';
import { provePolicy } from '../../src/pipeline/policy.js';
import type { AssumedVersions } from '../../src/recognise/context.js';

export interface RoundTrip {
  readonly cluster: string;
  readonly policy: string;
  /** Of adopting. */
  readonly findings: readonly Finding[];
  /** Errors of the adopted policy and of what it compiles to. */
  readonly problems: readonly string[];
  readonly proof: string | undefined;
  /** `pool event: before -> after` where they differ. */
  readonly changes: readonly string[];
  /** Events that were compared. */
  readonly compared: number;
}

const facts = await loadFacts();

/** Every cluster with pools among the paths, adopted and compiled. */
export async function roundTrips(
  host: Host,
  paths: readonly string[],
  { assume = {}, target }: { assume?: AssumedVersions; target?: Target } = {},
): Promise<readonly RoundTrip[]> {
  const inputs = gather(host, paths);
  const roots = await proveConfigurations(host, inputs.configurations, { strict: false, assume });
  const parser = await expressionParser(host);
  return roots.flatMap((repo) =>
    repo.system.clusters
      .filter(({ id }) => repo.system.pools.some(({ cluster }) => cluster === id))
      .map((cluster): RoundTrip => {
        const adopted = adopt({ repo, cluster, facts, parser });
        const file = `${adopted.name}.yaml`;
        const made = provePolicy({
          file,
          text: adopted.text,
          files: () => ({ problem: 'there is none' }),
          facts,
          parser,
          target: target ?? adopted.target,
        });
        const before = repo.verdicts.filter(({ pool }) => pool.cluster === cluster.id);
        const after = made.judged?.verdicts ?? [];
        const names = made.intent === undefined ? [] : [...poolsByName(made.intent).keys()];
        const compared = names.flatMap((name) =>
          EVENTS.flatMap((event) => {
            const was = effectOf(before, adopted.pools.get(name) ?? name, event);
            const is = effectOf(after, name, event);
            // What several do, or nobody knows, no policy can keep: a finding says so.
            if (was === undefined || was.owner === 'unknown' || was.others.length > 0) return [];
            return [{ name, event, was: was.owner, is: is?.owner ?? 'none' }];
          }),
        );
        return {
          cluster: adopted.name,
          policy: adopted.text,
          findings: adopted.findings,
          problems: made.findings
            .filter(({ severity }) => severity === 'error')
            .map(({ rule, message }) => `${message} [${rule}]`),
          proof: made.judged?.proof,
          changes: compared
            .filter(({ was, is }) => was !== is)
            .map(({ name, event, was, is }) => `${name} ${event}: ${was} -> ${is}`),
          compared: compared.length,
        };
      }),
  );
}

const EVENTS: readonly EventKind[] = reactions.OCCURRENCES.filter(({ gap }) => gap !== null).map(
  ({ event }) => event,
);
