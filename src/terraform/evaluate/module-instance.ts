/** The types of module instances, apart from what makes them, as modules and calls make each other. */
import type { Block } from '../../configuration/configuration.js';
import type { Finding } from '../../diagnostics/finding.js';
import type { Origin, Span } from '../../source/span.js';
import type { Tri } from '../../value/logic.js';
import type { Value } from '../../value/value.js';
import type { ModuleSource } from '../syntax/module.js';
import type { Run } from './scope.js';
import type { SourceIndex } from './source-index.js';

/** A call of a module as it is written. */
export interface ModuleCall {
  readonly source: string | undefined;
  readonly version: Value | undefined;
  /** Full address, without the key of an instance. */
  readonly address: string;
  /** Of the calling module, relative to the root's. */
  readonly directory: string;
  /** The call, or the call that a summary in which it stands is for. */
  readonly at: Span;
}

/** What a call calls. */
export interface ResolvedModule {
  readonly module: ModuleSource;
  /** Relative to the root's. */
  readonly directory: string;
  /** Visible in the module as `release.<name>`: one summary stands for many releases, and outputs that it lacks are unknown. */
  readonly constants?: ReadonlyMap<string, Value>;
}

export interface ModuleRun extends Run {
  readonly resolveCall: (call: ModuleCall) => ResolvedModule | undefined;
  readonly indexOf: (module: ModuleSource) => SourceIndex;
  /** False once there are too many module instances. */
  readonly mayInstantiate: () => boolean;
  readonly instantiate: (input: ModuleInput) => ModuleInstance;
  readonly findings: Finding[];
}

export interface ModuleInput {
  readonly run: ModuleRun;
  readonly resolved: ResolvedModule;
  /** `module.addons["blue"]`; empty for the root. */
  readonly address: string;
  readonly given: (name: string) => Value | undefined;
  readonly exists: Tri;
  /** The call; absent for the root. */
  readonly calledFrom?: Origin;
  /** Modules in which this one is called. */
  readonly within: readonly ResolvedModule[];
}

export interface ModuleInstance {
  /** Undefined where the module declares no such output. */
  output(name: string): Value | undefined;
  /** `quiet` where nothing is made of them. */
  outputs(quiet?: 'quiet'): ReadonlyMap<string, Value>;
  blocks(): readonly Block[];
}
