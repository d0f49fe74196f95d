/** Whether a root is whole: its names are declared, its module calls complete, the policy's pools there. */
import type { Finding } from '../diagnostics/finding.js';
import type { Facts } from '../facts/facts.js';
import type { System } from '../model/system.js';
import type { Intent } from '../policy/intent.js';
import type { ModuleSource, SourceBlock } from '../terraform/syntax/module.js';
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

/** Arguments that the add-ons module cannot do without. */
export const missingInputs = (
  { blocks }: ModuleSource,
  addons: NonNullable<Facts['addons']>,
): readonly Finding[] =>
  blocks.filter(isCallOf(addons.ADDONS_SOURCE)).flatMap(({ body, at }) => {
    const written = new Set(body.attributes.map(({ name }) => name));
    return addons
      .addonsInputs(addons.addonsReleases().at(-1) ?? '')
      .filter(({ name, required }) => required && !written.has(name))
      .map(({ name }) => ({
        rule: 'missing-module-input',
        severity: 'error' as const,
        message: `the call of the add-ons module has no "${name}", which it requires`,
        at,
        help: `write "${name}"`,
      }));
  });

const isCallOf =
  (source: string) =>
  ({ type, body }: SourceBlock): boolean =>
    type === 'module' &&
    body.attributes.some(
      ({ name, value }) => name === 'source' && value.kind === 'literal' && value.value === source,
    );

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
