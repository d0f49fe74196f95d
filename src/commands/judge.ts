/** Everything that was given, judged: what lint, prove and the editor have in common. */
import type { Target } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import type { Host } from '../host/host.js';
import type { AssumedVersions } from '../recognise/context.js';
import type { ProvedConfiguration } from '../report/proof.js';
import { proveConfigurations } from './configurations.js';
import type { AllInputs } from './inputs.js';
import { judgedPolicies } from './policies.js';
import { policyConfiguration, rootConfigurations } from './proved-configurations.js';

export interface JudgeOptions {
  readonly strict: boolean;
  readonly target: Target;
  readonly assume?: AssumedVersions;
}

export interface JudgedInputs {
  readonly configurations: readonly ProvedConfiguration[];
  readonly findings: readonly Finding[];
  readonly complete: boolean;
}

export async function judgeInputs(
  host: Host,
  inputs: AllInputs,
  { strict, target, assume = {} }: JudgeOptions,
): Promise<JudgedInputs> {
  const findings: Finding[] = [...inputs.findings];
  const configurations: ProvedConfiguration[] = [];
  // Of a fleet only what is shown of each policy is kept.
  for await (const policy of judgedPolicies(host, inputs, { strict, target })) {
    findings.push(...policy.findings);
    configurations.push(policyConfiguration(policy));
  }
  const roots = await proveConfigurations(host, inputs.configurations, { strict, assume });
  return {
    configurations: [...configurations, ...roots.flatMap(rootConfigurations)],
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
