/** Everything that was given, judged: what lint, prove and the editor have in common. */
import type { Target } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import type { Host } from '../host/host.js';
import type { ProvedRoot } from '../pipeline/root.js';
import type { AssumedVersions } from '../recognise/context.js';
import type { ProvedConfiguration } from '../report/proof.js';
import { proveConfigurations } from './configurations.js';
import type { AllInputs } from './inputs.js';
import { type JudgedPolicy, provePolicies } from './policies.js';
import { provedConfigurations } from './proved-configurations.js';

export interface JudgeOptions {
  readonly strict: boolean;
  readonly target: Target;
  readonly assume?: AssumedVersions;
}

export interface JudgedInputs {
  readonly policies: readonly JudgedPolicy[];
  readonly roots: readonly ProvedRoot[];
  readonly configurations: readonly ProvedConfiguration[];
  readonly findings: readonly Finding[];
  readonly complete: boolean;
}

export async function judgeInputs(
  host: Host,
  inputs: AllInputs,
  { strict, target, assume = {} }: JudgeOptions,
): Promise<JudgedInputs> {
  const policies =
    inputs.policies.length === 0 ? [] : await provePolicies(host, inputs, { strict, target });
  const roots = await proveConfigurations(host, inputs.configurations, { strict, assume });
  return {
    policies,
    roots,
    configurations: provedConfigurations(policies, roots),
    findings: [...inputs.findings, ...[...policies, ...roots].flatMap(({ findings }) => findings)],
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
