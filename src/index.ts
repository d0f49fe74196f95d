/** The public API: what the command does, as pure functions. */

export { loadFacts } from './commands/facts.js';
export { compilePolicy } from './compile/compile.js';
export type { Plan, Target } from './compile/plan.js';
export type { Finding, Fix, Related, Severity, TextEdit } from './diagnostics/finding.js';
export type { JudgedVerdict, Proof } from './model/expect.js';
export type { System } from './model/system.js';
export { provePolicy } from './pipeline/policy.js';
export { readBack } from './pipeline/read-back.js';
export type { Intent } from './policy/intent.js';
export { readPolicy } from './policy/read.js';
export { RULES } from './rules/registry.js';
export { synthesise } from './stacks/synthesise.js';
