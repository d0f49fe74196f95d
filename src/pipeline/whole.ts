/** Whether a root is whole: its names are declared, the policy's pools there. */
import type { Finding } from '../diagnostics/finding.js';
import type { System } from '../model/system.js';
import type { Intent } from '../policy/intent.js';
import type { ModuleSource, SourceBlock } from '../terraform/syntax/module.js';
import type { OutputUse } from '../terraform/syntax/visit.js';
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

/** Arguments of every call that are not the module's own. */
const META = new Set(['source', 'version', 'providers', 'count', 'for_each', 'depends_on']);

/** Arguments that a module of the plan does not take, and variables that its call leaves out: Terraform refuses both. */
export const wrongArguments = (
  { blocks }: ModuleSource,
  moduleAt: (source: string) => ModuleSource | undefined,
): readonly Finding[] =>
  blocks.flatMap(({ type, labels: [name = ''], body, at }): readonly Finding[] => {
    const source = body.attributes.find((attribute) => attribute.name === 'source')?.value;
    const module =
      type === 'module' && source?.kind === 'literal' ? moduleAt(String(source.value)) : undefined;
    if (module === undefined) return [];
    const variables = module.blocks.filter((block) => block.type === 'variable');
    const declared = new Set(variables.map(({ labels }) => labels[0]));
    const given = body.attributes.filter((argument) => !META.has(argument.name));
    const unknown = given
      .filter((argument) => !declared.has(argument.name))
      .map((argument) => ({
        rule: 'unknown-module-input',
        severity: 'error' as const,
        message: `the module "${name}" has no variable "${argument.name}"`,
        at: argument.key,
        help: 'leave it out, or declare it in the module',
      }));
    const missing = variables
      .filter((variable) => !variable.body.attributes.some((one) => one.name === 'default'))
      .flatMap(({ labels }) => labels)
      .filter((variable) => !given.some((argument) => argument.name === variable))
      .map((variable) => ({
        rule: 'missing-module-input',
        severity: 'error' as const,
        message: `the call of the module "${name}" does not give "${variable}", which it requires`,
        at,
        help: `write "${variable}"`,
      }));
    return [...unknown, ...missing];
  });

/** Outputs that a root uses and that a module of the plan does not declare: Terraform refuses the root. */
export const missingOutputs = (
  root: ModuleSource,
  uses: readonly OutputUse[],
  moduleAt: (source: string) => ModuleSource | undefined,
): readonly Finding[] => {
  const called = new Map<string, ModuleSource>(
    root.blocks.flatMap(({ type, labels: [name = ''], body }) => {
      const source = body.attributes.find((one) => one.name === 'source')?.value;
      const module =
        type === 'module' && source?.kind === 'literal'
          ? moduleAt(String(source.value))
          : undefined;
      return module === undefined ? [] : [[`module.${name}`, module] as const];
    }),
  );
  return uses.flatMap(({ call, output, at }): readonly Finding[] => {
    const module = called.get(call);
    const declares = ({ type, labels }: SourceBlock): boolean =>
      type === 'output' && labels[0] === output;
    if (module === undefined || module.blocks.some(declares)) return [];
    return [
      {
        rule: 'undeclared-reference',
        severity: 'error',
        message: `"${call}.${output}" is not declared`,
        at,
        help: `declare the output "${output}" in the module, or mend the name`,
      },
    ];
  });
};

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
