/** Whether a root is whole: every name in it is declared, and every pool of the policy is there. */
import type { Finding } from '../diagnostics/finding.js';
import type { System } from '../model/system.js';
import type { Intent } from '../policy/intent.js';
import type { ModuleSource } from '../terraform/syntax/module.js';
import { undeclared } from '../terraform/undeclared.js';
import { poolsByName } from './expectations.js';

/** Names that Terraform would refuse the root for. */
export const undeclaredNames = (root: ModuleSource): readonly Finding[] =>
  undeclared(root).map(({ name, at }) => ({
    rule: 'undeclared-reference',
    severity: 'error',
    message: `"${name}" is not declared`,
    at,
    help: 'declare it, or mend the name',
  }));

/** Pools that the policy describes and the root does not make. */
export const missingPools = (intent: Intent, system: System): readonly Finding[] => {
  const there = new Set(system.pools.filter(({ exists }) => exists !== false).map(({ id }) => id));
  return [...poolsByName(intent)]
    .filter(([name]) => !there.has(name))
    .map(([name, pool]) => ({
      rule: 'wrong-owner',
      severity: 'error',
      message: `the policy describes the ${pool.kind} "${name}", and the Terraform does not make it`,
      at: pool.name.from.at,
      help: 'compile the policy again, or take the pool out of it',
      pool: name,
    }));
};
