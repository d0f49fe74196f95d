/** `interlock migrate`: from one policy to another in stages, each written as Terraform and read back. */

import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import { type Stage, stagesOf, windowsOf } from '../diff/migrate/stages.js';
import type { End } from '../diff/migrate/state.js';
import { stopsBetween } from '../diff/migrate/stops.js';
import { type Standing, standingOf } from '../diff/standing.js';
import type { Host } from '../host/host.js';
import type { Judged } from '../pipeline/read-back.js';
import { readBack } from '../pipeline/read-back.js';
import { textOf } from '../policy/intent.js';
import type { AssumedVersions, InsteadVersions } from '../recognise/context.js';
import {
  migrationReadme,
  migrationText,
  slugOf,
  stageReadme,
  type WrittenStage,
} from '../report/migration.js';
import { sourcesOf } from '../report/sources.js';
import { style, visible } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import type { HclParser } from '../terraform/hcl/parser.js';
import { outputFiles } from './compile.js';
import { loadFacts } from './facts.js';
import { gather, type Inputs } from './inputs.js';
import { judgedPolicies } from './policies.js';
import { policyConfiguration } from './proved-configurations.js';
import { type Side, sideOf } from './sides.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND, WRONG_USAGE } from './status.js';
import { readWritten } from './written.js';

export interface MigrateOptions {
  readonly out: string;
  readonly target: 'addons' | 'stack';
  readonly assume?: AssumedVersions;
}

export async function migrate(
  host: Host,
  given: readonly [string, string],
  options: MigrateOptions,
): Promise<ExitStatus> {
  const sides: OnePolicy[] = [];
  for (const one of given) {
    const side = sideOf(host, one);
    const policy = 'problem' in side ? side : await policyOf(side, one, options);
    if ('problem' in policy) {
      host.err(`${policy.problem}\n`);
      return 'problem' in side ? COULD_NOT_RUN : WRONG_USAGE;
    }
    sides.push(policy);
  }
  const [from, to] = sides as [OnePolicy, OnePolicy];
  const ends = await endsOf(from, to, options);
  if ('findings' in ends) {
    const texts = new Map([...from.inputs.texts, ...to.inputs.texts]);
    host.err(`${findingsText(ends.findings, sourcesOf(texts), style(host.colour))}\n`);
    host.err('nothing was written\n');
    return FOUND;
  }
  const [first] = ends;
  const last = ends.at(-1);
  if (first === undefined || last === undefined) return FOUND;
  const [a, b] = [first, last].map(({ intent }) => textOf(intent.cluster.name));
  if (a !== b) {
    host.err(`"${a}" and "${b}" are two clusters: a migration is of one\n`);
    return WRONG_USAGE;
  }
  const stages = stagesOf(ends, await loadFacts());
  if ('because' in stages) {
    host.err('no order of steps can be applied at all:\n');
    for (const because of stages.because) host.err(`  ${visible(because)}\n`);
    return FOUND;
  }
  if (stages.length === 0) {
    host.out('nothing to do: both compile to the same\n');
    return CLEAN;
  }
  const adopted = sides.some((side) => side.adopted === true);
  return write(host, options.out.replace(/\/+$/, ''), { first, adopted }, stages);
}

interface OnePolicy {
  readonly host: Host;
  readonly inputs: Inputs;
  /** It is what describes a root that was given. */
  readonly adopted?: true;
}

/** One policy; a root is adopted first. */
async function policyOf(
  { host, path }: Side,
  given: string,
  { assume = {} }: MigrateOptions,
): Promise<OnePolicy | { readonly problem: string }> {
  const inputs = gather(host, [path]);
  const [policy, second] = inputs.policies;
  if (second !== undefined)
    return { problem: `"${given}" holds ${inputs.policies.length} policies: name one of them` };
  if (policy !== undefined) return { host, inputs };
  const { adoptInputs } = await import('./adopt.js');
  const { adopted } = await adoptInputs(host, inputs, assume);
  const [only, other] = adopted;
  if (only === undefined || other !== undefined)
    return {
      problem: `"${given}" is no policy, and no root of one cluster that could be adopted as one`,
    };
  const file = `${path}/adopted.yaml`;
  const policies = [{ file, text: only.text }];
  const texts = new Map([...inputs.texts, [file, only.text] as const]);
  return { host, inputs: { ...inputs, policies, texts }, adopted: true };
}

/** Both ends, and the charts between them at which the way must stop. */
async function endsOf(
  from: OnePolicy,
  to: OnePolicy,
  options: MigrateOptions,
): Promise<readonly End[] | { readonly findings: readonly Finding[] }> {
  const [a, b] = [await endOf(from, options), await endOf(to, options)];
  if ('findings' in a) return a;
  if ('findings' in b) return b;
  const { karpenter } = await loadFacts();
  const charts = [a, b].map(({ intent }) => intent.karpenter.chart.value);
  const ends: End[] = [a];
  for (const { chart, objects } of stopsBetween(charts[0] ?? '', charts[1] ?? '', karpenter)) {
    const own = await endOf(objects === 'old' ? from : to, options, { karpenter: chart });
    const stop =
      'findings' in own && objects === 'new'
        ? await endOf(from, options, { karpenter: chart })
        : own;
    if ('findings' in stop) return stop;
    ends.push(stop);
  }
  return [...ends, b];
}

async function endOf(
  { host, inputs }: OnePolicy,
  { target }: MigrateOptions,
  instead: InsteadVersions = {},
): Promise<End | { readonly findings: readonly Finding[] }> {
  for await (const policy of judgedPolicies(host, inputs, { strict: false, target, instead })) {
    const { intent, plan, judged, findings } = policy;
    if (intent !== undefined && plan !== undefined && judged !== undefined)
      return { intent, plan, judged };
    return { findings: ordered(findings.filter((one) => atLeast(one, 'error'))) };
  }
  return { findings: inputs.findings };
}

async function write(
  host: Host,
  out: string,
  { first, adopted }: { readonly first: End; readonly adopted: boolean },
  stages: readonly Stage[],
): Promise<ExitStatus> {
  const windows = windowsOf(stages);
  const start = '0-now';
  const written = stages.map((stage, i): WrittenStage => {
    const before = stages[i - 1]?.state ?? first;
    return {
      folder: `${i + 1}-${slugOf(stage)}`,
      stage,
      before: standing(before.judged),
      after: standing(stage.state.judged),
      granted: grantedBy(stage.state.judged, before.judged),
    };
  });
  const folders = [
    { folder: start, state: first, files: outputFiles(first.plan) },
    ...written.map(({ folder, stage }, i) => ({
      folder,
      state: stage.state,
      files: new Map([
        ...outputFiles(stage.state.plan),
        ['README.md', stageReadme(written, i, { start, windows })] as const,
      ]),
    })),
  ];
  const files = new Map([
    ['README.md', migrationReadme(start, written, { windows, adopted })] as const,
    ...folders.flatMap(({ folder, files: own }) =>
      [...own].map(([name, text]) => [`${folder}/${name}`, text] as const),
    ),
  ]);
  const failed = host.write(out, files);
  if (failed !== undefined) {
    host.err(`cannot write ${failed.problem}\n`);
    return COULD_NOT_RUN;
  }
  const parser = await host.hclParser();
  for (const { folder, state } of folders)
    if (!isAsWritten(host, `${out}/${folder}`, state, parser)) {
      host.err(`${out}/${folder} reads back as something else, and that is a fault of interlock\n`);
      return COULD_NOT_RUN;
    }
  host.out(migrationText(written, windows, visible));
  host.out(`\nwrote ${out}\n`);
  return windows.length === 0 ? CLEAN : FOUND;
}

/** Whether the files say what was judged: the same answer to every event of every pool. */
function isAsWritten(
  host: Host,
  folder: string,
  { plan, intent, judged }: End,
  parser: HclParser,
): boolean {
  const read = readWritten(host, folder, plan, parser);
  const again = readBack({ intent, plan, facts: judged.facts, ...read });
  const answers = ({ verdicts }: Judged): string =>
    JSON.stringify(verdicts.map(({ pool, event, state: said }) => [pool.id, event, said]));
  return read.findings.length === 0 && answers(again) === answers(judged);
}

function standing(judged: Judged): Standing {
  const { shown, read } = policyConfiguration({ file: '', judged, findings: [] });
  return standingOf(shown, read?.system ?? judged.system, read?.facts ?? judged.facts);
}

/** What a stage takes for granted that was not before: somebody must see to it. */
function grantedBy(after: Judged, before: Judged): readonly string[] {
  const says = ({ verdicts }: Judged): readonly string[] =>
    verdicts.flatMap(({ assuming }) => assuming.map((one) => one.says));
  const had = new Set(says(before));
  return [...new Set(says(after))].filter((one) => !had.has(one));
}
