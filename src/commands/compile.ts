/** `interlock compile`: policies to Terraform JSON, read back from what was written. */

import { moduleFiles } from '../compile/module-files.js';
import type { Plan, Target } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host, OutputFiles } from '../host/host.js';
import { judgementFindings } from '../pipeline/policy.js';
import { type Judged, readBack } from '../pipeline/read-back.js';
import { provedConfiguration, worst } from '../report/proof.js';
import { sourcesOf } from '../report/sources.js';
import { tableText } from '../report/table.js';
import { style, visible } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import { synthesise } from '../stacks/synthesise.js';
import { clash } from './clash.js';
import { loadFacts } from './facts.js';
import { gatherPolicies, type Inputs } from './inputs.js';
import { type JudgedPolicy, judgedPolicies } from './policies.js';
import { partOf, type Selection } from './selection.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND, WRONG_USAGE } from './status.js';
import { ROOT_FILE, readWritten } from './written.js';

export interface CompileOptions extends Selection {
  readonly target: Target;
  readonly out: string;
  /** Compare with what is there and write nothing. */
  readonly check: boolean;
  /** A repo that the inputs go into, and that is then held against the policy. */
  readonly into?: string;
}

export async function compile(
  host: Host,
  paths: readonly string[],
  options: CompileOptions,
): Promise<ExitStatus> {
  const given = { ...gatherPolicies(host, paths), configurations: [] };
  const part = partOf(host, given, options);
  if ('status' in part) return part.status;
  const { inputs } = part;
  const policies = await compiled(host, inputs, options.target);
  const paint = style(host.colour);
  const sources = sourcesOf(inputs.texts);
  const findings = ordered([
    ...inputs.findings,
    ...policies.flatMap((policy) => policy.findings),
    ...sameNames(policies),
  ]);
  const shown = findings.filter((finding) => atLeast(finding, 'warning'));
  if (shown.length > 0) host.err(`${findingsText(shown, sources, paint)}\n`);
  if (findings.some((finding) => atLeast(finding, 'error'))) {
    host.err('nothing was written\n');
    return FOUND;
  }
  if (policies.length === 0) {
    host.err('no policy found: nothing was written\n');
    return FOUND;
  }
  if (options.into !== undefined)
    return intoRepo(host, policies, options.into, options, inputs.texts);
  return writeAll(host, policies, options, { sources, paint });
}

/** What a policy is compiled to, without the system that it was judged as, which is ten times as large. */
type CompiledPolicy = Omit<JudgedPolicy, 'judged'>;

async function compiled(
  host: Host,
  inputs: Inputs,
  target: Target,
): Promise<readonly CompiledPolicy[]> {
  const all: CompiledPolicy[] = [];
  for await (const { judged: _, ...policy } of judgedPolicies(host, inputs, {
    strict: false,
    target,
  }))
    all.push(policy);
  return all;
}

async function intoRepo(
  host: Host,
  policies: readonly CompiledPolicy[],
  into: string,
  { target, check }: CompileOptions,
  texts: ReadonlyMap<string, string>,
): Promise<ExitStatus> {
  const [policy, second] = policies;
  if (target !== 'inputs' || second !== undefined) {
    host.err('--into takes one policy and --target inputs\n');
    return WRONG_USAGE;
  }
  const { intent, plan } = policy ?? {};
  if (intent === undefined || plan === undefined) return FOUND;
  const { compileInto } = await import('./into.js');
  return compileInto(host, { intent, plan }, { into, check, files: outputFiles(plan), texts });
}

async function writeAll(
  host: Host,
  policies: readonly CompiledPolicy[],
  options: CompileOptions,
  { sources, paint }: { sources: ReturnType<typeof sourcesOf>; paint: ReturnType<typeof style> },
): Promise<ExitStatus> {
  const parser = await host.hclParser();
  const facts = await loadFacts();
  const proofs: Judged['proof'][] = [];
  const folderOf = (plan: Plan): string => `${options.out.replace(/\/+$/, '')}/${plan.name}`;
  for (const { plan } of policies) {
    const problem = plan === undefined ? undefined : clash(host, folderOf(plan), plan);
    if (problem === undefined) continue;
    host.err(`nothing was written: ${problem}\n`);
    return COULD_NOT_RUN;
  }
  let changed = false;
  for (const { plan, intent, file } of policies) {
    if (plan === undefined || intent === undefined) continue;
    host.progress?.(`writing ${visible(plan.name)}`);
    const folder = folderOf(plan);
    const files = outputFiles(plan);
    if (options.check) {
      const stale = [...files].filter(([name, text]) => !holds(host, `${folder}/${name}`, text));
      for (const [name] of stale) host.out(`${folder}/${name} is not up to date\n`);
      changed ||= stale.length > 0;
      continue;
    }
    const failed = host.write(folder, files);
    if (failed !== undefined) {
      host.err(`cannot write ${failed.problem}\n`);
      return COULD_NOT_RUN;
    }
    const written = readWritten(host, folder, plan, parser);
    const judged = readBack({ intent, plan, facts, ...written });
    const wrong = [...written.findings, ...judgementFindings(judged)].filter((finding) =>
      atLeast(finding, 'error'),
    );
    if (wrong.length > 0) host.err(`${findingsText(wrong, sources, paint)}\n`);
    proofs.push(wrong.length > 0 && judged.proof === 'proved' ? 'refuted' : judged.proof);
    const configuration = provedConfiguration(file, judged.system, judged.verdicts, judged.proof);
    host.out(`${tableText(configuration, { style: paint, sources, verbose: false })}\n`);
    host.out(`wrote ${folder}\n\n`);
  }
  if (options.check) return changed ? FOUND : CLEAN;
  const verdict = worst(proofs);
  host.out(`${verdict}: ${proofs.length} ${proofs.length === 1 ? 'stack' : 'stacks'}\n`);
  return verdict === 'proved' ? CLEAN : FOUND;
}

/** The root that cdktf writes, or the modules, and what lies beside them. */
export function outputFiles(plan: Plan): OutputFiles {
  if (plan.modules.size === 0) return new Map([...plan.files, [ROOT_FILE, synthesise(plan)]]);
  const modules = [...plan.modules].flatMap(([folder, module]) => [...moduleFiles(folder, module)]);
  return new Map([...plan.files, ...modules]);
}

function holds(host: Host, path: string, text: string): boolean {
  const found = host.read(path);
  return 'text' in found && found.text === text;
}

/** Two policies of one name would write one stack. */
function sameNames(policies: readonly CompiledPolicy[]): readonly Finding[] {
  const seen = new Map<string, CompiledPolicy>();
  return policies.flatMap((policy): readonly Finding[] => {
    const name = policy.intent?.name;
    if (name === undefined) return [];
    const first = seen.get(name.value);
    seen.set(name.value, policy);
    if (first?.intent === undefined) return [];
    return [
      {
        rule: 'invalid-policy',
        severity: 'error',
        message: `two policies are called "${name.value}" and would write one stack`,
        at: name.from.at,
        related: [{ at: first.intent.name.from.at, message: 'the other one is here' }],
        help: 'give each policy a name of its own',
      },
    ];
  });
}
