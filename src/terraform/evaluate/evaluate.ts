/**
 * Terraform modules to configuration blocks: evaluates what is written as far
 * as it goes, without plan, state, providers or network. Judges nothing.
 */
import type { Block } from '../../configuration/configuration.js';
import type { Finding } from '../../diagnostics/finding.js';
import type { Unknown, Value } from '../../value/value.js';
import type { World } from '../../value/world.js';
import type { ModuleSource } from '../syntax/module.js';
import type { TemplateReader } from '../syntax/reader.js';
import { createBudget, MAX_MODULES } from './budget.js';
import { evaluate } from './expression.js';
import { createModule } from './module.js';
import type { ModuleCall, ModuleRun, ResolvedModule } from './module-instance.js';
import type { FileAccess } from './scope.js';
import { indexModule, type SourceIndex } from './source-index.js';

export type { ModuleCall, ResolvedModule } from './module-instance.js';
export type { FileAccess } from './scope.js';

export interface EvaluationInput {
  readonly root: ModuleSource;
  /** Values of the root module's variables; others take their defaults. */
  readonly variables?: ReadonlyMap<string, Value>;
  /** What a call calls; a call that it does not resolve stays one block, and its outputs are unknown. */
  readonly modules?: (call: ModuleCall) => ResolvedModule | undefined;
  readonly files?: FileAccess;
  /** Reads templates with interpolations, for `templatefile`. */
  readonly readTemplate?: TemplateReader;
  /** What undecided booleans are assumed to be, by term. */
  readonly world?: World;
}

export interface Evaluation {
  readonly blocks: readonly Block[];
  /** Of the root module. */
  readonly outputs: ReadonlyMap<string, Value>;
  /**
   * Undecided booleans that a decision met, the most telling first: the caller
   * may evaluate again in worlds that settle them.
   */
  readonly free: ReadonlyMap<string, Unknown>;
  readonly findings: readonly Finding[];
}

/** Evaluates a module and all that it calls. Never throws; what lies beyond its bounds is unknown with cause `limit`. */
export function evaluateModule(input: EvaluationInput): Evaluation {
  const free = new Map<string, Unknown>();
  const findings: Finding[] = [];
  const run = createRun(input, free, findings);
  const root = createModule({
    run,
    resolved: { module: input.root, directory: '.' },
    address: '',
    given: (name) => input.variables?.get(name),
    exists: true,
    within: [],
  });
  const blocks = root.blocks();
  const outputs = root.outputs('quiet');
  return { blocks, outputs, free: tellingFirst(free), findings };
}

/** Whether something is null or empty decides less often than anything else, as providers compute most values. */
const EMPTINESS = / == (?:null|"")$/;

function tellingFirst(free: ReadonlyMap<string, Unknown>): ReadonlyMap<string, Unknown> {
  const all = [...free];
  return new Map([
    ...all.filter(([term]) => !EMPTINESS.test(term)),
    ...all.filter(([term]) => EMPTINESS.test(term)),
  ]);
}

function createRun(
  input: EvaluationInput,
  free: Map<string, Unknown>,
  findings: Finding[],
): ModuleRun {
  const indexes = new Map<ModuleSource, SourceIndex>();
  let modules = 0;
  return {
    evaluate,
    budget: createBudget(),
    world: input.world ?? new Map(),
    free,
    findings,
    files: input.files,
    readTemplate: input.readTemplate,
    resolveCall: (call) => input.modules?.(call),
    mayInstantiate: () => ++modules <= MAX_MODULES,
    instantiate: createModule,
    indexOf(module) {
      const before = indexes.get(module);
      if (before !== undefined) return before;
      const index = indexModule(module);
      for (const finding of index.findings) findings.push(finding);
      indexes.set(module, index);
      return index;
    },
  };
}
