/** One policy from its text to a proof: read, compile, read back, judge, render as findings. */
import { compilePolicy } from '../compile/compile.js';
import type { Plan, Target } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import type { Intent } from '../policy/intent.js';
import type { ParsedBases, PolicyFiles } from '../policy/load.js';
import { readPolicy } from '../policy/read.js';
import type { ExpressionParser } from '../policy/references.js';
import type { InsteadVersions } from '../recognise/context.js';
import { checkAll } from '../rules/check.js';
import { type Judged, type JudgeFacts, readBack } from './read-back.js';

export interface PolicyInput {
  readonly file: string;
  readonly text: string;
  readonly files: PolicyFiles;
  readonly bases?: ParsedBases;
  readonly facts: JudgeFacts;
  readonly parser?: ExpressionParser;
  /** What to compile for, and so what is proved; `addons` where nothing is said. */
  readonly target?: Target;
  readonly strict?: boolean;
  /** Versions in place of those that the policy says. */
  readonly instead?: InsteadVersions;
}

export interface ProvedPolicy {
  readonly intent?: Intent;
  readonly plan?: Plan;
  readonly judged?: Judged;
  readonly findings: readonly Finding[];
  readonly needsHclParser?: true;
}

export function provePolicy(input: PolicyInput): ProvedPolicy {
  const { facts, parser, strict } = input;
  const read = readPolicy(input);
  if (read.needsHclParser === true) return { findings: [], needsHclParser: true };
  const intent = read.value;
  if (intent === undefined) return { findings: read.findings };
  const compiled = compilePolicy({
    intent,
    target: input.target ?? 'addons',
    facts,
    ...(parser === undefined ? {} : { parser }),
  });
  const findings = [...read.findings, ...compiled.findings];
  const plan = compiled.value;
  if (plan === undefined) return { intent, findings };
  const judged = readBack({ intent, plan, facts, strict: strict === true });
  return { intent, plan, judged, findings: [...findings, ...judgementFindings(judged)] };
}

/** What the rules say of a judged system. */
export const judgementFindings = (judged: Judged): readonly Finding[] => [
  ...judged.findings,
  ...checkAll(judged),
];
