/** Policies proved one after the other; the HCL parser is loaded only when one of them needs it. */
import type { Target } from '../compile/plan.js';
import type { Host } from '../host/host.js';
import { type ProvedPolicy, provePolicy } from '../pipeline/policy.js';
import type { ExpressionParser } from '../policy/references.js';
import { loadFacts } from './facts.js';
import { type Inputs, policyFiles } from './inputs.js';

export interface JudgedPolicy extends ProvedPolicy {
  readonly file: string;
}

export async function provePolicies(
  host: Host,
  inputs: Inputs,
  options: { readonly strict: boolean; readonly target?: Target },
): Promise<readonly JudgedPolicy[]> {
  const facts = await loadFacts();
  let parser: ExpressionParser | undefined;
  const results: JudgedPolicy[] = [];
  for (const { file, text } of inputs.policies) {
    const prove = (): ProvedPolicy =>
      provePolicy({
        file,
        text,
        files: policyFiles(host, file, inputs.texts),
        facts,
        ...options,
        ...(parser === undefined ? {} : { parser }),
      });
    let result = prove();
    if (result.needsHclParser === true && parser === undefined) {
      parser = await expressionParser(host);
      result = prove();
    }
    results.push({ file, ...result });
  }
  return results;
}

export async function expressionParser(host: Host): Promise<ExpressionParser> {
  const hcl = await host.hclParser();
  return (text, at) => {
    const { value, findings } = hcl.parseExpression(text, at);
    return value ?? { problem: findings[0]?.message ?? 'it cannot be read' };
  };
}
