/** Everything that was given, judged: what lint, prove and the editor have in common. */
import type { Target } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import type { Host } from '../host/host.js';
import type { Proof } from '../model/expect.js';
import type { AssumedVersions } from '../recognise/context.js';
import { type ProvedConfiguration, worst } from '../report/proof.js';
import { proveConfigurations } from './configurations.js';
import type { AllInputs } from './inputs.js';
import { judgedPolicies } from './policies.js';
import {
  type JudgedConfiguration,
  policyConfiguration,
  rootConfigurations,
} from './proved-configurations.js';

export interface JudgeOptions {
  readonly strict: boolean;
  readonly target: Target;
  readonly assume?: AssumedVersions;
  /** Whether tables are shown: of a fleet they are far larger than its findings. */
  readonly tables?: boolean;
}

export interface JudgedInputs {
  /** Of all of them. */
  readonly verdict: Proof;
  /** Empty where no table was asked for. */
  readonly configurations: readonly ProvedConfiguration[];
  readonly findings: readonly Finding[];
  readonly complete: boolean;
}

/** Only what is shown of each configuration is kept; `also` sees each whole. */
export async function judgeInputs(
  host: Host,
  inputs: AllInputs,
  { strict, target, assume = {}, tables = true }: JudgeOptions,
  also: (judged: JudgedConfiguration) => void = () => undefined,
): Promise<JudgedInputs> {
  const findings: Finding[] = [...inputs.findings];
  const configurations: ProvedConfiguration[] = [];
  const proofs: Proof[] = [];
  const keep = (judged: JudgedConfiguration): void => {
    proofs.push(judged.shown.proof);
    if (tables) configurations.push(judged.shown);
    also(judged);
  };
  const instead = assume.instead && { instead: assume.instead };
  for await (const policy of judgedPolicies(host, inputs, { strict, target, ...instead })) {
    findings.push(...policy.findings);
    keep(policyConfiguration(policy));
  }
  const roots = await proveConfigurations(host, inputs.configurations, { strict, assume });
  for (const root of roots) rootConfigurations(root).forEach(keep);
  return {
    verdict: worst(proofs),
    configurations,
    findings: [...findings, ...roots.flatMap((root) => root.findings)],
    complete: inputs.complete && roots.every((root) => root.complete),
  };
}

/** `1 policy and 2 configurations`; undefined where there is nothing to judge. */
export function judgedText({ policies, configurations }: AllInputs): string | undefined {
  const parts = [
    counted(policies.length, 'policy', 'policies'),
    counted(configurations.length, 'configuration', 'configurations'),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' and ');
}

const counted = (count: number, one: string, many: string): string | undefined =>
  count === 0 ? undefined : `${count} ${count === 1 ? one : many}`;
