/** Module calls of a file whose releases the tables know, with what the release in use says of its inputs. */
import type { ModuleInput } from '../../facts/module.js';
import { type TabledCall, tabledCalls } from '../../rules/calls.js';
import type { JudgedConfiguration } from '../proved-configurations.js';

export interface CallInUse {
  readonly call: TabledCall;
  /** The newest release that the call allows. */
  readonly release: string;
  readonly inputs: readonly ModuleInput[];
}

/** The call whose block begins at an offset of a file. */
export function callAt(
  configurations: readonly JudgedConfiguration[],
  file: string,
  start: number,
): CallInUse | undefined {
  for (const { read } of configurations) {
    if (read === undefined) continue;
    const call = tabledCalls(read.system, read.facts).find(
      ({ from }) => from.at.file === file && from.at.start === start,
    );
    const release = call?.releases.allowed.at(-1);
    if (call !== undefined && release !== undefined)
      return { call, release, inputs: call.table.inputs(release) };
  }
  return undefined;
}

/** A default as Terraform writes it, where it is short. */
export function inputText({ name, type, required, default: value }: ModuleInput): string {
  const shown = JSON.stringify(value) ?? 'null';
  return `${name}: ${type}, ${required ? 'required' : `default ${shown.length > 60 ? '...' : shown}`}`;
}
