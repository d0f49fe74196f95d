/** Which of what was given is judged: what changed since a revision, and one part of several machines' work. */
import type { Host, Revision } from '../host/host.js';
import { type ConfigurationTexts, filesOf } from '../pipeline/texts.js';
import { directoryOf } from './files.js';
import type { AllInputs } from './inputs.js';
import { filesOfPolicy } from './policy-files.js';
import type { Shard } from './shard.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus } from './status.js';

export interface Selection {
  readonly shard?: Shard;
  readonly changedSince?: string;
}

/** What judges the rest of it elsewhere, or did before. */
export const isSelection = ({ shard, changedSince }: Selection): boolean =>
  shard !== undefined || changedSince !== undefined;

type Selectable = Pick<AllInputs, 'policies' | 'configurations'>;

/** The part of the inputs that is judged; where there is none the command has said why and ends with a status. */
export function partOf<T extends Selectable>(
  host: Host,
  given: T,
  selection: Selection,
): { readonly inputs: T } | { readonly status: ExitStatus } {
  const inputs = selected(host, given, selection);
  if ('problem' in inputs) {
    host.err(`${inputs.problem}\n`);
    return { status: COULD_NOT_RUN };
  }
  if (!leavesNothing(given, inputs)) return { inputs };
  host.err('nothing of what was given is to be judged here\n');
  return { status: CLEAN };
}

/** Whether there was something to judge, and it is for others to judge it. */
const leavesNothing = (given: Selectable, left: Selectable): boolean =>
  count(given) > 0 && count(left) === 0;

const count = ({ policies, configurations }: Selectable): number =>
  policies.length + configurations.length;

/**
 * What is to be judged of the inputs. Every policy and configuration is in
 * exactly one shard, whatever the order in which paths were given.
 */
function selected<T extends Selectable>(
  host: Host,
  inputs: T,
  { shard, changedSince }: Selection,
): T | { readonly problem: string } {
  let { policies, configurations } = inputs;
  if (changedSince !== undefined) {
    const revision = host.revision?.(changedSince) ?? { problem: 'there is no git' };
    if ('problem' in revision)
      return { problem: `--changed-since ${changedSince}: ${revision.problem}` };
    const isChanged = changesSince(host, revision);
    policies = policies.filter((policy) => filesOfPolicy(host, policy).some(isChanged));
    configurations = configurations.filter(
      (one) => filesOf(one).some(isChanged) || lostFile(one, revision, host),
    );
  }
  if (shard === undefined) return { ...inputs, policies, configurations };
  const units = [...policies.map(({ file }) => file), ...configurations.map(({ root }) => root)];
  const mine = new Set(units.sort().filter((_, place) => place % shard.count === shard.index - 1));
  return {
    ...inputs,
    policies: policies.filter(({ file }) => mine.has(file)),
    configurations: configurations.filter(({ root }) => mine.has(root)),
  };
}

/** Whether the text of a file is another than the revision's; what lies outside of it counts as changed. */
function changesSince(host: Host, { read }: Revision): (file: string) => boolean {
  const known = new Map<string, boolean>();
  const differs = (file: string): boolean => {
    const [now, then] = [host.read(file), read(file)];
    return 'problem' in now || 'problem' in then || now.text !== then.text;
  };
  return (file) => {
    const changed = known.get(file) ?? differs(file);
    known.set(file, changed);
    return changed;
  };
}

/** A file that is gone changes the root whose folder it was in. */
function lostFile(one: ConfigurationTexts, { files }: Revision, host: Host): boolean {
  const folders = new Set(filesOf(one).map(directoryOf));
  return files.some((file) => folders.has(directoryOf(file)) && host.kindOf(file) === undefined);
}
