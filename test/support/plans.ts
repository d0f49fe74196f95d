/** The policies of policies/, compiled in process. */
import { readdirSync, readFileSync } from 'node:fs';
import { compilePolicy } from '../../src/compile/compile.js';
import type { Plan, Target } from '../../src/compile/plan.js';
import type { JudgeFacts } from '../../src/pipeline/read-back.js';
import type { Intent } from '../../src/policy/intent.js';
import { readPolicy } from '../../src/policy/read.js';

export const policyNames: readonly string[] = readdirSync('policies').filter((name) =>
  name.endsWith('.yaml'),
);

/** Texts by path. */
export const policyTexts: ReadonlyMap<string, string> = new Map(
  policyNames.map((name) => [`policies/${name}`, readFileSync(`policies/${name}`, 'utf8')]),
);

export interface Compiled {
  readonly intent: Intent;
  readonly plan: Plan;
}

export function compiled(file: string, facts: JudgeFacts, target: Target = 'addons'): Compiled {
  const files = (path: string) => {
    const text = policyTexts.get(path);
    return text === undefined ? { problem: 'it does not exist' } : { text };
  };
  const intent = readPolicy({ file, text: policyTexts.get(file) ?? '', files, facts }).value;
  const plan = intent && compilePolicy({ intent, target, facts }).value;
  if (intent === undefined || plan === undefined) throw new Error(`${file} does not compile`);
  return { intent, plan };
}
