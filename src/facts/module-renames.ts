/** What inputs, outputs and keys of modules became, and inputs that kept their name and changed their meaning. */
import data from './data/module-renames.json' with { type: 'json' };
import { compareVersions } from './range.js';

export interface Renamed {
  /** The name that stands for it now; absent where nothing does. */
  readonly to?: string;
  /** What else to know: it takes something else, or why there is no successor. */
  readonly but?: string;
}

export interface Changed {
  readonly since: string;
  readonly meant: string;
  readonly means: string;
  /** The input that has the old meaning now. */
  readonly now: string;
}

const INPUTS: Readonly<Record<string, Readonly<Record<string, Renamed>>>> = data.inputs;
const OUTPUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = data.outputs;
const KEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = data.keys;
const CHANGED: Readonly<
  Record<string, readonly (Omit<Changed, 'now'> & { inputs: readonly string[]; now: string })[]>
> = data.changed;

/** By the module's source with `//folder` for a submodule. */
export const renamedInput = (source: string, name: string): Renamed | undefined =>
  own(INPUTS[source], name);

export const renamedOutput = (source: string, name: string): string | undefined =>
  own(OUTPUTS[source], name);

/** What to know of a key that a module does not read, e.g. `karpenter_sqs.create`. */
export const keyHint = (source: string, path: string): string | undefined =>
  own(KEYS[source], path);

/** The change of meaning that an input has gone through by a release. */
export function changedInput(source: string, name: string, release: string): Changed | undefined {
  const row = CHANGED[source]?.find(
    ({ since, inputs }) => inputs.includes(name) && compareVersions(release, since) >= 0,
  );
  if (row === undefined) return undefined;
  const { inputs: _, now, ...rest } = row;
  return { ...rest, now: `${now}${name}` };
}

const own = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
