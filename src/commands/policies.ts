/** Policies proved one after the other; the HCL parser is loaded only when one of them needs it. */
import type { Target } from '../compile/plan.js';
import type { Host } from '../host/host.js';
import { type ProvedPolicy, provePolicy } from '../pipeline/policy.js';
import type { ParsedBases } from '../policy/load.js';
import type { ExpressionParser } from '../policy/references.js';
import type { InsteadVersions } from '../recognise/context.js';
import { visible } from '../report/terminal.js';
import { loadFacts } from './facts.js';
import { type Inputs, policyFiles } from './inputs.js';

export interface JudgedPolicy extends ProvedPolicy {
  readonly file: string;
}

export interface ProveOptions {
  readonly strict: boolean;
  readonly target?: Target;
  readonly instead?: InsteadVersions;
}

export async function provePolicies(
  host: Host,
  inputs: Inputs,
  options: ProveOptions,
): Promise<readonly JudgedPolicy[]> {
  const all: JudgedPolicy[] = [];
  for await (const policy of judgedPolicies(host, inputs, options)) all.push(policy);
  return all;
}

/** One policy after the other, so that a fleet need not be held at once; what several extend is parsed once. */
export async function* judgedPolicies(
  host: Host,
  inputs: Inputs,
  options: ProveOptions,
): AsyncGenerator<JudgedPolicy> {
  if (inputs.policies.length === 0) return;
  const facts = await loadFacts();
  const bases: ParsedBases = new Map();
  let parser: ExpressionParser | undefined;
  for (const [i, { file, text }] of inputs.policies.entries()) {
    host.progress?.(`judging ${i + 1} of ${inputs.policies.length}: ${visible(file)}`);
    const prove = (): ProvedPolicy =>
      provePolicy({
        file,
        text,
        files: policyFiles(host, file, inputs.texts),
        bases,
        facts,
        ...options,
        ...(parser === undefined ? {} : { parser }),
      });
    let result = prove();
    if (result.needsHclParser === true && parser === undefined) {
      parser = await expressionParser(host);
      result = prove();
    }
    yield { file, ...result };
  }
}

export async function expressionParser(host: Host): Promise<ExpressionParser> {
  const hcl = await host.hclParser();
  return (text, at) => {
    const { value, findings } = hcl.parseExpression(text, at);
    return value ?? { problem: findings[0]?.message ?? 'it cannot be read' };
  };
}
